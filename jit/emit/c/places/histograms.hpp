// Prints histograms: elements with the same target index are combined, in the order of their own indices.
#pragma once
#include "jit/emit/c/kernels.hpp"
#include <functional>

namespace nova::plan {

/// A function that, for a target index in C, returns an expression for the element at that index in each column.
using Places = std::function<Names(const std::string& place)>;

/// Prints a Histogram. If the order does not matter, and there are many more elements than targets, each thread has a
/// table of its own.
void print_histogram(BodyPrinter& p, const Stm& s);

// ---- for histogram_rows.cpp and shared_histograms.cpp ----

/// Returns a function that, for a target index in C, returns the elements of the result's own columns at that index.
Places places_of(const BodyPrinter& p, const Stm& s);
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
/// Prints a loop that fills them.
void clear_table(BodyPrinter& p, const Stm& s, const std::string& table, const std::string& count);
/// Prints a loop that combines entries `begin` .. `end` - 1 of the table `table` with what is at the places `to`.
void join_table(BodyPrinter& p, const Stm& s, const Places& to, const std::string& table,
                const std::string& begin, const std::string& end);

/// A table for each thread, in C: the type of an entry, all tables, and which threads have begun theirs.
struct ThreadTables {
  std::string type, tables, begun;
  std::vector<Given> given() const { return {{type + "*", "tables", tables}, {"nv_i64*", "begun", begun}}; }
  std::string none_begun() const {
    return "__builtin_memset(" + begun + ", 0, (nv_u64)t->threads * sizeof *" + begun + ");";
  }
};

/// Prints the tables, which no thread has begun.
ThreadTables thread_tables(BodyPrinter& p, const Stm& s);
/// Prints the kernel in which each thread combines elements in its table, which begins with identity elements.
void fill_tables(BodyPrinter& p, const Stm& s, const ThreadTables& made, const Reads& reads);
/// Prints the kernel that stores the targets of `count` elements in `targets`, and their values in the columns values_0, .. `base`:
/// "", or what is added to their indices, such as "base + ".
void store_elements(BodyPrinter& p, const Stm& s, const std::vector<Given>& given, const std::string& count,
                    const std::string& base, const std::vector<Filled>& filled = {}, const Reads& reads = {});
/// Prints the combination of the stored element at the index `at` with what is at its place. `values`: how the columns of values
/// begin, such as "values_".
void join_element(BodyPrinter& p, const Stm& s, const std::string& targets, const std::string& values,
                  const std::string& at);
/// Prints a loop that combines entries `begin` .. `end` - 1 of all threads' tables with what is at the places `to`.
void join_threads(BodyPrinter& p, const Stm& s, const ThreadTables& made, const Places& to,
                  const std::string& begin, const std::string& end);

} // namespace nova::plan
