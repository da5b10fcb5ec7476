// Prints scatters of rows, which write each element of a row to its target index as it is computed.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Adds to p.unfilled the columns that are filled with one constant only to be changed by a scatter of rows. The
/// scatter fills them itself, block by block.
void note_fills(BodyPrinter& p, const Body& b);
/// Prints a RowsScatter: rows whose elements are written to target indices.
void print_rows_scatter(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
