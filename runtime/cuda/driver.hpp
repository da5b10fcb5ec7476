// The CUDA driver library (libcuda), opened at run time. Only the helper process, which owns the CUDA context,
// initialises it.
#pragma once
#include "runtime/cuda/api.hpp"
#include <functional>
#include <memory>
#include <string>

namespace nova::cuda {

/// The driver's functions that Nova calls. None of the pointers is null.
struct Driver {
  /// Opens libcuda. Returns null, with the reason in `error`, if it is not installed or lacks one of the functions.
  static std::unique_ptr<Driver> open(std::string& error);
  /// Makes a Driver: `find` is called with the name of each function and returns its address. Returns null, with the
  /// reason in `error`, if `find` returns null for one of them.
  static std::unique_ptr<Driver> open(const std::function<void*(const char*)>& find, std::string& error);
  ~Driver();
  std::string error_name(Status s) const;
  /// Returns the CUDA version of the driver (13000 means 13.0), or 0 if the driver does not report it.
  int version() const;

  cuInit_t init;
  cuDriverGetVersion_t driver_version;
  cuGetErrorName_t get_error_name;
  cuDeviceGetCount_t device_count;
  cuDeviceGet_t device_get;
  cuDeviceGetName_t device_name;
  cuDeviceGetAttribute_t device_attribute;
  cuDeviceTotalMem_t device_memory;
  cuDevicePrimaryCtxRetain_t retain_context;
  cuCtxSetCurrent_t set_context;
  cuCtxSetLimit_t set_limit;
  cuStreamCreate_t make_stream;
  cuStreamQuery_t query;
  cuStreamSynchronize_t synchronize;
  cuEventCreate_t make_event;
  cuEventRecord_t record;
  cuEventElapsedTime_t elapsed;
  cuModuleLoadDataEx_t load_module;
  cuModuleUnload_t unload_module;
  cuModuleGetFunction_t get_function;
  cuFuncSetAttribute_t set_function_attribute;
  cuOccupancyMaxActiveBlocksPerMultiprocessor_t blocks_per_multiprocessor;
  cuLaunchKernel_t launch;
  cuMemAlloc_t allocate;
  cuMemFree_t release;
  cuMemAllocAsync_t allocate_in_order;
  cuMemFreeAsync_t release_in_order;
  cuDeviceGetDefaultMemPool_t default_pool;
  cuMemPoolSetAttribute_t set_pool_attribute;
  cuMemPoolTrimTo_t trim_pool;
  cuMemGetInfo_t memory_info;
  cuMemHostRegister_t pin;
  cuMemcpyHtoDAsync_t upload;
  cuMemcpyDtoHAsync_t download;
  cuMemcpyDtoDAsync_t copy;
  cuMemsetD8Async_t fill;

 private:
  Driver() = default;
  std::string find_all(const std::function<void*(const char*)>& symbol);
  void* library_ = nullptr;
};

} // namespace nova::cuda
