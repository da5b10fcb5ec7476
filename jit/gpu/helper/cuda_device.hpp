// An NVIDIA GPU as a device: NVRTC compiles kernels, and the CUDA driver runs them. Only the helper process uses it
// (gpu/helper/server.hpp).
#pragma once
#include "jit/gpu/helper/server.hpp"
#include "runtime/cuda/driver.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include <optional>

namespace nova::plan {

using Compilers = std::vector<std::unique_ptr<cuda::Nvrtc>>;

/// Opens the first GPU that the driver lists, with the newest of `compilers` whose code the driver accepts.
/// `compilers` are sorted from new to old. `cache`: the folder of the cache for compiled kernels. `first`: the
/// optimisation level for kernels that a run waits for.
GpuOpening open_cuda(std::unique_ptr<cuda::Driver> driver, Compilers compilers, const std::string& cache,
                     cuda::Effort first);
/// Opens the first GPU with the installed driver and compilers.
GpuOpening open_cuda(const std::string& cache, cuda::Effort first);

/// Runs the helper process if the command line is `PROGRAM gpu-helper FOLDER [best]`, and returns its exit status.
/// FOLDER is the cache; `best` compiles with full optimisation from the start. Returns nothing for any other command
/// line.
std::optional<int> cuda_helper(int argc, char** argv);

} // namespace nova::plan
