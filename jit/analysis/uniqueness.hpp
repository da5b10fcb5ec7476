// Who owns a column, so that a scatter may change it where it is: nobody reads what was there before, under
// any name. What Futhark has its programmers say by uniqueness types is found here.
#pragma once
#include "jit/plan/plan.hpp"
#include <unordered_set>
#include <utility>

namespace nova::plan {

struct Owners {
  /// What scatters and histograms make where the columns were that they are made of: nobody else has a use
  /// for those.
  std::unordered_set<Var> in_place;
  /// Loops (by their first out) and the part of their state that would be spent in their rounds if its first
  /// value were the loop's own. Only asked for by `what_if`, which takes it for that.
  std::vector<std::pair<Var, size_t>> borrowed;
};

Owners find_owners(const Plan& plan, bool what_if = false);

} // namespace nova::plan
