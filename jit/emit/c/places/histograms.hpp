// Prints histograms: elements with the same target index are combined, in the order of their own indices.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <functional>

namespace nova::plan {

/// A function that, for a target index in C, returns an expression for the element at that index in each column.
using Places = std::function<Names(const std::string& place)>;

/// Prints a Histogram. If the order does not matter, and there are many more elements than targets, each thread has a
/// table of its own.
void print_histogram(BodyPrinter& p, const Stm& s);

// ---- for histogram_rows.cpp ----

/// Whether the order of the elements does not matter: no component is floating, and each is combined by one operation
/// that has an identity element.
bool in_any_order(const BodyPrinter& p, const Stm& histogram);
/// Prints a loop that combines each of the elements begin .. end - 1 with what is at its target index.
void histogram_range(BodyPrinter& p, const Stm& s, const std::string& begin, const std::string& end,
                     const Places& there);
/// Prints the struct that is an entry of a thread's table, with a member for each column. Returns its type.
std::string place_struct(BodyPrinter& p, const Stm& s);
/// Returns the elements of the table `table`, such as "mine", for target indices in C.
Places in_table(const Stm& s, const std::string& table);
/// Prints code that fills the `count` entries of the thread's table `table` with identity elements, unless the thread
/// has begun its table already.
void begin_table(BodyPrinter& p, const Stm& s, const std::string& table, const std::string& count);
/// Prints a loop that combines entries `begin` .. `end` - 1 of the table `table` with the result's own columns.
void join_table(BodyPrinter& p, const Stm& s, const std::string& table, const std::string& begin,
                const std::string& end);

} // namespace nova::plan
