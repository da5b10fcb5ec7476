// Our declarations of the driver's and NVRTC's functions against the CUDA Toolkit's headers, where it is installed.
#if __has_include(<cuda.h>) && __has_include(<nvrtc.h>)
#include "runtime/cuda/api.hpp"
#include <cuda.h>
#include <doctest/doctest.h>
#include <nvrtc.h>
#include <type_traits>

namespace {

template <class Ours, class Theirs> struct Agrees : std::false_type {};
/// What a type is to a caller: a handle, whatever its name; an enumeration or an integer of one size.
template <class A, class B> constexpr bool alike() {
  if constexpr (std::is_pointer_v<A> && std::is_pointer_v<B>) {
    using P = std::remove_pointer_t<A>;
    using Q = std::remove_pointer_t<B>;
    if constexpr (std::is_const_v<P> != std::is_const_v<Q>)
      return false;
    else if constexpr (std::is_class_v<P> || std::is_class_v<Q>)
      return std::is_class_v<P> && std::is_class_v<Q>;
    else if constexpr (std::is_void_v<P> || std::is_void_v<Q>)
      return std::is_same_v<P, Q>;
    else
      return alike<std::remove_cv_t<P>, std::remove_cv_t<Q>>();
  } else
    return std::is_same_v<A, B> || ((std::is_enum_v<B> || std::is_integral_v<B>)&&sizeof(A) == sizeof(B));
}
/// As many parameters, each alike.
template <class A, class B, class... P, class... Q> struct Agrees<A (*)(P...), B (*)(Q...)> {
  static constexpr bool parameters() {
    if constexpr (sizeof...(P) != sizeof...(Q))
      return false;
    else
      return (alike<P, Q>() && ...);
  }
  static constexpr bool value = parameters() && alike<A, B>();
};

} // namespace

