// Static arguments: parameters that recursive functions pass on unchanged, as regions' columns and vectors.
#pragma once
#include "jit/plan/plan.hpp"
#include <vector>

namespace nova::plan {

struct StaticArguments {
  static constexpr uint32_t none = ~0u;
  /// By function and parameter: its index in `types` if all calls among these functions pass it on unchanged,
  /// else `none`.
  std::vector<std::vector<uint32_t>> number;
  std::vector<VarType> types;
  /// Has the function such parameters? All those that it calls, and that call themselves, then have them too.
  bool has(size_t function) const { return any[function]; }
  std::vector<bool> any;
  /// No function has any.
  void clear();
};

/// Of functions in which nothing but scalars is worked out; `used`: by function and parameter.
StaticArguments find_static_arguments(const Plan& plan, const std::vector<std::vector<bool>>& used);

/// A loop over elements that keeps numbers alone, and calls nothing?
bool is_fold(const Plan& plan, const Stm& s);

} // namespace nova::plan
