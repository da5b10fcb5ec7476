// Uniqueness: columns that a scatter may change in place, since no later statement reads the old elements under
// any name. In Futhark the programmer declares this by uniqueness types; here it is inferred.
#pragma once
#include "jit/plan/plan.hpp"
#include <unordered_set>
#include <utility>

namespace nova::plan {

struct Uniqueness {
  /// Results of scatters and histograms that overwrite their old columns, which have no later use under any
  /// name.
  std::unordered_set<Var> in_place;
  /// Loops, each by its first result variable, and the index of a part of its state. The part could be changed in
  /// place if its first value were a copy that the loop owns. Only filled with `what_if`, which assumes such copies.
  std::vector<std::pair<Var, size_t>> borrowed;
};

Uniqueness find_uniqueness(const Plan& plan, bool what_if = false);

} // namespace nova::plan
