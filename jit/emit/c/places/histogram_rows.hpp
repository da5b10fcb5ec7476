// Prints histograms in few long rows: threads share the elements of all rows, before the rows themselves are made.
#pragma once
#include "jit/emit/c/body_printer.hpp"

namespace nova::plan {

/// Calls `print`, which prints a statement at the host's level whose first body makes a row for each index. If that body
/// has histograms whose elements come in any order, first prints code that counts these elements. The row then only
/// adds up the threads' tables.
///
/// That code takes a block of elements of each row, one row after the other, and then the next block. So rows that read
/// the same data find it in a cache, and threads have equal shares, however few rows there are. It runs where there are
/// few rows, and many more elements than entries in the tables.
void with_row_tables(BodyPrinter& p, const Stm& rows, const std::function<void()>& print);
/// Returns the tables of a histogram that is printed in a row; null if it has none.
const RowTables* tables_of_row(const BodyPrinter& p, const Stm& histogram);
/// Prints code that combines the tables of all threads for this row with the result's own columns.
void join_row(BodyPrinter& p, const Stm& histogram, const RowTables& tables);

} // namespace nova::plan
