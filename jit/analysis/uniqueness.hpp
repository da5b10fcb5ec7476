// Infers uniqueness: which columns a scatter or a map may update in place, since no later statement reads the old
// elements under any name. In Futhark the programmer declares this by uniqueness types.
#pragma once
#include "jit/plan/plan.hpp"
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace nova::plan {

/// What `find_uniqueness` takes for granted.
struct UniquenessOptions {
  /// The initial value of a loop's column is copied before the loop where that is necessary.
  bool copies = false;
  /// Maps are computed in place, too: those of `mapped_state`.
  bool maps = false;
};

struct Uniqueness {
  /// Result columns that may be written into the memory of an older column, since no later statement uses that column
  /// under any name. Maps each of them to the older column: one that a scatter or histogram changes, or the state
  /// that a map computes anew.
  std::unordered_map<Var, Var> in_place;
  /// Pairs of a loop (its first result variable) and the index of a column in the loop's state. The loop could update
  /// that column in place if the column's initial value were copied before the loop. Empty without `copies`.
  std::vector<std::pair<Var, size_t>> borrowed;
};

/// Whether a map with this body can be printed as a loop that computes each element once: it does little arithmetic on
/// what it reads. The printer of maps takes no other kind of loop for a map in place (emit/c/maps/maps.cpp).
bool computes_once(const Body& b);

/// Returns the column of the state of a loop, whose step is `step`, that result k of a map in the step replaces, if
/// the map can overwrite it: each element is computed once, by arithmetic, from that column's element at the map's own
/// index, which the map always reads. Returns nothing otherwise.
std::optional<Var> mapped_state(const Body& step, const Stm& map, size_t k);

/// Returns which columns of the plan may be updated in place. With `copies`, `borrowed` lists the copies that this
/// needs.
Uniqueness find_uniqueness(const Plan& plan, const UniquenessOptions& options = {});

} // namespace nova::plan
