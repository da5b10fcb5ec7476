// Reads and writes Arrow's IPC files and streams as vectors of a stated type: records, whose fields are columns by name,
// tuples, whose items are columns by position, or the values of one column.
//
// Integers, floating-point numbers and bools are Arrow's of the same size; a char is an unsigned byte, a text Utf8 or Binary.
// Vectors are lists, records and tuples within are structs. A missing value is None, or nan. Dictionaries and packed bodies
// (LZ4, Zstandard) are read, not written.
#pragma once
#include "runtime/io/bytes.hpp"
#include "runtime/io/value_type.hpp"
#include <deque>
#include <limits>

namespace nova {

/// Reads the rows of a file or a stream, whatever the source's name. A large column of numbers is mapped rather than copied,
/// where the file has it in one piece. Fails with E0504 or E0505 if the source is malformed or truncated, E0507 if columns
/// have other types, E0508 for types that Nova has not, E0513 if a named column is not there, E0517 for values that are
/// missing or out of range where the type has no room for such. Batches behind those that have `least_rows` are left out.
Array read_arrow(ByteSource& source, const ValueType& row,
                 int64_t least_rows = std::numeric_limits<int64_t>::max());

enum class ArrowKind : uint8_t { File, Stream };
/// Writes all rows as one batch. Fails with E0509 for values that Arrow has not: matrices, complex numbers, other sums.
void write_arrow(ByteSink& sink, const ValueType& row, const Array& rows, ArrowKind kind);

/// A column of a file: its name and Arrow's type, as in `list<int64>`, and the type that reads it: "" if none is known.
struct ArrowColumn {
  std::string name, type, read_as;
};
struct ArrowSummary {
  std::vector<ArrowColumn> columns{};
  int64_t rows = 0;
};
ArrowSummary arrow_summary(ByteSource& source);
/// Returns the type of the rows as far as Nova has types for the columns, as a record. `types` keeps its parts.
const ValueType& arrow_rows(ByteSource& source, Layouts& layouts, std::deque<ValueType>& types);

} // namespace nova
