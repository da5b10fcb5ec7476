// Permutations: scatters after which every place is checked to be marked.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Is statement k a permutation, of the host's level, that no thread ends early?
bool is_permutation(const BodyPrinter& p, const Body& b, size_t k);
/// Columns that permutations of the body do not need.
void note_permutations(BodyPrinter& p, const Body& b);
/// The scatter, whose places all threads write, and the check behind it.
void permutation(BodyPrinter& p, const Stm& s, const Stm& check);

} // namespace nova::plan
