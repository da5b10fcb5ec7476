// What is known of the plan's own functions, as far as the printing of calls needs it.
#pragma once
#include "jit/analysis/static_arguments.hpp"
#include <string>
#include <vector>

namespace nova::plan {

/// What is known of the plan's functions. All vectors have the order of Plan::functions.
struct PlanFunctions {
  std::vector<std::string> names{};
  /// The name of a C function that says whether a call recurses no further, and returns the call's result if so; ""
  /// if there is none.
  std::vector<std::string> leaves{};
  std::vector<bool> plain{};                        ///< whether the function is arithmetic alone
  std::vector<std::vector<bool>> used_parameters{}; ///< by parameter: whether the function uses it
  StaticArguments find_static_arguments{};
  std::string handed_on_type{}; ///< the name of the C struct that holds the static arguments
};

} // namespace nova::plan
