// A user's CUDA kernel that can be launched, on the simulated GPU or on a real one.
#pragma once
#include "jit/sim/recording.hpp"
#include "jit/user_kernels/fault.hpp"
#include "jit/user_kernels/text/kernel_text.hpp"
#include <chrono>
#include <cstddef>
#include <functional>
#include <span>

namespace nova::plan {

/// The value of a parameter. For a scalar: its bytes. For an input: its elements. For an output: how many elements it
/// has, and their bytes before the launch; without bytes, nothing is written there yet.
struct KernelArgument {
  std::span<const std::byte> bytes{};
  uint64_t count = 0;
};

struct KernelLaunch {
  Triple grid{1, 1, 1}, block{1, 1, 1};      ///< the number of blocks, and of threads of a block
  uint64_t shared = 0;                       ///< bytes of dynamic shared memory
  std::vector<KernelArgument> arguments{};   ///< in the parameters' order
  uint64_t seed = 1;                         ///< decides the order of threads, if the kernel is simulated
  std::chrono::milliseconds longest{10'000}; ///< the most CPU time that a simulated run may take
  bool finds_lines = true; ///< whether each fault has lines; to find them takes longer than most runs
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

class LaunchableKernel {
 public:
  virtual ~LaunchableKernel() = default;
  virtual const std::vector<KernelParameter>& parameters() const = 0;
  /// Runs the kernel. `give_up` is called every few milliseconds and may throw.
  virtual KernelAnswer run(const KernelLaunch& launch, const std::function<void()>& give_up) const = 0;
  /// Whether a run that fails in this way takes so long that it should not be repeated on other inputs.
  virtual bool is_slow_to_fail(KernelMistake kind) const = 0;
  /// Returns what in the text may be the cause of a wrong value: a clause such as "best may be read before it is written
  /// (line 7)". Returns "" if nothing is known.
  virtual std::string suspicion(const std::function<void()>& give_up) const = 0;
};

/// Returns the bytes of a C type such as "float" or "int64_t"; 0 if it is none that a kernel can take.
uint32_t c_type_bytes(std::string_view type);

} // namespace nova::plan
