// Cells: places in regions.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Prints a map's kernel with a thread's own share of the regions to which its rounds add.
void with_shares(BodyPrinter& p, const Stm& s, const std::function<void()>& print);
/// Writes the values to a place of their own in the region.
void print_cell(BodyPrinter& p, const Stm& s);
/// Writes the first elements of the columns to as many places of the region.
void print_append(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
