// Describes in one line what a kernel computes, for readers of the generated C.
#pragma once
#include "jit/plan/plan.hpp"
#include <string>
#include <vector>

namespace nova::plan {

/// Returns a description of what a statement over elements computes. `names` holds the variables' names, by Var.
/// Returns "" for operations that are not described.
std::string wording(const Plan& plan, const std::vector<std::string>& names, const Stm& s);

} // namespace nova::plan
