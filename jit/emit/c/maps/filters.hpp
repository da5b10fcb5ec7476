// Filters.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// The elements that are kept, side by side.
void print_filter(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
