// Prints Rows, which stores rows of different lengths one after the other.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints a Rows: the columns of its rows' elements, and the offsets at which the rows begin.
void print_rows(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