TEST_CASE("CUDA functions are declared as the toolkit declares them") {
  CHECK(Agrees<nova::cuda::cuDriverGetVersion_t, decltype(&cuDriverGetVersion)>::value);
  CHECK(Agrees<nova::cuda::nvrtcVersion_t, decltype(&nvrtcVersion)>::value);
  using namespace nova::cuda;
  CHECK(Agrees<nvrtcGetNumSupportedArchs_t, decltype(&nvrtcGetNumSupportedArchs)>::value);
  CHECK(Agrees<nvrtcGetSupportedArchs_t, decltype(&nvrtcGetSupportedArchs)>::value);
  CHECK(sizeof(nova::cuda::nvrtcProgram) == sizeof(::nvrtcProgram));
  CHECK(std::is_same_v<decltype(&nvrtcGetProgramLogSize), decltype(&nvrtcGetCUBINSize)>);
  CHECK(std::is_same_v<decltype(&nvrtcGetProgramLogSize), decltype(&nvrtcGetPTXSize)>);
  CHECK(std::is_same_v<decltype(&nvrtcGetProgramLog), decltype(&nvrtcGetCUBIN)>);
  CHECK(std::is_same_v<decltype(&nvrtcGetProgramLog), decltype(&nvrtcGetPTX)>);
  CHECK(std::is_invocable_v<decltype(&nvrtcCreateProgram), ::nvrtcProgram*, const char*, const char*, int,
                            const char* const*, const char* const*>);
  CHECK(std::is_invocable_v<decltype(&nvrtcCompileProgram), ::nvrtcProgram, int, const char* const*>);
  CHECK(std::is_invocable_v<decltype(&nvrtcDestroyProgram), ::nvrtcProgram*>);
  CHECK(std::is_invocable_v<decltype(&nvrtcGetCUBINSize), ::nvrtcProgram, size_t*>);
  CHECK(std::is_invocable_v<decltype(&nvrtcGetCUBIN), ::nvrtcProgram, char*>);
  CHECK((Agrees<nova::cuda::cuInit_t, decltype(&::cuInit)>::value));
  CHECK((Agrees<nova::cuda::cuGetErrorName_t, decltype(&::cuGetErrorName)>::value));
  CHECK((Agrees<nova::cuda::cuDeviceGetCount_t, decltype(&::cuDeviceGetCount)>::value));
  CHECK((Agrees<nova::cuda::cuDeviceGet_t, decltype(&::cuDeviceGet)>::value));
  CHECK((Agrees<nova::cuda::cuDeviceGetName_t, decltype(&::cuDeviceGetName)>::value));
  CHECK((Agrees<nova::cuda::cuDeviceGetAttribute_t, decltype(&::cuDeviceGetAttribute)>::value));
  CHECK((Agrees<nova::cuda::cuDeviceTotalMem_t, decltype(&::cuDeviceTotalMem)>::value));
  CHECK((Agrees<nova::cuda::cuDevicePrimaryCtxRetain_t, decltype(&::cuDevicePrimaryCtxRetain)>::value));
  CHECK((Agrees<nova::cuda::cuCtxSetCurrent_t, decltype(&::cuCtxSetCurrent)>::value));
  CHECK((Agrees<nova::cuda::cuCtxSetLimit_t, decltype(&::cuCtxSetLimit)>::value));
  CHECK((Agrees<nova::cuda::cuStreamCreate_t, decltype(&::cuStreamCreate)>::value));
  CHECK((Agrees<nova::cuda::cuStreamQuery_t, decltype(&::cuStreamQuery)>::value));
  CHECK((Agrees<nova::cuda::cuStreamSynchronize_t, decltype(&::cuStreamSynchronize)>::value));
  CHECK((Agrees<nova::cuda::cuModuleLoadDataEx_t, decltype(&::cuModuleLoadDataEx)>::value));
  CHECK((Agrees<nova::cuda::cuModuleUnload_t, decltype(&::cuModuleUnload)>::value));
  CHECK((Agrees<nova::cuda::cuModuleGetFunction_t, decltype(&::cuModuleGetFunction)>::value));
  CHECK((Agrees<nova::cuda::cuFuncSetAttribute_t, decltype(&::cuFuncSetAttribute)>::value));
  CHECK((Agrees<nova::cuda::cuOccupancyMaxActiveBlocksPerMultiprocessor_t,
                decltype(&::cuOccupancyMaxActiveBlocksPerMultiprocessor)>::value));
  CHECK((Agrees<nova::cuda::cuLaunchKernel_t, decltype(&::cuLaunchKernel)>::value));
  CHECK((Agrees<nova::cuda::cuMemAlloc_t, decltype(&::cuMemAlloc)>::value));
  CHECK((Agrees<nova::cuda::cuMemFree_t, decltype(&::cuMemFree)>::value));
  CHECK((Agrees<nova::cuda::cuMemAllocAsync_t, decltype(&::cuMemAllocAsync)>::value));
  CHECK((Agrees<nova::cuda::cuMemFreeAsync_t, decltype(&::cuMemFreeAsync)>::value));
  CHECK((Agrees<nova::cuda::cuDeviceGetDefaultMemPool_t, decltype(&::cuDeviceGetDefaultMemPool)>::value));
  CHECK((Agrees<nova::cuda::cuMemPoolSetAttribute_t, decltype(&::cuMemPoolSetAttribute)>::value));
  CHECK((Agrees<nova::cuda::cuMemPoolTrimTo_t, decltype(&::cuMemPoolTrimTo)>::value));
  CHECK((Agrees<nova::cuda::cuMemGetInfo_t, decltype(&::cuMemGetInfo)>::value));
  CHECK((Agrees<nova::cuda::cuMemHostRegister_t, decltype(&::cuMemHostRegister)>::value));
  CHECK((Agrees<nova::cuda::cuMemcpyHtoDAsync_t, decltype(&::cuMemcpyHtoDAsync)>::value));
  CHECK((Agrees<nova::cuda::cuMemcpyDtoHAsync_t, decltype(&::cuMemcpyDtoHAsync)>::value));
  CHECK((Agrees<nova::cuda::cuMemcpyDtoDAsync_t, decltype(&::cuMemcpyDtoDAsync)>::value));
  CHECK((Agrees<nova::cuda::cuMemsetD8Async_t, decltype(&::cuMemsetD8Async)>::value));
}

TEST_CASE("CUDA constants have the values that the toolkit gives them") {
  using namespace nova::cuda;
  CHECK(error_out_of_memory == CUDA_ERROR_OUT_OF_MEMORY);
  CHECK(error_no_device == CUDA_ERROR_NO_DEVICE);
  CHECK(error_not_found == CUDA_ERROR_NOT_FOUND);
  CHECK(error_not_ready == CUDA_ERROR_NOT_READY);
  CHECK(attribute_multiprocessors == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  CHECK(attribute_threads_per_multiprocessor == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  CHECK(attribute_major == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  CHECK(attribute_minor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  CHECK(attribute_memory_pools == CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
  CHECK(attribute_shared == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  CHECK(attribute_shared_wished == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  CHECK(attribute_watchdog == CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT);
  CHECK(error_unavailable == CUDA_ERROR_DEVICE_UNAVAILABLE);
  CHECK(error_launch_timeout == CUDA_ERROR_LAUNCH_TIMEOUT);
  CHECK(jit_error_log == CU_JIT_ERROR_LOG_BUFFER);
  CHECK(jit_error_log_bytes == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
  CHECK(limit_stack == CU_LIMIT_STACK_SIZE);
  CHECK(function_dynamic_shared == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  CHECK(pool_release_threshold == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD);
  CHECK(stream_non_blocking == CU_STREAM_NON_BLOCKING);
  CHECK(CUDA_SUCCESS == 0);
  CHECK(NVRTC_SUCCESS == 0);
}
#endif
