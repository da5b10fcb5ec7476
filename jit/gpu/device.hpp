// The interface of a device that runs the kernels of a CUDA text: a GPU or the simulator. A `place` is an address in
// device memory.
#pragma once
#include "runtime/buffer.hpp"
#include "runtime/fault.hpp"
#include "runtime/foreign/function.hpp"
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace nova::plan {

/// The kernels of one text, loaded on a device.
class GpuModule {
 public:
  virtual ~GpuModule() = default;
  /// Called between runs: switches to better code of the same kernels if it is ready, and returns whether it did.
  virtual bool improve() { return false; }
};

/// The argument that a launch passes to all threads, laid out as `nova_gpu` in kernels/cuda/gpu.h.
struct GpuTask {
  void* arena;
  int64_t slice;
  void* state;
  const void* stop;
  int64_t stack;
};

/// Thrown when the device can no longer be used, after an access to invalid memory or a kernel that never ends. Only
/// a new process can use it again.
struct GpuBroken {
  std::string what;
};

/// Thrown when a plan's kernels need more than the device has, such as shared memory. The device stays usable.
struct GpuUnfit {
  std::string what;
};

/// Thrown as E0601 when the session's memory limit prevents an allocation for which the device may have memory left.
struct OverLimit : Fault {};

/// Thrown by the simulator for a kernel that would be wrong on a GPU, with a message such as "barrier divergence in
/// nova_kernel_1, block 3".
struct DeviceError {
  std::string what;
};

/// A launch's dimensions: the number of its blocks, and of the threads of each block.
struct GpuGrid {
  uint32_t blocks = 1, threads = 256, shared = 0; ///< `shared`: bytes of shared memory of a block
};

/// The launch of a CUDA kernel of the user's. `places` has for each of the kernel's parameters, and behind them for
/// each result, a scalar's bits or a column's address and length.
struct ForeignLaunch {
  struct Place {
    uint64_t bits = 0;
    void* column = nullptr; ///< null for a scalar
    int64_t length = 0;
  };
  std::shared_ptr<const ForeignFunction> kernel;
  std::array<uint32_t, 3> blocks, threads; ///< the grid's blocks, and a block's threads
  uint64_t shared;                         ///< bytes of dynamic shared memory
  std::vector<Place> places;
};

class GpuDevice {
 public:
  virtual ~GpuDevice() = default;
  /// Returns the device's name, which is shown to users.
  virtual std::string name() const = 0;
  /// Called now and then while the host waits for kernels. If it throws, the kernels are stopped.
  std::function<void()> give_up;
  /// Returns how many blocks of `threads` threads the device can run at the same time.
  virtual uint32_t resident_blocks(uint32_t threads) const = 0;
  /// Returns the complete text to compile for a plan's kernels: a prologue and the kernels.
  virtual std::string whole(const std::string& kernels) const = 0;
  /// Compiles and loads the complete text. If it does not compile, returns null and sets `error`.
  virtual std::shared_ptr<GpuModule> load(const std::string& whole, std::string& error) = 0;

  /// Allocates device memory; throws a Fault (E0601) if none is left. Memory may be released while kernels that were
  /// launched before still use it: only work that is launched later can get the same memory.
  virtual void* allocate(uint64_t bytes) = 0;
  virtual void release(void* place) noexcept = 0;
  /// Pins host memory that many copies will use, so that the device can copy faster.
  virtual void pin(void*, uint64_t) {}
  virtual void upload(void* to, const void* from, uint64_t bytes) = 0;
  virtual void download(void* to, const void* from, uint64_t bytes) = 0;
  /// A copy of bytes from the device to the host.
  struct Fetch {
    void* to;
    const void* from;
    uint64_t bytes;
  };
  /// Waits for all launched kernels, and downloads a few small values (in one round trip if the device supports
  /// that).
  virtual void fetch(std::span<const Fetch> all) {
    finish();
    for (const Fetch& f : all) download(f.to, f.from, f.bytes);
  }
  virtual void copy(void* to, const void* from, uint64_t bytes) = 0;
  virtual void fill(void* at, uint64_t bytes, uint8_t byte) = 0;
  void clear(void* at, uint64_t bytes) { fill(at, bytes, 0); }

  /// Returns the bytes of stack that calls in the module's kernels may take in each thread.
  virtual int64_t stack_bytes(const GpuModule& module) const = 0;
  /// Increases the stack of the module's kernels, for a run that needs more. Returns false if the device has no
  /// memory for that.
  virtual bool grow_stack(const GpuModule&) { return false; }
  /// Returns the address of the word that tells running kernels to stop.
  virtual const void* stop_place() = 0;
  /// Launches a kernel, which runs after all kernels launched before. `words` are the kernel's own arguments.
  virtual void launch(const GpuModule& module, const std::string& kernel, const GpuGrid& grid,
                      const GpuTask& task, std::span<const uint64_t> words) = 0;
  /// Launches a CUDA kernel of the user's. Throws a Fault (E0432) if the kernel is wrong.
  virtual void launch(const ForeignLaunch& launch);
  /// Waits for all launched kernels.
  virtual void finish() = 0;
  /// Starts the device's own clock. `stop_clock` waits for all launched kernels and returns the nanoseconds since
  /// then, or 0 if the device has no clock.
  virtual void start_clock() {}
  virtual double stop_clock() { return 0; }
};

/// Memory of a device. It is charged against the memory limit, as the process's own memory is.
class DeviceBuffer {
  const Charge charge_; // made before the allocation
  GpuDevice& device_;

 public:
  DeviceBuffer(GpuDevice& d, uint64_t bytes);
  ~DeviceBuffer() { device_.release(place); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  char* const place;
  uint64_t bytes; ///< the bytes in use, at most those allocated
};
using DeviceBufferRef = std::shared_ptr<DeviceBuffer>;

} // namespace nova::plan
