// Describes in a line what a kernel computes, for readers of the generated C.
#pragma once
#include "jit/plan/plan.hpp"
#include <string>
#include <vector>

namespace nova::plan {

/// Returns what a statement over elements computes, with the variables' `names`; "" for operations that a line does
/// not describe.
std::string wording(const Plan& plan, const std::vector<std::string>& names, const Stm& s);

} // namespace nova::plan
