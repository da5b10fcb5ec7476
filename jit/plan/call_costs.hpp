// What calls of a plan's functions cost: said of each function once, so that functions which share others are
// looked at in time linear in the plan, though their calls may be too many to be carried out.
#pragma once
#include "jit/plan/plan.hpp"

namespace nova::plan {

/// By function: about how many statements a call carries out, those of the calls in it counted; of branches
/// the longer one, of loops one round. A call of what calls itself counts as 100.
std::vector<double> call_costs(const Plan& plan);

/// A call that costs more is no arithmetic like other statements: it is made only where it is needed, and
/// hears of the end of its run.
inline constexpr double long_call = 1 << 14;

/// How the name of a function begins whose calls stay calls, since the program says (no-inline f): no pass
/// puts its body in their place.
inline constexpr std::string_view kept_calls = "no-inline ";
inline bool is_kept(std::string_view function_name) { return function_name.starts_with(kept_calls); }

} // namespace nova::plan
