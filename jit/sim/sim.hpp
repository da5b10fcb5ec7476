// The simulated device: CUDA text, compiled as C++ against a shim (sim/cuda_shim.h), its threads fibers in
// random order. It looks at every access to memory. What it finds wrong ends the launch with a DeviceError.
#pragma once
#include "frontend/source/source.hpp"
#include "jit/gpu/device.hpp"
#include "runtime/fault.hpp"
#include "runtime/progress.hpp"

namespace nova::plan {

struct GpuProgram;

/// What a thread did to a place in memory. Its own stack and the kernel's arguments are not told of.
struct SimTouch {
  uint32_t block, thread, barriers; ///< so many barriers its block has passed
  const char* memory;               ///< where the allocation begins; null: the block's shared memory
  uint64_t size, offset, bytes;     ///< of the allocation; of the access
  bool writes;
};

/// Is told of launches, and of what their threads do, in the order in which it happens.
struct SimWatch {
  virtual ~SimWatch() = default;
  virtual void form(const GpuProgram& program, Span span) = 0; ///< whose kernels follow
  virtual void launch(const std::string& kernel, const GpuGrid& grid, const GpuTask& task,
                      std::span<const uint64_t> words) = 0;
  virtual void touch(const SimTouch& t) = 0;
};

/// `seed` decides over the order of blocks and threads, `level` how hard the C compiler tries.
std::unique_ptr<GpuDevice> make_sim(const std::string& cache, uint64_t seed = 1,
                                    const std::string& level = "-O1");
/// Sets the observer of `sim`, a device from `make_sim`; null: none.
void watch_sim(GpuDevice& sim, SimWatch* by);
/// From now on `by` counts the bytes that `sim` is sent and that are fetched from it.
void count_copies(GpuDevice& sim, std::shared_ptr<Copied> by);

} // namespace nova::plan
