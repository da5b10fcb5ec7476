// What functions that call themselves hand on as they got it: regions' columns, vectors, settings.
#pragma once
#include "jit/plan.hpp"
#include <vector>

namespace nova::plan {

struct HandedOn {
  static constexpr uint32_t none = ~0u;
  /// By function and parameter: its number among `types`, where all calls of such functions by each other
  /// hand it on.
  std::vector<std::vector<uint32_t>> number;
  std::vector<VarType> types;
  /// Has the function such parameters? All those that it calls, and that call themselves, then have them too.
  bool has(size_t function) const { return any[function]; }
  std::vector<bool> any;
  /// No function has any.
  void clear();
};

/// Of functions in which nothing but scalars is worked out; `used`: by function and parameter.
HandedOn handed_on(const Plan& plan, const std::vector<std::vector<bool>>& used);

/// Is there a loop over elements in it that keeps numbers alone? What is handed on is then read but once.
bool has_folds(const Plan& plan, const Body& b);

} // namespace nova::plan
