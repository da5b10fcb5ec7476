// What functions that call themselves hand on as they got it: regions' columns, vectors, settings.
#pragma once
#include "jit/plan/plan.hpp"
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

/// A loop over elements that keeps numbers alone, and calls nothing?
bool is_fold(const Plan& plan, const Stm& s);

} // namespace nova::plan
