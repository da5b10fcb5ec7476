// The `cpu` device: C text becomes a shared object (compiled by `cc` in the background, cached on disk), which runs on
// threads. The number of threads never shows in the result.
#pragma once
#include "jit/plan/eval.hpp"
#include "runtime/progress.hpp"
#include <atomic>
#include <chrono>
#include <memory>
#include <string>

namespace nova::plan {

/// A compiled plan that can be run; its users share it.
class CpuKernel;
using CpuKernelRef = std::shared_ptr<const CpuKernel>;

/// What may stop a run.
struct Stop {
  const std::atomic<bool>* interrupted = nullptr;
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

class CpuDevice {
 public:
  struct Options {
    uint32_t threads = 0; ///< 0: as many as the machine has
    std::string cache;    ///< folder; empty: $XDG_CACHE_HOME/nova, else ~/.cache/nova
    std::string compiler = "cc";
    std::string level = "-O3"; ///< how hard the compiler tries
  };
  explicit CpuDevice(Options options);
  ~CpuDevice(); ///< a compiler still at work is stopped
  CpuDevice(const CpuDevice&) = delete;

  /// Is there a compiler?
  bool available() const;
  /// Compiles, or takes what memory or disk has; waits. Null, and why in `error`.
  CpuKernelRef compile(const std::string& c_text, std::string& error);
  /// Many plans' kernels (without prologues) by one call of the compiler; none if it fails.
  std::vector<CpuKernelRef> compile_all(std::span<const std::string> kernels, std::string& error);
  /// As `compile`, in the background: null until it is ready. `error` is set if it never will be.
  CpuKernelRef request(const std::string& c_text, std::string& error);
  /// Moves a requested text that still waits to the front of the compiler's queue.
  void put_first(const std::string& c_text);
  /// What memory or the cache on disk has, without the compiler; null otherwise.
  CpuKernelRef find(const std::string& c_text);
  /// Was it found right in this session or in an earlier one, of this user on this machine?
  bool was_checked(const std::string& c_text) const;
  void note_checked(const std::string& c_text, bool right);
  /// Waits until something was compiled, at most so long.
  void wait(std::chrono::milliseconds most);
  /// Runs it. `Answer::failed` where a Check failed; a Fault for memory, interruption (E0603) or time (E0604).
  Answer run(const CpuKernel& kernel, const Plan& plan, std::span<const Word> inputs, const Stop& stop);
  /// As memcpy; more than a MiB by all threads.
  void copy(std::byte* to, const std::byte* from, uint64_t bytes);
  /// How far the kernel is that runs. Any thread may ask.
  Progress progress() const;
  /// How many texts went through the compiler, and how many came from the cache on disk.
  struct Counts {
    uint32_t compiled = 0, from_disk = 0;
    double compile_ms = 0;
  };
  Counts counts() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace nova::plan
