// Prints exact reductions: those whose result is the same, to the bit, for every order and grouping of the elements.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include "jit/emit/c/folds/fold.hpp"

namespace nova::plan {

/// Whether the reduction is exact, and each element is combined with its lane as soon as it is computed, in place of
/// being stored first. A tile of such a reduction may have any length.
bool is_exact(const BodyPrinter& p, const Fold& f);
/// Whether the result is the same, to the bit, for every order and grouping of the elements.
bool in_any_grouping(const Fold& f);
/// Returns the number of elements of a complete tile, in C. In an exact reduction that is as many as the caches hold,
/// since an uncertain result is computed again from the same elements.
std::string tile_length(const BodyPrinter& p, const Fold& f);
/// Returns a condition in C, which holds if a guessed minimum or maximum is uncertain. The value then has to be
/// computed again, by ranks (integers in the order of the numbers). The guesses are `letter`0[index],
/// `letter`1[index], .. Returns "" if no component is guessed.
std::string is_unsure(const Fold& f, const char* letter, const std::string& index);
/// Prints code that combines the 16 lanes of each component with each other. The lanes of component k are the
/// elements of the array ak, and the result is stored in ak[0].
void halve_lanes(BodyPrinter& p, const Fold& f);
/// Prints a function that reduces a complete tile of 16,384 elements of a column.
CFunction exact_tile(BodyPrinter& p, const Fold& f);
/// Prints the reduction of the elements first .. first + count - 1 to a0[0], a1[0], .. `far` says whether these
/// elements are part of a whole column; otherwise they are part of a row. That decides how far ahead the code
/// prefetches.
void exact_lanes(BodyPrinter& p, const Fold& all, bool far = false);
/// Prints a loop that reduces one tile after the other on one thread and combines the tiles' values.
void exact_loop(BodyPrinter& p, const Fold& f, const CFunction& tile);

} // namespace nova::plan
