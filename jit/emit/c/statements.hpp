// Prints statements on scalars, reads, checks and branches.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints nothing, since a constant's value is printed at each use.
inline void print_constant(BodyPrinter&, const Stm&) {}

/// Prints a Shift: a column that begins at a later element of another column.
void print_shift(BodyPrinter& p, const Stm& s);
/// Whether the statement is the quotient or remainder of integers by a constant that is at least 2.
bool divides_by_constant(const BodyPrinter& p, const Stm& s);
/// Prints a Read of one element. If the index is not known to be in bounds, it is masked (BodyPrinter::place).
void print_read(BodyPrinter& p, const Stm& s);
/// Prints the call of a scalar function, or the function's result if that is known.
void print_scalar(BodyPrinter& p, const Stm& s);
/// Prints a Check: one that ends the run at once, or one that is deferred (`fine`).
void print_check(BodyPrinter& p, const Stm& s);
/// Prints an If: as a jump, or by computing both branches if that is cheaper.
void print_branch(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
