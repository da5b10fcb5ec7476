// Compiles CUDA text by NVRTC to machine code that a GPU's driver loads, with a cache on disk. At first the kernels
// are compiled in parallel with little optimisation, so that the first answer is early. A background thread then
// compiles them with full optimisation, for later runs.
#pragma once
#include "jit/compile/disk_cache.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

namespace nova::plan {

/// Splits the text into shared code and kernels, which alternate; the first and the last piece are shared code.
std::vector<std::string_view> shared_and_kernels(std::string_view text);

/// Splits the text into `parts` texts, or into one text per kernel if there are fewer kernels. Each text has all
/// shared code and some of the kernels.
std::vector<std::string> kernel_parts(const std::string& text, size_t parts);

/// The result of a compilation in the background. `text` (the machine code) and `frames` may be read once `ready` is
/// true; `text` is "" if the compilation failed.
struct BetterCode {
  std::atomic<bool> ready = false;
  std::string text;
  uint32_t frames = 0; ///< bytes of stack for a kernel's frames, as in cuda::Compiled
};

class KernelCompiler {
 public:
  /// `arch`: the device's architecture, such as 90 for sm_90. NVRTC must support it or an older one. If it does not
  /// support `arch` itself, kernels are compiled to PTX for the newest older one. `first`: the optimisation level of
  /// compilations for which a caller waits; if it is Little, `threads` threads share the kernels of a text.
  KernelCompiler(const cuda::Nvrtc& nvrtc, const std::string& cache, int arch,
                 cuda::Effort first = cuda::Effort::Little, size_t threads = some_threads());
  /// Waits for the compilation that is in progress, and drops those that have not begun.
  ~KernelCompiler();
  KernelCompiler(const KernelCompiler&) = delete;
  /// Returns how many threads share the kernels of a text: as many as the machine has, but at most eight, since each
  /// thread compiles the shared code again.
  static size_t some_threads();

  struct Code {
    std::vector<std::string> parts; ///< machine code or PTX of modules, each with some of the kernels
    uint32_t frames = 0;            ///< bytes of stack, as in cuda::Compiled; the maximum over the parts
    bool best = false;              ///< whether it was compiled with full optimisation
  };
  /// Returns the text's code, from the cache or newly compiled. If the text does not compile, returns nothing and
  /// sets `error`.
  std::optional<Code> code(const std::string& text, std::string& error) const;
  /// Starts to compile the text with full optimisation in the background, and returns the object that will hold the
  /// result. The cache keeps the result for later sessions.
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
  bool exact_; ///< whether arch_ is the device's own architecture
  cuda::Effort first_;
  size_t threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool over_ = false;
  std::thread worker_; ///< compiles the jobs; started with the first job
};

} // namespace nova::plan
