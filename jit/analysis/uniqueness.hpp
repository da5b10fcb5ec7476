// Infers uniqueness: which columns a scatter may update in place, since no later statement reads the old elements
// under any name. In Futhark the programmer declares this by uniqueness types.
#pragma once
#include "jit/plan/plan.hpp"
#include <unordered_set>
#include <utility>

namespace nova::plan {

struct Uniqueness {
  /// Result columns of scatters and histograms that may be written into the memory of the column that the statement
  /// changes, since no later statement uses that column under any name.
  std::unordered_set<Var> in_place;
  /// Pairs of a loop (its first result variable) and the index of a column in the loop's state. The loop could update
  /// that column in place if the column's initial value were copied before the loop. Empty without `what_if`.
  std::vector<std::pair<Var, size_t>> borrowed;
};

/// Returns which columns of the plan may be updated in place. `what_if`: whether to assume that the initial value of
/// a loop's column is copied before the loop where that is necessary; `borrowed` then lists these copies.
Uniqueness find_uniqueness(const Plan& plan, bool what_if = false);

} // namespace nova::plan
