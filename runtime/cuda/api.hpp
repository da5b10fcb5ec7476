// The functions of libcuda and libnvrtc that Nova calls, as it declares them: both libraries are opened at run time, so
// one binary runs with and without them. Where a CUDA Toolkit is installed, tests/unit/test_cuda_api.cpp checks these
// declarations against its headers; nothing else includes those.
#pragma once

namespace nova::cuda {

/// CUresult and nvrtcResult are C enumerations: int, 0 is success.
using Status = int;

using cuDriverGetVersion_t = Status (*)(int* version);
using nvrtcVersion_t = Status (*)(int* major, int* minor);

} // namespace nova::cuda
