// Kernels of a plan: which of its statements are kernels, and why a target finds none in it.
#pragma once
#include "jit/plan/plan.hpp"
#include <optional>

namespace nova::plan {

/// Whether the statement runs over elements. At the top level, such a statement is a kernel.
bool is_kernel(const Stm& s);
/// Whether a function of the plan calls itself.
bool is_recursive(const Plan& plan);
/// Returns the number of kernels in the plan, which transcripts show as `; kernels: 1`.
uint32_t count_kernels(const Plan& plan);
/// Whether the plan may have kernels after optimisation. This test is much cheaper than optimising the plan.
bool may_have_kernels(const Plan& plan);
/// Whether the statement stores columns, or calls a function that does.
bool allocates_columns(const Stm& s);
/// Whether a statement of the body, at any depth, stores columns or calls a function that does.
bool allocates(const Body& b);
/// Whether the host of a GPU run executes the statement itself. Only statements in its bodies may be launched as
/// kernels.
bool runs_on_host(const Stm& s);

enum class Target : uint8_t { Cpu, Gpu };
enum class NoKernel : uint8_t {
  NothingOverElements, ///< no statement runs over elements; on a CPU there is also no recursion and no Loop
  NoLaunch             ///< the host of a GPU run would execute the whole plan
};
/// Returns why the optimised plan has no kernel for the target; returns nothing if it has one.
std::optional<NoKernel> why_no_kernel(const Plan& plan, Target target);

} // namespace nova::plan
