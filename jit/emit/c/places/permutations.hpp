// Permutations: scatters after which every place is checked to be marked.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// The map of the body that makes the column and nothing else, of one constant for all elements.
const Stm* filling_map(const BodyPrinter& p, const Body& b, Var column);
/// Does statement k scatter true into a column of false, of which the next one checks that it is true throughout?
bool is_permutation(const BodyPrinter& p, const Body& b, size_t k);
/// Columns that permutations of the body do not need.
void note_permutations(BodyPrinter& p, const Body& b);
/// The scatter, whose places all threads write, and the check behind it.
void permutation(BodyPrinter& p, const Stm& s, const Stm& check);

} // namespace nova::plan
