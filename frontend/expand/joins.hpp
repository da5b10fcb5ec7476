// Finds equi-joins in comprehensions: a generator and a filter after it that equates a key of the earlier variables
// with a key of the generator's own.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// The parts of a filter (= l r), or (and e .. (= l r) e ..), that makes a generator an equi-join.
struct EquiJoin {
  const Datum* earlier = nullptr; ///< the key that the variables of earlier generators determine
  const Datum* later = nullptr;   ///< the key that the new generator's variables determine
  bool later_first = false;       ///< whether `later` is the left side, l
  bool safe_source = false;       ///< whether the evaluation of the generator's source surely gives a value
  Span equation;                  ///< where (= l r) stands
  Data rest;                      ///< the conditions e .. on each pair
};

/// A generator, pattern <- source.
struct Generator {
  std::vector<Symbol> earlier; ///< the names that are bound before it in its branch
  const Datum& pattern;
  const Datum& source;
};

/// Returns the parts of the qualifier `q`; or nothing, if it is no generator. `earlier`: the names bound before it.
std::optional<Generator> generator_of(ExpanderState& ex, const Datum& q, std::vector<Symbol> earlier);

/// Returns the equi-join of a generator and the filter after it; or nothing, if they are none, or if a join could
/// report another error than the nested loops. Counts the data that it looks at in FormState::scan_budget.
std::optional<EquiJoin> find_join(ExpanderState& ex, const Generator& generator, const Datum& filter);

/// Returns the qualifiers of a branch in an order in which equations stand right behind the generators that they join,
/// as far as neither the value nor the first error of the nested loops changes by it.
std::vector<const Datum*> equations_first(ExpanderState& ex, Data qualifiers);

/// Appends the symbols in `d` to `out`. Returns false if the budget did not suffice.
bool note_mentioned(ExpanderState& ex, const Datum& d, std::vector<Symbol>& out);
/// Appends the names that the pattern `d` binds to `out`.
void note_bound(ExpanderState& ex, const Datum& d, std::vector<Symbol>& out);

} // namespace nova
