// The cost of a call of each of a plan's functions. The cost of a function is computed once and reused by its
// callers, so that the estimate takes time linear in the plan, even if a run makes exponentially many calls.
#pragma once
#include "jit/plan/plan.hpp"

namespace nova::plan {

/// Returns for each function about how many statements a call of it executes, including those of inner calls. Of the
/// branches of an If only the longer one counts, and of a loop only one iteration. A call of a recursive function
/// counts as 100 statements.
std::vector<double> call_costs(const Plan& plan);

/// The cost, in statements, above which a call is no longer treated as plain arithmetic. Such a call is executed only
/// if its result is needed, and it polls whether the run may go on.
inline constexpr double long_call = 1 << 14;

/// The prefix of the name of a function that no pass may inline, since the program says (no-inline f).
inline constexpr std::string_view kept_calls = "no-inline ";
inline bool is_kept(std::string_view function_name) { return function_name.starts_with(kept_calls); }

} // namespace nova::plan
