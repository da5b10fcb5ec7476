// Prints exact reductions: the order and grouping of the elements changes no bit of the result.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"

namespace nova::plan {

/// Whether the reduction is exact and its elements are computed directly in lanes. Its tiles may then have any
/// length.
bool is_exact(const BodyPrinter& p, const Fold& f);
/// Whether no order and grouping of the elements changes a bit of the result.
bool in_any_grouping(const Fold& f);
/// Returns the most elements of a tile, in C. In an exact reduction that is as many as the caches hold, since an
/// uncertain result is computed again from the same elements.
std::string tile_length(const BodyPrinter& p, const Fold& f);
/// Returns a condition in C: whether a guessed minimum or maximum is uncertain, so that ranks have to verify it. The
/// guesses are `letter`0[index], `letter`1[index], .. Returns "" if no component is guessed.
std::string is_unsure(const Fold& f, const char* letter, const std::string& index);
/// Prints the combination of the 16 lanes a0, a1, .. into a0[0], a1[0], ..
void halve_lanes(BodyPrinter& p, const Fold& f);
/// Prints a function that reduces a complete tile of 16,384 elements of a column.
CFunction exact_tile(BodyPrinter& p, const Fold& f);
/// Prints the reduction of the elements first .. first + count - 1 to a0[0], a1[0], .. With `far` they are part of a
/// whole column, otherwise of a row.
void exact_lanes(BodyPrinter& p, const Fold& all, bool far = false);
/// Prints a loop that reduces tile after tile on one thread and combines their values.
void exact_loop(BodyPrinter& p, const Fold& f, const CFunction& tile);

} // namespace nova::plan
