// Nova's own declarations of the functions of libcuda and libnvrtc that it calls. Both libraries are opened at run
// time, so one binary runs with and without them. Where a CUDA Toolkit is installed, only
// tests/unit/runtime/cuda/test_cuda_api.cpp includes its headers, and checks these declarations against them.
#pragma once
#include <cstddef>

namespace nova::cuda {

/// The result type of all functions below: CUresult or nvrtcResult. Both are C enumerations, of the size of int, in
/// which 0 is success.
using Status = int;

// clang-format off: a table
// ---- the driver
using Device = int;
using Address = unsigned long long;
using Context = struct CUctx_st*;
using Module = struct CUmod_st*;
using Function = struct CUfunc_st*;
using Stream = struct CUstream_st*;
using Pool = struct CUmemPoolHandle_st*;
using Event = struct CUevent_st*;
using cuInit_t = Status (*)(unsigned flags);
using cuDriverGetVersion_t = Status (*)(int* version);
using cuGetErrorName_t = Status (*)(Status, const char**);
using cuDeviceGetCount_t = Status (*)(int*);
using cuDeviceGet_t = Status (*)(Device*, int ordinal);
using cuDeviceGetName_t = Status (*)(char*, int size, Device);
using cuDeviceGetAttribute_t = Status (*)(int*, int attribute, Device);
using cuDeviceTotalMem_t = Status (*)(size_t*, Device);
using cuDevicePrimaryCtxRetain_t = Status (*)(Context*, Device);
using cuCtxSetCurrent_t = Status (*)(Context);
using cuCtxSetLimit_t = Status (*)(int limit, size_t);
using cuStreamCreate_t = Status (*)(Stream*, unsigned flags);
using cuStreamQuery_t = Status (*)(Stream);
using cuStreamSynchronize_t = Status (*)(Stream);
using cuEventCreate_t = Status (*)(Event*, unsigned flags);
using cuEventRecord_t = Status (*)(Event, Stream);
using cuEventElapsedTime_t = Status (*)(float* milliseconds, Event from, Event to);
using cuModuleLoadDataEx_t = Status (*)(Module*, const void* image, unsigned count, int* options,
                                        void** values);
using cuModuleUnload_t = Status (*)(Module);
using cuModuleGetFunction_t = Status (*)(Function*, Module, const char*);
using cuFuncSetAttribute_t = Status (*)(Function, int attribute, int value);
using cuOccupancyMaxActiveBlocksPerMultiprocessor_t = Status (*)(int*, Function, int threads, size_t shared);
using cuLaunchKernel_t = Status (*)(Function, unsigned bx, unsigned by, unsigned bz, unsigned tx, unsigned ty,
                                    unsigned tz, unsigned shared, Stream, void** arguments, void** extra);
using cuMemAlloc_t = Status (*)(Address*, size_t);
using cuMemFree_t = Status (*)(Address);
using cuMemAllocAsync_t = Status (*)(Address*, size_t, Stream);
using cuMemFreeAsync_t = Status (*)(Address, Stream);
using cuDeviceGetDefaultMemPool_t = Status (*)(Pool*, Device);
using cuMemPoolSetAttribute_t = Status (*)(Pool, int attribute, void* value);
using cuMemPoolTrimTo_t = Status (*)(Pool, size_t keep);
using cuMemGetInfo_t = Status (*)(size_t* available, size_t* total);
using cuMemHostRegister_t = Status (*)(void*, size_t, unsigned flags);
using cuMemcpyHtoDAsync_t = Status (*)(Address, const void*, size_t, Stream);
using cuMemcpyDtoHAsync_t = Status (*)(void*, Address, size_t, Stream);
using cuMemcpyDtoDAsync_t = Status (*)(Address, Address, size_t, Stream);
using cuMemsetD8Async_t = Status (*)(Address, unsigned char, size_t, Stream);

// Status codes, attributes, limits and options of the driver.
constexpr Status error_out_of_memory = 2, error_no_device = 100, error_unavailable = 46,
                 error_not_found = 500, error_not_ready = 600, error_launch_timeout = 702;
constexpr int attribute_shared = 8, attribute_multiprocessors = 16, attribute_watchdog = 17,
              attribute_threads_per_multiprocessor = 39, attribute_major = 75, attribute_minor = 76,
              attribute_shared_wished = 97, attribute_memory_pools = 115;
constexpr int limit_stack = 0, function_dynamic_shared = 8, pool_release_threshold = 4;
constexpr int jit_error_log = 5, jit_error_log_bytes = 6;
constexpr unsigned stream_non_blocking = 1;

// ---- NVRTC
using nvrtcVersion_t = Status (*)(int* major, int* minor);
using nvrtcGetNumSupportedArchs_t = Status (*)(int* count);
using nvrtcGetSupportedArchs_t = Status (*)(int* archs);
using nvrtcProgram = struct _nvrtcProgram*;
using nvrtcCreateProgram_t = Status (*)(nvrtcProgram*, const char* text, const char* name, int headers,
                                        const char* const* texts, const char* const* names);
using nvrtcDestroyProgram_t = Status (*)(nvrtcProgram*);
using nvrtcCompileProgram_t = Status (*)(nvrtcProgram, int count, const char* const* options);
/// The type of nvrtcGetProgramLogSize, nvrtcGetCUBINSize and nvrtcGetPTXSize.
using nvrtcGetSize_t = Status (*)(nvrtcProgram, size_t*);
/// The type of nvrtcGetProgramLog, nvrtcGetCUBIN and nvrtcGetPTX.
using nvrtcGetText_t = Status (*)(nvrtcProgram, char*);
// clang-format on

} // namespace nova::cuda
