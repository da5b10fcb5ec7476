// Finds static arguments: parameters that recursive functions pass on unchanged, such as columns of regions and
// vectors.
#pragma once
#include "jit/plan/plan.hpp"
#include <vector>

namespace nova::plan {

struct StaticArguments {
  static constexpr uint32_t none = ~0u;
  /// `number[f][p]`: which static argument parameter p of function f is, as an index into `types`; `none` if the
  /// parameter is not static.
  std::vector<std::vector<uint32_t>> number;
  std::vector<VarType> types;
  /// Whether the function receives static arguments. Then all recursive functions that it calls receive them too.
  bool has(size_t function) const { return any[function]; }
  std::vector<bool> any;
  /// Removes all static arguments.
  void clear();
};

/// Returns the static arguments of the recursive functions that compute only scalars. Returns none if there are fewer
/// than three static arguments. `used[f][p]`: whether function f uses its parameter p.
StaticArguments find_static_arguments(const Plan& plan, const std::vector<std::vector<bool>>& used);

/// Whether the statement is a Reduce or Foldl whose state is scalars only and whose bodies call no function.
bool is_fold(const Plan& plan, const Stm& s);

} // namespace nova::plan
