// Finds the kernels of a plan: which statements are kernels, how many there are, and why the plan has none for a CPU
// or for a GPU.
#pragma once
#include "jit/plan/plan.hpp"
#include <optional>

namespace nova::plan {

/// Whether the statement is an array operation, which runs over elements (control statements do not count). At the
/// top level of a plan, such a statement is a kernel.
bool is_kernel(const Stm& s);
/// Whether any function of the plan may call itself, directly or through other functions.
bool is_recursive(const Plan& plan);
/// Whether the plan calls a CUDA function that has no reference, so that only a GPU can run it.
bool has_text_alone(const Plan& plan);
/// Returns the number of kernels in the plan, which transcripts show as `; kernels: 1`.
uint32_t count_kernels(const Plan& plan);
/// Whether the plan may have kernels after optimisation. This test is much cheaper than optimising the plan.
bool may_have_kernels(const Plan& plan);
/// Whether the statement allocates memory for columns, or calls a function that does.
bool allocates_columns(const Stm& s);
/// Whether a statement of the body, at any depth, allocates memory for columns or calls a function that does.
bool allocates(const Body& b);
/// Whether the host executes the statement itself in a run on a GPU. Statements in its bodies may still be launched
/// as kernels.
bool runs_on_host(const Stm& s);

enum class Target : uint8_t { Cpu, Gpu };
enum class NoKernel : uint8_t {
  /// No statement runs over elements; for a CPU, the plan also has no recursive function and no Loop.
  NothingOverElements,
  NoLaunch ///< in a run on a GPU, the host would execute the whole plan
};
/// Returns why the optimised plan has no kernel for the target, or nothing if it has one.
std::optional<NoKernel> why_no_kernel(const Plan& plan, Target target);

} // namespace nova::plan
