// Prints reductions, scans and maps whose states or elements hold columns.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints a Reduce or Accumulate whose state holds columns.
void reduce_states(BodyPrinter& p, const Stm& s);
/// Prints a Scan whose state holds columns.
void scan_states(BodyPrinter& p, const Stm& s);

/// Prints an Each: a map whose elements hold columns.
void print_each(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
