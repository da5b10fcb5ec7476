// Prints reductions, scans and maps whose states or elements hold columns.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

void reduce_states(BodyPrinter& p, const Stm& s);
void scan_states(BodyPrinter& p, const Stm& s);

/// Prints an Each: a map whose elements hold columns.
void print_each(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
