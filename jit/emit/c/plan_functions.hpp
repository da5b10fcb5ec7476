// Facts about the plan's own functions that the printing of calls needs.
#pragma once
#include "jit/analysis/static_arguments.hpp"
#include <string>
#include <vector>

namespace nova::plan {

/// Facts about the plan's functions. The first index of each vector is that of the function in Plan::functions.
struct PlanFunctions {
  /// The names of the functions in C.
  std::vector<std::string> names{};
  /// The name of the function's leaf function, in C; "" if it has none. A leaf function returns whether a call
  /// recurses no further, and computes the call's result in that case.
  std::vector<std::string> leaves{};
  std::vector<bool> plain{};                        ///< whether the function only does arithmetic
  std::vector<std::vector<bool>> used_parameters{}; ///< for each parameter: whether it is used
  StaticArguments static_arguments{};
  std::string static_arguments_type{}; ///< the name of the C struct that holds the static arguments
};

} // namespace nova::plan
