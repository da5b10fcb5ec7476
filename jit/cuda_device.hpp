// An NVIDIA GPU: NVRTC compiles, the driver runs. For the helper process alone (gpu_server.hpp).
#pragma once
#include "jit/gpu_server.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include <optional>

namespace nova::plan {

/// The first GPU that the driver shows. `first`: how hard kernels are compiled while something waits for them.
GpuOpening open_cuda(const std::string& cache, cuda::Effort first);

/// What a session starts to use a GPU: `PROGRAM gpu-helper FOLDER [best]`, which compiles at its best at once. Nothing where the command line asks for
/// something else; otherwise the exit status.
std::optional<int> cuda_helper(int argc, char** argv);

} // namespace nova::plan
