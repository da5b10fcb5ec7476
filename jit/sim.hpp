// The simulated device: CUDA text, compiled as C++ against a shim (kernels/sim_shim.h), its threads fibers in
// random order. It looks at every access to memory. What it finds wrong ends the launch with a SimError.
#pragma once
#include "jit/gpu_device.hpp"
#include "runtime/fault.hpp"

namespace nova::plan {

/// A kernel that would not do on a GPU: "barrier divergence in nova_kernel_1, block 3".
struct SimError {
  std::string what;
};

/// `seed` decides over the order of blocks and threads.
std::unique_ptr<GpuDevice> make_sim(const std::string& cache, uint64_t seed = 1);

} // namespace nova::plan
