// Loops in a statement's place: rounds over a state, and folds in order.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Rounds over a state.
void print_loop(BodyPrinter& p, const Stm& s);
/// A fold in order.
void print_foldl(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
