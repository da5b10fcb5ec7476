// Prints rows of a few elements that straight-line code computes. The loop over the rows becomes SIMD.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Whether each row of the Rows is made by one Map of at most 32 elements, their number a constant, and the rest of its
/// body is arithmetic for which a processor has SIMD instructions.
bool are_straight_rows(const BodyPrinter& p, const Stm& rows);
/// Prints a loop over rows `from` .. `to` - 1. Row i is stored at the index that `place` returns for it; `and_then` prints
/// code for the end of each iteration.
void straight_rows(BodyPrinter& p, const Stm& rows, const std::string& from, const std::string& to,
                   const std::function<std::string(const std::string& i)>& place,
                   const std::function<void(const std::string& i)>& and_then);

} // namespace nova::plan
