// An NVIDIA GPU: NVRTC compiles, the driver runs. For the helper process alone (gpu/helper/server.hpp).
#pragma once
#include "jit/gpu/helper/server.hpp"
#include "runtime/cuda/driver.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include <optional>

namespace nova::plan {

using Compilers = std::vector<std::unique_ptr<cuda::Nvrtc>>;

/// The first GPU that the driver shows, with the newest of the compilers (the newest comes first) that it takes code from. `first`:
/// how hard kernels are compiled while something waits for them.
GpuOpening open_cuda(std::unique_ptr<cuda::Driver> driver, Compilers compilers, const std::string& cache,
                     cuda::Effort first);
/// The same with what is installed.
GpuOpening open_cuda(const std::string& cache, cuda::Effort first);

/// What a session starts to use a GPU: `PROGRAM gpu-helper FOLDER [best]`, which compiles at its best at once. Nothing where the command line asks for
/// something else; otherwise the exit status.
std::optional<int> cuda_helper(int argc, char** argv);

} // namespace nova::plan
