// The simulated GPU. It compiles CUDA text as C++ with a shim (sim/cuda_shim.h) and runs the threads as fibers, in a
// random order. It checks every memory access; an error ends the launch with a DeviceError.
#pragma once
#include "frontend/source/source.hpp"
#include "jit/gpu/device.hpp"
#include "runtime/fault.hpp"
#include "runtime/progress.hpp"

namespace nova::plan {

struct GpuProgram;

/// An access of a thread to device memory or shared memory. Accesses to the thread's own stack and to the kernel's
/// arguments are not reported.
struct SimTouch {
  uint32_t block, thread, barriers; ///< barriers: how many barriers the block has passed
  const char* memory;               ///< the allocation's address; null: the block's shared memory
  uint64_t size, offset, bytes;     ///< the allocation's bytes; the access's offset in it, and its bytes
  bool writes;
};

/// An observer of the simulator. It is called for each launch and for each access of its threads, in the order in
/// which they happen.
struct SimWatch {
  virtual ~SimWatch() = default;
  /// Is called before the launches of a program's kernels. `span` is the source form that the program computes.
  virtual void form(const GpuProgram& program, Span span) = 0;
  virtual void launch(const std::string& kernel, const GpuGrid& grid, const GpuTask& task,
                      std::span<const uint64_t> words) = 0;
  virtual void touch(const SimTouch& t) = 0;
};

/// Makes a simulated GPU. `cache` is the folder for compiled code, `level` the C compiler's optimisation option.
/// `seed` determines the random order in which threads run.
std::unique_ptr<GpuDevice> make_sim(const std::string& cache, uint64_t seed = 1,
                                    const std::string& level = "-O1");
/// Sets the observer of `sim`, a device from `make_sim`; null removes it.
void watch_sim(GpuDevice& sim, SimWatch* by);
/// From now on, `by` runs the CUDA kernels of the user's that are launched on the device `sim`. It is called with what
/// is asked now and then and may throw.
void set_kernel_runner(GpuDevice& sim,
                       std::function<void(const ForeignLaunch&, const std::function<void()>&)> by);
/// From now on, `by` counts the bytes that are copied to the device `sim` and back.
void count_copies(GpuDevice& sim, std::shared_ptr<Copied> by);

} // namespace nova::plan
