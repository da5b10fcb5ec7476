// The functions of libcuda and libnvrtc that Nova calls, as it declares them: both libraries are opened at run time, so
// one binary runs with and without them. Where a CUDA Toolkit is installed, tests/unit/test_cuda_api.cpp checks these
// declarations against its headers; nothing else includes those.
#pragma once
#include <cstddef>

namespace nova::cuda {

/// CUresult and nvrtcResult are C enumerations: int, 0 is success.
using Status = int;

using cuDriverGetVersion_t = Status (*)(int* version);
using nvrtcVersion_t = Status (*)(int* major, int* minor);
using nvrtcGetNumSupportedArchs_t = Status (*)(int* count);
using nvrtcGetSupportedArchs_t = Status (*)(int* archs);
using nvrtcProgram = struct _nvrtcProgram*;
using nvrtcCreateProgram_t = Status (*)(nvrtcProgram*, const char* text, const char* name, int headers, const char* const* texts,
                                        const char* const* names);
using nvrtcDestroyProgram_t = Status (*)(nvrtcProgram*);
using nvrtcCompileProgram_t = Status (*)(nvrtcProgram, int count, const char* const* options);
using nvrtcGetSize_t = Status (*)(nvrtcProgram, size_t*);  ///< nvrtcGetProgramLogSize, nvrtcGetCUBINSize, nvrtcGetPTXSize
using nvrtcGetText_t = Status (*)(nvrtcProgram, char*);    ///< nvrtcGetProgramLog, nvrtcGetCUBIN, nvrtcGetPTX

} // namespace nova::cuda
