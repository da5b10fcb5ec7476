// Prints sorts: numbers by radix sort, everything else by a merge sort of indices.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Whether element i of the map is element indices[i] of `column`, where `indices` is what the sort returns.
bool gathers_sorted(const Stm& sort, Var column, const Stm& map);
/// Whether `gathers_sorted` holds, and the map is the only use of the sort's indices.
bool takes_sorted(const BodyPrinter& p, const Stm& sort, Var column, const Stm& map);
/// Prints the sort and the map, which reads `column` in the order of the sort's indices, as one sort of the column's
/// numbers. No indices are computed.
void sort_numbers(BodyPrinter& p, const Stm& sort, Var column, const Stm& map);
/// Prints statement number k of the body, a sort of the column's numbers, together with maps that read columns at its indices:
/// the sort puts these columns into its order. Adds the maps to `printed`, but for one that stands right behind the sort and
/// takes the keys. Returns 1 if there is such a map, else 0.
size_t sort_columns(BodyPrinter& p, const Body& b, size_t k, Var column, std::vector<const Stm*>& printed);
/// Prints a Sort, which returns the indices of the elements in sorted order. Equal elements keep their order.
void print_sort(BodyPrinter& p, const Stm& s);

} // namespace nova::plan
