#include "jit/user_kernels/geometry.hpp"

namespace nova::plan {
namespace {

KernelFault misfit(const std::string& sentence) {
  KernelFault f;
  f.kind = KernelMistake::Geometry, f.sentence = sentence;
  return f;
}

std::string number(uint64_t n) { return std::to_string(n); }

} // namespace

std::optional<KernelFault> unfit(const std::vector<KernelParameter>& parameters, const KernelLaunch& l,
                                 uint64_t shared) {
  constexpr uint64_t most_threads = 1024, most_blocks_x = 0x7fffffff, most_blocks = 65535,
                     most_shared = 227 << 10, most_depth = 64;
  for (size_t k = 0; k < 3; ++k)
    if (!l.grid[k] || !l.block[k])
      return misfit(l.block[k] ? "the grid has no threads, but a result has elements"
                               : "a block has no threads: one of its sizes is 0");
  const uint64_t threads = uint64_t{l.block[0]} * l.block[1] * l.block[2];
  if (threads > most_threads || l.block[2] > most_depth)
    return misfit("the launch has blocks of " + number(threads) +
                  " threads; a GPU has at most 1024, and 64 along z");
  if (l.grid[0] > most_blocks_x || l.grid[1] > most_blocks || l.grid[2] > most_blocks)
    return misfit("the launch has more blocks than a GPU can have");
  if (uint64_t{l.grid[0]} * l.grid[1] * l.grid[2] * threads > UINT32_MAX / 2)
    return misfit("the launch has more threads than the simulator can have");
  if (shared + l.shared > most_shared)
    return misfit("the launch takes " + number(shared + l.shared) +
                  " bytes of shared memory; a GPU has at most 232448");
  if (l.arguments.size() != parameters.size())
    return misfit("the launch has not as many arguments as the kernel");
  return {};
}

} // namespace nova::plan
