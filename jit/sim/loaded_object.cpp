#include "jit/sim/loaded_object.hpp"
#include <link.h>

namespace nova::plan {

std::pair<const char*, const char*> extent(void* symbol) {
  std::pair<const char*, const char*> found{nullptr, nullptr};
  struct Search {
    const char* symbol;
    std::pair<const char*, const char*>& found;
  } search{static_cast<const char*>(symbol), found};
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        auto& s = *static_cast<Search*>(data);
        const char *low = nullptr, *high = nullptr;
        for (int k = 0; k < info->dlpi_phnum; ++k) {
          const auto& p = info->dlpi_phdr[k];
          if (p.p_type != PT_LOAD) continue;
          const char* from = reinterpret_cast<const char*>(info->dlpi_addr + p.p_vaddr);
          if (!low || from < low) low = from;
          if (from + p.p_memsz > high) high = from + p.p_memsz;
        }
        if (s.symbol < low || s.symbol >= high) return 0;
        return s.found = {low, high}, 1;
      },
      &search);
  return found;
}

} // namespace nova::plan
