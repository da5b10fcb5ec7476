// What runs kernels of CUDA text: a GPU, or the simulator. Memory is the device's; places are its addresses.
#pragma once
#include "runtime/buffer.hpp"
#include "runtime/fault.hpp"
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace nova::plan {

/// Loaded kernels.
class GpuModule {
 public:
  virtual ~GpuModule() = default;
  /// Between runs: true where better code of the same kernels takes over now.
  virtual bool improve() { return false; }
};

/// As kernels/cuda/gpu.h declares it.
struct GpuTask {
  void* arena;
  int64_t slice;
  void* state;
  const void* stop;
  int64_t stack;
};

/// The device is of no use any more: an access to no memory, a kernel that never ends. Only another process
/// helps.
struct GpuBroken {
  std::string what;
};

/// The device can't do it, which is as good as before: its kernels need more than it has.
struct GpuUnfit {
  std::string what;
};

/// What a session may hold, not the device's memory, is in the way (E0601).
struct OverLimit : Fault {};

/// A kernel that would not do on a GPU: "barrier divergence in nova_kernel_1, block 3".
struct DeviceError {
  std::string what;
};

/// A launch's dimensions.
struct GpuGrid {
  uint32_t blocks = 1, threads = 256, shared = 0; ///< shared: bytes
};

class GpuDevice {
 public:
  virtual ~GpuDevice() = default;
  /// What people call it.
  virtual std::string name() const = 0;
  /// Asked now and then while kernels run; may throw, and they are stopped.
  std::function<void()> give_up;
  /// Blocks of so many threads that are at work at the same time.
  virtual uint32_t resident_blocks(uint32_t threads) const = 0;
  /// All that is compiled, for the text of a plan's kernels.
  virtual std::string whole(const std::string& kernels) const = 0;
  /// Null, and why in `error`, where the whole text does not compile.
  virtual std::shared_ptr<GpuModule> load(const std::string& whole, std::string& error) = 0;

  /// Memory; a Fault (E0601) where there is none left. What is released is for work that is asked for later.
  virtual void* allocate(uint64_t bytes) = 0;
  virtual void release(void* place) noexcept = 0;
  /// The host's memory that much will pass through.
  virtual void pin(void*, uint64_t) {}
  virtual void upload(void* to, const void* from, uint64_t bytes) = 0;
  virtual void download(void* to, const void* from, uint64_t bytes) = 0;
  /// Bytes that go from the device to the host.
  struct Fetch {
    void* to;
    const void* from;
    uint64_t bytes;
  };
  /// Waits for all that was launched, and downloads a few small things; in one round trip where the device can.
  virtual void fetch(std::span<const Fetch> all) {
    finish();
    for (const Fetch& f : all) download(f.to, f.from, f.bytes);
  }
  virtual void copy(void* to, const void* from, uint64_t bytes) = 0;
  virtual void clear(void* at, uint64_t bytes) = 0;

  /// Bytes of stack that a thread's calls may take in its kernels.
  virtual int64_t stack_bytes(const GpuModule& module) const = 0;
  /// Gives its kernels more of it, for a run that needs more; false where there is no more.
  virtual bool grow_stack(const GpuModule&) { return false; }
  /// The place of the word that kernels look at to see whether they should stop.
  virtual const void* stop_place() = 0;
  /// Runs after all that was launched before. `words` are the kernel's own.
  virtual void launch(const GpuModule& module, const std::string& kernel, const GpuGrid& grid,
                      const GpuTask& task, std::span<const uint64_t> words) = 0;
  /// Waits for all that was launched.
  virtual void finish() = 0;
  /// From here on the device's own clock runs; `stop_clock` waits for all that was launched, and gives nanoseconds, or 0 where
  /// there is no such clock.
  virtual void start_clock() {}
  virtual double stop_clock() { return 0; }
};

/// Memory of a device, counted as the process's own is.
class DeviceBuffer {
  const Charge charge_; // before the device is asked
  GpuDevice& device_;

 public:
  DeviceBuffer(GpuDevice& d, uint64_t bytes);
  ~DeviceBuffer() { device_.release(place); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  char* const place;
  uint64_t bytes; ///< in use
};
using DeviceBufferRef = std::shared_ptr<DeviceBuffer>;

} // namespace nova::plan
