// Prints filters.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints a Filter, which stores the elements that are kept one after the other.
void print_filter(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
