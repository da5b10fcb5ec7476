// Prints permutations: scatters followed by a check that every target index was written.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Whether statement k is a permutation at the host's level whose body does not end the run.
bool is_permutation(const BodyPrinter& p, const Body& b, size_t k);
/// Adds to p.unfilled the columns whose elements are all overwritten by permutations in the body, so that they need
/// not be filled.
void note_permutations(BodyPrinter& p, const Body& b);
/// Prints the scatter s, in which all threads write, and the check that every target index was written.
void permutation(BodyPrinter& p, const Stm& s, const Stm& check);

} // namespace nova::plan
