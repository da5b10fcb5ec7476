// Rows whose elements go to places as they are made.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Columns of one value that are made for such rows alone: a block begins with it.
void note_fills(BodyPrinter& p, const Body& b);
/// Rows whose elements replace others.
void print_rows_scatter(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
