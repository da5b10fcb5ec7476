// Prints sequential loops in place: Loop, which iterates while a condition holds, and Foldl, a fold in order.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints a Loop: iterations over a state while a condition holds.
void print_loop(BodyPrinter& p, const Stm& s);
/// Prints a Foldl: n iterations over a state, in order.
void print_foldl(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
