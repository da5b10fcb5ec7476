// Sorts: numbers by their digits, all else by merging positions.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Does the map gather `column` in the order that the sort found?
bool gathers_sorted(const Stm& sort, Var column, const Stm& map);
/// Does it, and does nobody else ask for that order?
bool takes_sorted(const BodyPrinter& p, const Stm& sort, Var column, const Stm& map);
/// Numbers in ascending order, without the order of their positions.
void sort_numbers(BodyPrinter& p, const Stm& sort, Var column, const Stm& map);
/// The positions of numbers in ascending order, and those numbers, where a map takes them.
void order_numbers(BodyPrinter& p, const Stm& s, Var column, const Stm* map);
/// The stable order of positions.
void print_sort(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
