// Prints histograms: elements with the same target index are combined, in the order of their own indices.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints a Histogram. If the order does not matter, and there are many more elements than targets, each thread has a
/// table of its own.
void print_histogram(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
