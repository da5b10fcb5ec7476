// libcuda.so.1 for tests of programs that `nova build --to cuda` has written. Kernels run on the simulator (fake_driver.hpp); their
// code is their text behind a line such as `sm_90 13`.
#include "runtime/cuda/api.hpp"
#include "tests/fake_driver.hpp"

using namespace nova;

namespace {

template <class... A> int forward(const char* name, A... arguments) {
  return reinterpret_cast<int (*)(A...)>(fake::driver_function(name))(arguments...);
}

} // namespace

#define NOVA_SYMBOL extern "C" __attribute__((visibility("default")))
#define NOVA_FORWARD(name, parameters, ...)                                                                  \
  NOVA_SYMBOL int name parameters { return forward(#name, __VA_ARGS__); }

NOVA_SYMBOL int cuInit(unsigned flags) {
  static const bool once = [] { return fake::start(std::make_shared<FakeCuda>()), true; }();
  return once ? forward("cuInit", flags) : 1;
}
NOVA_FORWARD(cuGetErrorName, (int status, const char** name), status, name)
NOVA_FORWARD(cuDeviceGet, (int* device, int number), device, number)
NOVA_FORWARD(cuDeviceGetName, (char* name, int size, int device), name, size, device)
NOVA_FORWARD(cuDeviceGetAttribute, (int* value, int which, int device), value, which, device)
NOVA_FORWARD(cuDevicePrimaryCtxRetain, (void** context, int device), context, device)
NOVA_SYMBOL int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
NOVA_SYMBOL int cuCtxPushCurrent_v2(void* context) { return forward("cuCtxSetCurrent", context); }
NOVA_SYMBOL int cuCtxPopCurrent_v2(void**) { return 0; }
NOVA_FORWARD(cuCtxSetLimit, (int which, size_t bytes), which, bytes)
NOVA_FORWARD(cuStreamCreate, (void** stream, unsigned flags), stream, flags)
NOVA_SYMBOL int cuStreamDestroy_v2(void*) { return 0; }
NOVA_FORWARD(cuStreamQuery, (void* stream), stream)
NOVA_SYMBOL int cuModuleLoadData(void** module, const void* image) {
  return forward("cuModuleLoadDataEx", module, image, 0U, static_cast<int*>(nullptr),
                 static_cast<void**>(nullptr));
}
NOVA_FORWARD(cuModuleUnload, (void* module), module)
NOVA_FORWARD(cuModuleGetFunction, (void** function, void* module, const char* name), function, module, name)
NOVA_FORWARD(cuFuncSetAttribute, (void* function, int which, int value), function, which, value)
NOVA_FORWARD(cuOccupancyMaxActiveBlocksPerMultiprocessor,
             (int* blocks, void* function, int threads, size_t shared), blocks, function, threads, shared)
NOVA_FORWARD(cuLaunchKernel,
             (void* function, unsigned bx, unsigned by, unsigned bz, unsigned tx, unsigned ty, unsigned tz,
              unsigned shared, void* stream, void** arguments, void** extra),
             function, bx, by, bz, tx, ty, tz, shared, stream, arguments, extra)
NOVA_FORWARD(cuMemAlloc_v2, (uint64_t * at, size_t bytes), at, bytes)
NOVA_FORWARD(cuMemFree_v2, (uint64_t at), at)
NOVA_FORWARD(cuMemcpyHtoDAsync_v2, (uint64_t to, const void* from, size_t bytes, void* stream), to, from,
             bytes, stream)
NOVA_FORWARD(cuMemcpyDtoHAsync_v2, (void* to, uint64_t from, size_t bytes, void* stream), to, from, bytes,
             stream)
NOVA_FORWARD(cuMemcpyDtoDAsync_v2, (uint64_t to, uint64_t from, size_t bytes, void* stream), to, from, bytes,
             stream)
NOVA_FORWARD(cuMemsetD8Async, (uint64_t at, unsigned char byte, size_t bytes, void* stream), at, byte, bytes,
             stream)
