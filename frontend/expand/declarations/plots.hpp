// The words of `plot`: (plot [(points "x" "y") (title "t")] data).
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// Whether the call is one of the built-in `plot` whose description is written as words.
bool has_plot_words(Meaning head, Data items);
/// Expands the words of a description to the tuples that `plot` takes: a word's name, its texts, its numbers.
const Expr* expand_plot(ExpanderState& ex, const Datum& form, Data items);

} // namespace nova
