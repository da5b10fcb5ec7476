// Runs a plan with a device: the host executes scalars, branches and loops, and the device executes kernels.
#pragma once
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/gpu/device.hpp"
#include "jit/plan/eval.hpp"

namespace nova::plan {

/// The memory that a plan's earlier runs needed. The next run allocates as much without fetching the exact sizes, and
/// starts again if that is not enough.
struct GpuRemembers {
  /// Maps a statement that makes rows to the number of elements of all its rows together. The key is one of the
  /// statement's variables.
  std::unordered_map<Var, int64_t> totals;
  int64_t slice = 4096; ///< bytes of a thread's arena
};

/// A plan with its CUDA text, its loaded kernels, and the memory that its earlier runs needed.
struct GpuProgram {
  CudaText cuda;
  std::shared_ptr<GpuModule> module;
  std::shared_ptr<GpuRemembers> remembers = std::make_shared<GpuRemembers>();
};

/// A scalar's bits, or a column in a device buffer, where it begins at `offset`.
struct GpuWord {
  uint64_t bits = 0;
  DeviceBufferRef buffer;
  int64_t offset = 0; ///< in bytes
};
/// The outcome of a run on a device: its results, or the site at which it failed.
struct GpuAnswer {
  bool failed = false;
  uint32_t site = 0;
  std::vector<GpuWord> results; ///< in the plan's order
};
/// Whether input v is a column or the count of one of the plan's regions. The operations Cell and Append change these
/// inputs.
bool in_region(const Plan& plan, Var v);
/// Runs the plan on inputs that lie on the device; its results stay there. `poll` may throw.
GpuAnswer run_there(GpuDevice& device, const GpuProgram& program, std::span<const GpuWord> inputs,
                    const Poll& poll);

/// Copies the inputs to the device, runs the plan, and copies its results back. `bytes[k]`: how many bytes of input k
/// may be read, if it is a column.
Answer run_on(GpuDevice& device, const GpuProgram& program, std::span<const Word> inputs,
              std::span<const uint64_t> bytes, const Poll& poll);

} // namespace nova::plan
