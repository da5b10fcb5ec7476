// Checks a user's kernel against a reference: on random inputs and on edges, in several orders of threads. What fails is made
// smaller before it is told.
#pragma once
#include "jit/user_kernels/program.hpp"
#include "runtime/foreign/function.hpp"

namespace nova::plan {

/// The value of a scalar or of an input vector. A scalar has one element.
struct KernelValue {
  std::string type; ///< its C type, or that of its elements
  bool vector = false;
  std::vector<std::byte> bytes{};
  uint64_t count() const { return bytes.size() / c_type_bytes(type); }
};
/// The values of the kernel's scalars and inputs, in the parameters' order.
using KernelInputs = std::vector<KernelValue>;

/// What the reference makes of inputs, and how the kernel is to be launched on them.
struct KernelExpectation {
  std::vector<std::vector<std::byte>> outputs; ///< as many bytes as each output has
  /// A grid with a size 0 is not launched where the outputs are empty, and a mistake where they are not.
  Triple grid, block;
  uint64_t shared = 0;
  bool compares = true; ///< false: of the outputs only the sizes are known
  /// Each output's bytes before the launch; empty: nothing is written there.
  std::vector<std::vector<std::byte>> before{};
};
/// Returns nothing for inputs that the reference does not take.
using KernelReference = std::function<std::optional<KernelExpectation>(const KernelInputs&)>;

struct KernelCheckOptions {
  uint64_t seed = 1;
  uint32_t inputs = 40; ///< how many inputs that the reference takes
  uint32_t orders = 3;  ///< how many orders of threads for each of them
  std::chrono::milliseconds longest{4'000};
};

/// A run that failed.
struct KernelFailure {
  KernelFault fault;
  KernelInputs inputs;
  KernelExpectation expected;
  uint64_t seed = 0; ///< the seed that decides the order of threads
  std::string doubt{};
};

struct KernelCheckResult {
  uint32_t inputs = 0, skipped = 0, runs = 0; ///< skipped: inputs that the reference does not take
  uint64_t most_blocks = 0;                   ///< of a launch
  std::optional<KernelFailure> failure{};
};

KernelCheckResult check_kernel(const LaunchableKernel& program, const KernelReference& reference,
                               const Distance& distance, const KernelCheckOptions& options,
                               const std::function<void()>& give_up);

/// Makes the launch of a kernel on these inputs. It refers to the inputs' bytes.
KernelLaunch launch_on(const LaunchableKernel& program, const KernelInputs& inputs,
                       const KernelExpectation& expected, uint64_t seed);
/// Prints a value, such as "[1.5 2 nan ..]".
std::string printed(const KernelValue& v);

} // namespace nova::plan
