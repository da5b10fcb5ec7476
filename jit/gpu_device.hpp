// What runs kernels of CUDA text: a GPU, or the simulator. Memory is the device's; places are its addresses.
#pragma once
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
};

/// As kernels/gpu.h declares it.
struct GpuTask {
  void* arena;
  int64_t slice;
  void* state;
  const void* stop;
  int64_t stack;
};

/// A launch's dimensions.
struct GpuGrid {
  uint32_t blocks = 1, threads = 256, shared = 0; ///< shared: bytes
};

class GpuDevice {
 public:
  virtual ~GpuDevice() = default;
  /// Blocks of so many threads that are at work at the same time.
  virtual uint32_t resident_blocks(uint32_t threads) const = 0;
  /// All that is compiled, for the text of a plan's kernels.
  virtual std::string whole(const std::string& kernels) const = 0;
  /// Null, and why in `error`, where the whole text does not compile.
  virtual std::shared_ptr<const GpuModule> load(const std::string& whole, std::string& error) = 0;

  /// Memory; a Fault (E0601) where there is none left.
  virtual void* allocate(uint64_t bytes) = 0;
  virtual void release(void* place) noexcept = 0;
  virtual void upload(void* to, const void* from, uint64_t bytes) = 0;
  virtual void download(void* to, const void* from, uint64_t bytes) = 0;
  virtual void copy(void* to, const void* from, uint64_t bytes) = 0;
  virtual void clear(void* at, uint64_t bytes) = 0;

  /// Bytes of stack that a thread's calls may take.
  virtual int64_t stack_bytes() const = 0;
  /// The place of the word that kernels look at to see whether they should stop.
  virtual const void* stop_place() = 0;
  /// Runs after all that was launched before. `words` are the kernel's own.
  virtual void launch(const GpuModule& module, const std::string& kernel, const GpuGrid& grid,
                      const GpuTask& task, std::span<const uint64_t> words) = 0;
  /// Waits for all that was launched; `give_up` is asked now and then, and may throw.
  virtual void finish(const std::function<void()>& give_up) = 0;
};

} // namespace nova::plan
