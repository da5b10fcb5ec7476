// A user's CUDA kernel on a simulated GPU that checks every access. Each run happens in a child process, so that no text
// harms this one.
#pragma once
#include "jit/sim/recording.hpp"
#include "jit/user_kernels/fault.hpp"
#include "jit/user_kernels/module.hpp"
#include "jit/user_kernels/text/kernel_text.hpp"
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>

namespace nova::plan {

/// The value of a parameter. For a scalar: its bytes. For an input: its elements. For an output: how many elements it
/// has, and their bytes before the launch; without bytes, nothing is written there yet.
struct KernelArgument {
  std::span<const std::byte> bytes{};
  uint64_t count = 0;
};

struct KernelLaunch {
  Triple grid{1, 1, 1}, block{1, 1, 1};    ///< the number of blocks, and of threads of a block
  uint64_t shared = 0;                     ///< bytes of dynamic shared memory
  std::vector<KernelArgument> arguments{}; ///< in the parameters' order
  uint64_t seed = 1;                       ///< decides the order of threads
  std::chrono::milliseconds longest{10'000};
  bool finds_lines = true; ///< whether a fault has lines; to find them takes longer than most runs
  bool records = false;    ///< whether the answer has a record of the accesses
};

struct KernelAnswer {
  std::vector<std::vector<std::byte>> outputs{}; ///< empty if there is a fault
  std::optional<KernelFault> fault{};
  /// What may explain a wrong result: a lane took a value from a lane outside of its mask. "" if none did.
  std::string doubt{};
  /// What each thread has touched, barrier by barrier, up to the mistake.
  std::optional<SimRecording::Launched> record{};
};

class KernelProgram {
 public:
  /// Compiles the text, or takes it from the cache in this folder (as for Compiler). `give_up` is called meanwhile and
  /// may throw. Returns null and sets `error` to a sentence with file and line if the text can't be used.
  static std::unique_ptr<KernelProgram> load(const KernelSource& source, const std::string& cache,
                                             const std::function<void()>& give_up, std::string& error);
  /// Runs the kernel. `give_up` is called every few milliseconds and may throw.
  KernelAnswer run(const KernelLaunch& launch, const std::function<void()>& give_up) const;

  const std::vector<KernelParameter>& parameters() const { return parameters_; }
  const std::string& shown() const { return shown_; }

 private:
  friend class KernelRun;
  KernelProgram() = default;
  std::optional<KernelFault> unfit(const KernelLaunch& launch) const;
  std::string path_, shown_, kernel_, dynamic_name_;
  std::vector<KernelParameter> parameters_;
  ModuleSymbols symbols_;
  ArrayShapes shapes_;
};

/// Returns the bytes of a C type such as "float" or "int64_t"; 0 if it is none that a kernel can take.
uint32_t c_type_bytes(std::string_view type);

} // namespace nova::plan
