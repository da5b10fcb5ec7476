// Prints histograms that ranks of a job share. Both functions set the C variable `shares` to whether they do, unless it is set already.
// Otherwise the histogram is still to be done. `ranks` is their number, in C.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints an exact histogram of few places: each rank has a table.
void share_tables(BodyPrinter& p, const Stm& s);
/// Prints a histogram in which each rank owns a range of the places. Requires that neither computing nor combining elements may
/// end the run.
void share_by_owner(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
