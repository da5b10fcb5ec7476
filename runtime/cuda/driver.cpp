#include "runtime/cuda/driver.hpp"
#include <dlfcn.h>

namespace nova::cuda {

std::unique_ptr<Driver> Driver::open(std::string& error) {
  void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return error = "there is no NVIDIA driver (libcuda.so.1)", nullptr;
  std::unique_ptr<Driver> d = open([library](const char* name) { return dlsym(library, name); }, error);
  if (d)
    d->library_ = library;
  else
    dlclose(library);
  return d;
}

std::unique_ptr<Driver> Driver::open(const std::function<void*(const char*)>& find, std::string& error) {
  std::unique_ptr<Driver> d(new Driver);
  if (const std::string missing = d->find_all(find); !missing.empty())
    return error = "the NVIDIA driver is too old: it has no " + missing, nullptr;
  return d;
}

Driver::~Driver() {
  if (library_) dlclose(library_);
}

/// Sets all function pointers: symbol(name) returns the address of a function, or null. Returns the first name for
/// which it is null, or "" if there is none.
std::string Driver::find_all(const std::function<void*(const char*)>& symbol) {
  std::string missing;
  const auto find = [&](auto& f, const char* name) {
    f = reinterpret_cast<std::remove_reference_t<decltype(f)>>(symbol(name));
    if (!f && missing.empty()) missing = name;
  };
  find(init, "cuInit"), find(driver_version, "cuDriverGetVersion"), find(get_error_name, "cuGetErrorName");
  find(device_count, "cuDeviceGetCount"), find(device_get, "cuDeviceGet"),
      find(device_name, "cuDeviceGetName");
  find(device_attribute, "cuDeviceGetAttribute"), find(device_memory, "cuDeviceTotalMem_v2");
  find(retain_context, "cuDevicePrimaryCtxRetain"), find(set_context, "cuCtxSetCurrent");
  find(set_limit, "cuCtxSetLimit"), find(make_stream, "cuStreamCreate"), find(query, "cuStreamQuery");
  find(synchronize, "cuStreamSynchronize"), find(load_module, "cuModuleLoadDataEx");
  find(make_event, "cuEventCreate"), find(record, "cuEventRecord"), find(elapsed, "cuEventElapsedTime");
  find(unload_module, "cuModuleUnload"), find(get_function, "cuModuleGetFunction");
  find(set_function_attribute, "cuFuncSetAttribute");
  find(blocks_per_multiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor"),
      find(launch, "cuLaunchKernel");
  find(allocate, "cuMemAlloc_v2"), find(release, "cuMemFree_v2"), find(allocate_in_order, "cuMemAllocAsync");
  find(release_in_order, "cuMemFreeAsync"), find(default_pool, "cuDeviceGetDefaultMemPool");
  find(set_pool_attribute, "cuMemPoolSetAttribute"), find(trim_pool, "cuMemPoolTrimTo");
  find(memory_info, "cuMemGetInfo_v2"), find(pin, "cuMemHostRegister_v2"),
      find(upload, "cuMemcpyHtoDAsync_v2");
  find(download, "cuMemcpyDtoHAsync_v2"), find(copy, "cuMemcpyDtoDAsync_v2"), find(fill, "cuMemsetD8Async");
  return missing;
}

std::string Driver::error_name(Status s) const {
  const char* name = nullptr;
  return get_error_name(s, &name) == 0 && name ? name : "CUDA error " + std::to_string(s);
}

int Driver::version() const {
  int v = 0;
  return driver_version(&v) == 0 ? v : 0;
}

} // namespace nova::cuda
