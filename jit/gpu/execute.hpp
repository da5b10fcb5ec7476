// Walks through a plan with a device: its host's level here, its kernels there.
#pragma once
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/gpu/device.hpp"
#include "jit/plan/eval.hpp"

namespace nova::plan {

/// What memory a plan's runs needed: the next one takes as much without asking, and begins anew where it is not enough.
struct GpuRemembers {
  std::unordered_map<Var, int64_t> totals; ///< elements of all rows, by a variable of their statement
  int64_t slice = 4096;                    ///< bytes of a thread's arena
};

/// A plan and its kernels.
struct GpuProgram {
  CudaText cuda;
  std::shared_ptr<GpuModule> module;
  std::shared_ptr<GpuRemembers> remembers = std::make_shared<GpuRemembers>();
};

/// A scalar's bits, or where on the device a column begins.
struct GpuWord {
  uint64_t bits = 0;
  DeviceBufferRef buffer;
  int64_t offset = 0; ///< bytes
};
struct GpuAnswer {
  bool failed = false;
  uint32_t site = 0;
  std::vector<GpuWord> results; ///< in order
};
/// Do the plan's Cells extend that input?
bool in_region(const Plan& plan, Var v);
/// Runs it on what the device has; what it makes stays there. `poll` may throw.
GpuAnswer run_there(GpuDevice& device, const GpuProgram& program, std::span<const GpuWord> inputs,
                    const Poll& poll);

/// The same from here and back. `bytes[k]` is how much of input k may be read, where that is a column.
Answer run_on(GpuDevice& device, const GpuProgram& program, std::span<const Word> inputs,
              std::span<const uint64_t> bytes, const Poll& poll);

} // namespace nova::plan
