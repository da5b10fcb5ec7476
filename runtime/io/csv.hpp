// CSV files (RFC 4180): records of quoted or bare fields, LF or CRLF, an optional first line of names.
#pragma once
#include "runtime/array.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

enum class CsvHeader { Detect, Present, Absent };

/// Reads records of `record`'s layout: a primitive (not unit), a text (rows of char) or a tuple of such. A
/// first line is taken for names (Detect) where no field of a number column starts as a number or bool does,
/// and there is such a column. Empty lines are skipped. E0511, which names line and column; E0509 no such
/// layout.
Array read_csv(ByteSource& source, Layouts& layouts, const Layout* record,
               CsvHeader header = CsvHeader::Detect);

/// Writes one line per element, without names; texts are quoted where they must be. E0509 no such layout.
void write_csv(ByteSink& sink, const Array& records);

} // namespace nova
