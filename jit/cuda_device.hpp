// An NVIDIA GPU: NVRTC compiles, the driver runs. For the helper process alone (gpu_server.hpp).
#pragma once
#include "jit/gpu_server.hpp"
#include <optional>

namespace nova::plan {

/// The first GPU that the driver shows.
GpuOpening open_cuda(const std::string& cache);

/// What a session starts to use a GPU: `PROGRAM gpu-helper FOLDER`. Nothing where the command line asks for
/// something else; otherwise the exit status.
std::optional<int> cuda_helper(int argc, char** argv);

} // namespace nova::plan
