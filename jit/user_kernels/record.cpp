#include "jit/user_kernels/record.hpp"
#include <algorithm>

namespace nova::plan {

KernelRecorder::KernelRecorder(const std::string& kernel, const KernelMachine::Grid& grid) {
  record_.kernel = kernel;
  record_.grid = {grid.block_count(), grid.block_size(), 0};
}

uint32_t KernelRecorder::memory(const KernelTouch& t) {
  const auto [at, added] =
      numbers_.try_emplace(t.array->name, static_cast<uint32_t>(record_.memories.size()));
  if (added)
    record_.memories.push_back({.name = t.array->name,
                                .element = t.array->element ? t.array->element : t.bytes,
                                .bytes = t.array->bytes,
                                .shared = t.array->is_shared()});
  auto& m = record_.memories[at->second];
  if (!t.array->element) m.element = std::min(m.element, t.bytes);
  return at->second;
}

void KernelRecorder::touch(const KernelTouch& t) {
  constexpr size_t most = 20'000;
  if (record_.accesses.size() == most) return void(record_.whole = false);
  record_.accesses.push_back({t.barriers, t.block, memory(t), t.thread, t.writes, t.offset, t.bytes});
}

} // namespace nova::plan
