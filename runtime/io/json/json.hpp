// Reads and writes JSON and JSON lines as values of a stated type.
//
// Numbers, bools and texts are themselves; a char is a text of one byte. Vectors and tuples are arrays, records are objects,
// and null is a value that is missing, or nan. A value of another sum is an object with its constructor's name as the only
// member, {"Circle": 1.5}; several fields are an array, and a constructor without fields is its name as a text.
#pragma once
#include "runtime/io/bytes.hpp"
#include "runtime/io/value_type.hpp"

namespace nova {

/// Reads the value that a file has. Members that the type does not have are skipped; a missing member is a missing value,
/// or fails. Fails with E0516 (with line and column) where the file is no JSON, or has another value than the type says.
Value read_json(ByteSource& source, const ValueType& type, Layouts& layouts);
/// Reads a value from each line that is not empty. `type` is that of vectors of them.
Value read_json_lines(ByteSource& source, const ValueType& type, Layouts& layouts);

/// Writes a value and a newline; of a vector of other things than numbers each element stands in a line. Fails with E0509
/// for what JSON has no way to say: an infinite number, a text that is no UTF-8, (Some nan).
void write_json(ByteSink& sink, const ValueType& type, const Value& v);
/// Writes each element of a vector in a line.
void write_json_lines(ByteSink& sink, const ValueType& type, const Value& v);

/// Whether a path's ending is that of JSON lines (.jsonl, .ndjson), before .gz if that stands behind.
bool names_json_lines(std::string_view path);

} // namespace nova
