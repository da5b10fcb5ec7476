// Histograms: what comes to one place is joined there in the order of the indices.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Tables of their own pay where there is much more to join than places.
void print_histogram(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
