// Reads and writes CSV files (RFC 4180): records of quoted or bare fields, line ends LF or CRLF, and an optional
// first line with the columns' names.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

enum class CsvHeader { Detect, Present, Absent };

/// Reads records of the layout `record`: a primitive (not unit), a text (rows of char) or a tuple of such. With
/// Detect, the first line is skipped as a line of names if the records have columns of numbers or bools, and none of
/// the line's fields in these columns is a value or begins like a number. Empty lines are skipped. Fails with E0511
/// (with line and column) if a record is malformed, with E0509 if CSV can't hold the layout.
Array read_csv(ByteSource& source, Layouts& layouts, const Layout* record,
               CsvHeader header = CsvHeader::Detect);

/// Writes one line per element, without names. Texts are quoted where necessary. Fails with E0509 if CSV can't hold
/// the layout.
void write_csv(ByteSink& sink, const Array& records);

} // namespace nova
