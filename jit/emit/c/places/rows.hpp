// Rows one after the other.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Rows one after the other in their columns, and where each begins.
void print_rows(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
