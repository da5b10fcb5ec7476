// What calls have to know of the plan's own functions.
#pragma once
#include "jit/analysis/static_arguments.hpp"
#include <string>
#include <vector>

namespace nova::plan {

/// What calls have to know of the plan's functions, by index in Plan::functions.
struct PlanFunctions {
  std::vector<std::string> names{};
  std::vector<std::string> leaves{}; ///< of functions that may go no deeper: what tells it; else ""
  std::vector<bool> plain{};         ///< arithmetic alone
  std::vector<std::vector<bool>> used_parameters{};
  StaticArguments find_static_arguments{};
  std::string handed_on_type{}; ///< the struct where that lies
};

} // namespace nova::plan
