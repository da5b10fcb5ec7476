// Statements on scalars, checks and branches.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// A constant stands in its users' text.
inline void print_constant(BodyPrinter&, const Stm&) {}

/// A column that begins further on in another.
void print_shift(BodyPrinter& p, const Stm& s);
/// One element, read at a place that is sure or masked.
void print_read(BodyPrinter& p, const Stm& s);
/// The call of a scalar function, or what is known of its value.
void print_scalar(BodyPrinter& p, const Stm& s);
/// Ends the run at once, or waits in `fine`.
void print_check(BodyPrinter& p, const Stm& s);
/// A jump, or both branches where that is cheaper.
void print_branch(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
