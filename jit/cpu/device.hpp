// The `cpu` device compiles C text to a shared object (by `cc`, in the background, with a cache on disk) and runs it
// on several threads. No result depends on the number of threads.
#pragma once
#include "jit/plan/eval.hpp"
#include "runtime/progress.hpp"
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace nova {
class Ranks; // runtime/ranks
}

namespace nova::plan {

/// A compiled plan that can be run. It is shared through CpuKernelRef.
class CpuKernel;
class KernelFolder; // jit/compile
using CpuKernelRef = std::shared_ptr<const CpuKernel>;

/// The conditions that stop a run: a flag that an interruption sets, a time limit, and a host that is asked. Each may be
/// absent.
struct Stop {
  const std::atomic<bool>* interrupted = nullptr;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::chrono::milliseconds longest{60'000}; ///< how long a kernel with foreign text may run without progress
  std::function<bool()> asks{}; ///< asks the host; called by the thread that made the object alone
  const std::thread::id asker = std::this_thread::get_id();
  /// Fails with E0603 or E0604 if the run has to stop.
  void check() const;
};

class CpuDevice {
 public:
  struct Options {
    uint32_t threads = 0; ///< number of threads; 0 for as many as the machine has
    std::string cache;    ///< the cache's folder; "" for $XDG_CACHE_HOME/nova, or else ~/.cache/nova
    std::string compiler = "cc";
    std::string level = "-O3";             ///< the compiler's optimisation level
    std::shared_ptr<KernelFolder> ahead{}; ///< kernels that were compiled ahead, or null
    /// Receives the objects of all kernels (Compiler::keep). May be empty. Called by any thread.
    std::function<void(const std::string& key, const std::string& object)> keep{};
  };
  explicit CpuDevice(Options options);
  ~CpuDevice(); ///< kills a compiler that is still at work
  /// In the child of a fork, makes threads in place of those that only the parent has. Compilations that had not ended
  /// begin again when they are asked for. Requires that nothing ran at the fork.
  void survive_fork();
  CpuDevice(const CpuDevice&) = delete;

  /// Whether there is a C compiler.
  bool available() const;
  /// Returns the text's kernel from memory, from the cache on disk, or newly compiled, and waits for it. On failure
  /// returns null and sets `error`.
  CpuKernelRef compile(const std::string& c_text, std::string& error);
  /// Compiles the kernels of many plans (texts without prologues) with one call of the compiler. If that fails,
  /// returns no kernels and sets `error`.
  std::vector<CpuKernelRef> compile_all(std::span<const std::string> kernels, std::string& error);
  /// Returns the text to compile where a long one is to be compiled with all effort, by a compiler of its own that leaves
  /// the processor to all else. Returns "" if the text is not long, and so has all effort anyway.
  std::string with_all_effort(const std::string& c_text) const;
  /// Returns the text's kernel if it is ready. Otherwise starts its compilation in the background and returns null.
  /// Sets `error` if compilation failed.
  CpuKernelRef request(const std::string& c_text, std::string& error);
  /// Moves a requested text to the front of the compiler's queue. Does nothing if its compilation has begun.
  void put_first(const std::string& c_text);
  /// Returns the kernel if memory or the cache on disk has it, and null otherwise. Compiles nothing.
  CpuKernelRef find(const std::string& c_text);
  /// Whether the text's kernel was found to return right values, in this session or in an earlier one of this user on
  /// this machine.
  bool was_checked(const std::string& c_text) const;
  /// Records for `was_checked` whether the text's kernel returned right values.
  void note_checked(const std::string& c_text, bool right);
  /// Waits until a background compilation ends, but not longer than `most`.
  void wait(std::chrono::milliseconds most);
  /// Runs the kernel. Sets `Answer::failed` if a Check failed. Throws a Fault if memory (E0601) or time (E0604) runs
  /// out, or after an interruption (E0603). `rooms`: the bytes of each input's column, for a kernel with foreign text.
  /// `ranks`: the job whose ranks all run the kernel now on the same inputs, and so share its work; null: this process alone.
  Answer run(const CpuKernel& kernel, const Plan& plan, std::span<const Word> inputs, const Stop& stop,
             std::span<const uint64_t> rooms = {}, Ranks* ranks = nullptr);
  /// Copies `bytes` bytes as memcpy does. All threads share a copy of more than 1 MiB.
  void copy(std::byte* to, const std::byte* from, uint64_t bytes);
  /// Returns the progress of the kernel that runs. Any thread may call it.
  Progress progress() const;
  /// Returns why the text's kernel was not compiled ahead; "" if it was, or if there is no folder of kernels.
  std::string not_ahead(const std::string& c_text) const;
  /// How many texts were compiled, how many were found in the cache on disk, how many were compiled ahead, and the
  /// compiler's time in milliseconds.
  struct Counts {
    uint32_t compiled = 0, from_disk = 0, ahead = 0;
    double compile_ms = 0;
  };
  Counts counts() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace nova::plan
