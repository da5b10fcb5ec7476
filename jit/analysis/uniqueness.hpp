// Infers uniqueness: which columns a scatter or a map may update in place, since no later statement reads the old
// elements under any name. In Futhark the programmer declares this by uniqueness types.
#pragma once
#include "jit/analysis/queries.hpp"
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace nova::plan {

/// What `find_uniqueness` takes for granted.
struct UniquenessOptions {
  /// The initial value of a loop's column is copied before the loop where that is necessary.
  bool copies = false;
  /// Maps are computed in place, too, where `may_overwrite` allows it: over the column of a loop's state that they
  /// replace, or over another one, as in a loop that keeps the last two states.
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

/// Whether a result of a map in a loop's step can be stored in the memory of the column `state` of the loop's state, if
/// nothing uses that column later: it is as long as the result, and the map computes each element once, by arithmetic,
/// from no element of the column but that at its own index.
bool may_overwrite(const Plan& plan, const Definitions& definitions, const Stm& loop, const Stm& map,
                   Var state);

/// Returns which columns of the plan may be updated in place. With `copies`, `borrowed` lists the copies that this
/// needs.
Uniqueness find_uniqueness(const Plan& plan, const UniquenessOptions& options = {});

} // namespace nova::plan
