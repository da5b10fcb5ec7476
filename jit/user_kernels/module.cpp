#include "jit/user_kernels/module.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/user_kernels/text/kernel_text.hpp"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <elf.h>
#include <memory>

// Of GCC's libbacktrace. Its header lies among GCC's own ones, where other compilers don't look.
extern "C" {
struct backtrace_state;
using backtrace_error = void (*)(void* data, const char* message, int number);
using backtrace_line = int (*)(void* data, uintptr_t address, const char* file, int line,
                               const char* function);
backtrace_state* backtrace_create_state(const char* program, int threaded, backtrace_error error, void* data);
int backtrace_pcinfo(backtrace_state* state, uintptr_t address, backtrace_line line, backtrace_error error,
                     void* data);
}

namespace nova::plan {
namespace {

/// Returns a variable's name in the text: "tile" for the symbol of kernel(float*)::tile.
std::string name_in_text(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), &std::free);
  std::string name = status == 0 ? demangled.get() : symbol;
  if (const size_t at = name.rfind("::"); at != name.npos) name = name.substr(at + 2);
  return name;
}

/// The object file's bytes, read as ELF.
struct Elf {
  const std::string& bytes;
  template <class T> const T* at(uint64_t offset, uint64_t count = 1) const {
    return offset <= bytes.size() && count <= (bytes.size() - offset) / sizeof(T)
               ? reinterpret_cast<const T*>(bytes.data() + offset)
               : nullptr;
  }
};

void add(ModuleSymbols& out, const Elf64_Sym& s, const char* name, bool writable) {
  const int type = ELF64_ST_TYPE(s.st_info);
  if (s.st_shndx == SHN_UNDEF || !s.st_size || std::strstr(name, "nova_")) return;
  if (type == STT_TLS) out.shared.push_back({name_in_text(name), s.st_value, s.st_size, true});
  if (type == STT_OBJECT) out.global.push_back({name_in_text(name), s.st_value, s.st_size, writable});
}

} // namespace

ModuleSymbols module_symbols(const std::string& path) {
  ModuleSymbols out;
  const std::string bytes = read_bytes(path);
  const Elf elf{bytes};
  const auto* header = elf.at<Elf64_Ehdr>(0);
  const auto* sections = header ? elf.at<Elf64_Shdr>(header->e_shoff, header->e_shnum) : nullptr;
  if (!sections) return out;
  for (const Elf64_Shdr* s = sections; s != sections + header->e_shnum; ++s) {
    if (s->sh_type != SHT_SYMTAB || s->sh_link >= header->e_shnum) continue;
    const uint64_t count = s->sh_size / sizeof(Elf64_Sym), names = sections[s->sh_link].sh_offset;
    const auto* symbols = elf.at<Elf64_Sym>(s->sh_offset, count);
    for (uint64_t k = 0; symbols && k < count; ++k)
      if (const char* name = elf.at<char>(names + symbols[k].st_name);
          name && symbols[k].st_shndx < header->e_shnum)
        add(out, symbols[k], name, (sections[symbols[k].st_shndx].sh_flags & SHF_WRITE) != 0);
  }
  for (auto* list : {&out.shared, &out.global}) std::ranges::sort(*list, {}, &ModuleVariable::offset);
  for (const ModuleVariable& v : out.shared)
    out.shared_bytes = std::max(out.shared_bytes, v.offset + v.bytes);
  return out;
}

SourceLine line_before(const void* address) {
  static backtrace_state* const state = backtrace_create_state(
      nullptr, 0, [](void*, const char*, int) {}, nullptr);
  SourceLine found;
  backtrace_pcinfo(
      state, reinterpret_cast<uintptr_t>(address) - 1,
      [](void* data, uintptr_t, const char* file, int line, const char*) {
        if (file && line > 0)
          *static_cast<SourceLine*>(data) = {shown_name(file), static_cast<uint32_t>(line)};
        return 1;
      },
      [](void*, const char*, int) {}, &found);
  return found;
}

} // namespace nova::plan
