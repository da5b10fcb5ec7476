// Prints sorts: numbers by radix sort, everything else by a merge sort of indices.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Whether the map only reads `column` in the order of the indices that the sort returns.
bool gathers_sorted(const Stm& sort, Var column, const Stm& map);
/// Whether the map only reads `column` in the order of the sort's indices, and is their only use.
bool takes_sorted(const BodyPrinter& p, const Stm& sort, Var column, const Stm& map);
/// Prints a sort and the map that gathers by it, as one sort of the column's numbers. It computes no indices.
void sort_numbers(BodyPrinter& p, const Stm& sort, Var column, const Stm& map);
/// Prints a sort of numbers that computes their indices in ascending order. If `map` is not null, it also stores the
/// sorted numbers as the map's column.
void order_numbers(BodyPrinter& p, const Stm& s, Var column, const Stm* map);
/// Prints a Sort, which returns the indices of the elements in sorted order. Equal elements keep their order.
void print_sort(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
