// Prints filters.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints a Filter: the kept elements are stored one behind the other.
void print_filter(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
