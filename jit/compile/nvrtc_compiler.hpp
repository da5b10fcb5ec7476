// Kernels' machine code, as a GPU's driver loads it: from the cache on disk, or compiled at once with little effort, some
// kernels beside the others, so that the first answer does not wait; and then, beside what goes on, with all, for the runs
// that follow.
#pragma once
#include "jit/compile/disk_cache.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace nova::plan {

/// The text once for each of so many parts of its kernels, or one for each kernel where these are fewer: with all but the
/// other parts' kernels.
std::vector<std::string> kernel_parts(const std::string& text, size_t parts);

/// Code that is being compiled; the rest may be read once `ready`. `text` is "" where that failed.
struct BetterCode {
  std::atomic<bool> ready = false;
  std::string text;
  uint32_t frames = 0;
};

class KernelCompiler {
 public:
  /// `arch`: the device's, 90 for sm_90, none that is older than all that NVRTC knows. One that it does not know yet gets PTX of
  /// the newest that it knows.
  /// `first`: with how much effort a text is compiled that something waits for; little, on so many threads.
  KernelCompiler(const cuda::Nvrtc& nvrtc, const std::string& cache, int arch,
                 cuda::Effort first = cuda::Effort::Little, size_t threads = some_threads());
  /// Waits for the text that is at work.
  ~KernelCompiler();
  KernelCompiler(const KernelCompiler&) = delete;
  /// The machine's, up to eight: each reads what kernels share anew.
  static size_t some_threads();

  struct Code {
    std::vector<std::string> parts; ///< each has some of the kernels
    uint32_t frames = 0;            ///< as in cuda::Compiled, the most
    bool best = false;              ///< nothing better will come
  };
  /// Nothing, and why in `error`, where the text does not compile.
  std::optional<Code> code(const std::string& text, std::string& error) const;
  /// The same with all effort, in the background; the cache gets it, and has it for later sessions.
  std::shared_ptr<const BetterCode> improve(const std::string& text);

 private:
  struct Job {
    std::string text;
    std::shared_ptr<BetterCode> code;
  };
  std::string key(const std::string& text) const;
  cuda::Compiled compile(const std::string& text, cuda::Effort effort) const;
  std::vector<cuda::Compiled> compile_at_once(const std::vector<std::string>& texts) const;
  void keep(const cuda::Compiled& c, const std::string& text) const;
  void work();

  const cuda::Nvrtc& nvrtc_;
  DiskCache cache_;
  int arch_;
  bool exact_; ///< NVRTC knows it
  cuda::Effort first_;
  size_t threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool over_ = false;
  std::thread worker_; ///< started with the first job
};

} // namespace nova::plan
