#include "jit/gpu/device.hpp"
#include <algorithm>

namespace nova::plan {

void GpuDevice::launch(const ForeignLaunch& launch) {
  throw GpuUnfit{"it launches the CUDA kernel " + launch.kernel->name + ", which this device does not"};
}
namespace {

Charge counted(uint64_t bytes) {
  try {
    return Charge(bytes);
  } catch (const Fault& f) {
    throw OverLimit{f};
  }
}

} // namespace

DeviceBuffer::DeviceBuffer(GpuDevice& d, uint64_t bytes)
    : charge_(counted(bytes)), device_(d),
      place(static_cast<char*>(d.allocate(std::max<uint64_t>(bytes, 8)))), bytes(bytes) {}

} // namespace nova::plan
