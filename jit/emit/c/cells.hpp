// Prints the statements that add cells to regions (Cell, Append).
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Calls `print`, which prints the loop in the kernel of the map s. Before that, prints code for each region to which
/// the map adds cells and which no later statement uses. That code gives each thread a share of the region's free
/// room.
void with_shares(BodyPrinter& p, const Stm& s, const std::function<void()>& print);
/// Prints a Cell: takes a free index of the region and writes the values there.
void print_cell(BodyPrinter& p, const Stm& s);
/// Prints an Append: takes n free indices of the region and copies the first n elements of the columns there.
void print_append(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
