// What a kernel computes, in a line for who reads the C.
#pragma once
#include "jit/plan/plan.hpp"
#include <string>
#include <vector>

namespace nova::plan {

/// What a statement over elements computes, in the variables' names; "" for those that need more than a line.
std::string wording(const Plan& plan, const std::vector<std::string>& names, const Stm& s);

} // namespace nova::plan
