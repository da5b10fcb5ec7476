// Kernels of a plan: which of its statements are some, and why a target has none of it.
#pragma once
#include "jit/plan/plan.hpp"
#include <optional>

namespace nova::plan {

/// Does it run over elements? At the top level it is a kernel then.
bool is_kernel(const Stm& s);
/// Whether a function of the plan calls itself.
bool is_recursive(const Plan& plan);
/// How many kernels it has: `; kernels: 1` in transcripts.
uint32_t count_kernels(const Plan& plan);
/// May it have some when it was optimised? Much cheaper to ask first.
bool may_have_kernels(const Plan& plan);
/// Does it store columns, or call what does?
bool allocates_columns(const Stm& s);
bool allocates(const Body& b);
/// Does a GPU's host walk through it? What stands in it may be launched then, but not the statement.
bool runs_on_host(const Stm& s);

enum class Target : uint8_t { Cpu, Gpu };
enum class NoKernel : uint8_t {
  NothingOverElements, ///< nothing runs over elements, and on a CPU nothing recurses or loops
  NoLaunch             ///< a GPU's host would do all of it
};
/// Why the target would run none of the plan, which is optimised; nothing where it has a kernel.
std::optional<NoKernel> why_no_kernel(const Plan& plan, Target target);

} // namespace nova::plan
