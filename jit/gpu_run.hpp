// Walks through a plan with a device: its host's level here, its kernels there.
#pragma once
#include "jit/emit_cuda.hpp"
#include "jit/eval_plan.hpp"
#include "jit/gpu_device.hpp"

namespace nova::plan {

/// A plan and its kernels.
struct GpuProgram {
  const Plan& plan;
  CudaText cuda; ///< of this very plan
  std::shared_ptr<const GpuModule> module;
};

/// Runs it. `bytes[k]` is how much of input k may be read, where that is a column. `poll` may throw.
Answer run_on(GpuDevice& device, const GpuProgram& program, std::span<const Word> inputs,
              std::span<const uint64_t> bytes, const Poll& poll);

} // namespace nova::plan
