// The `cpu` device: C text becomes a shared object (compiled by `cc` in the background, cached on disk), which runs
// on threads. The number of threads never shows in the result.
#pragma once
#include "jit/plan/eval.hpp"
#include "runtime/progress.hpp"
#include <atomic>
#include <chrono>
#include <memory>
#include <string>

namespace nova::plan {

/// A compiled plan that can be run. Users share it by counted references.
class CpuKernel;
using CpuKernelRef = std::shared_ptr<const CpuKernel>;

/// The conditions that stop a run: the flag of an interruption, and a time limit.
struct Stop {
  const std::atomic<bool>* interrupted = nullptr;
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

class CpuDevice {
 public:
  struct Options {
    uint32_t threads = 0; ///< number of threads; 0 for as many as the machine has
    std::string cache;    ///< the cache's folder; "" for $XDG_CACHE_HOME/nova, or else ~/.cache/nova
    std::string compiler = "cc";
    std::string level = "-O3"; ///< the compiler's optimisation level
  };
  explicit CpuDevice(Options options);
  ~CpuDevice(); ///< kills a compiler that is still at work
  CpuDevice(const CpuDevice&) = delete;

  /// Whether there is a C compiler.
  bool available() const;
  /// Returns the text's kernel from memory, from the cache on disk, or newly compiled, and waits for it. On failure
  /// returns null and sets `error`.
  CpuKernelRef compile(const std::string& c_text, std::string& error);
  /// Compiles the kernels of many plans (texts without prologues) by one call of the compiler. Returns none if that
  /// fails.
  std::vector<CpuKernelRef> compile_all(std::span<const std::string> kernels, std::string& error);
  /// Returns the text's kernel if it is ready. Otherwise starts its compilation in the background and returns null.
  /// Sets `error` if compilation failed.
  CpuKernelRef request(const std::string& c_text, std::string& error);
  /// Moves a requested text that still waits to the front of the compiler's queue.
  void put_first(const std::string& c_text);
  /// Returns the kernel if memory or the cache on disk has it, and null otherwise. Compiles nothing.
  CpuKernelRef find(const std::string& c_text);
  /// Whether the text's kernel was found right, in this session or in an earlier one of this user on this machine.
  bool was_checked(const std::string& c_text) const;
  void note_checked(const std::string& c_text, bool right);
  /// Waits until a compilation ends, but at most `most`.
  void wait(std::chrono::milliseconds most);
  /// Runs the kernel. Sets `Answer::failed` if a Check failed. Throws a Fault if memory (E0601) or time (E0604) runs
  /// out, or after an interruption (E0603).
  Answer run(const CpuKernel& kernel, const Plan& plan, std::span<const Word> inputs, const Stop& stop);
  /// Copies as memcpy does; all threads share copies of more than 1 MiB.
  void copy(std::byte* to, const std::byte* from, uint64_t bytes);
  /// Returns the progress of the kernel that runs. Any thread may call it.
  Progress progress() const;
  /// The number of texts that were compiled, of those found in the cache on disk, and the compiler's time.
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
