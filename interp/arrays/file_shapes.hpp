// Conversion between the rectangular arrays of files and the types of a program: a vector#n, nested vectors, or one
// element.
#pragma once
#include "interp/arrays/arrays.hpp"
#include "runtime/io/csv/csv.hpp"

namespace nova::arrays {

/// The rank and element type of the rectangular array in which a file stores a value of some type. The rank is the
/// sum of the ranks of all nested vectors in that type; `element` is the type of the innermost elements.
/// `in_rows`: whether the innermost vectors are rows, of rank 1, and not matrices; texts are such vectors.
struct FileShape {
  uint32_t rank = 0;
  TypeId element{};
  bool in_rows = false;
};
FileShape file_shape(Types& types, TypeId t);

/// Whether values of the type are records, which files hold as tuples of their fields. Complex numbers are none.
bool is_record(Types& types, TypeId t);
/// Returns the layout by which a file stores elements of a type: of a record that of the tuple of its fields, or of its only
/// field.
const Layout* file_layout(Machine& m, TypeId element);

/// Returns the names of a record type's fields.
std::vector<CsvName> field_names(Machine& m, TypeId t);
/// Returns the kind of a column: whether its values are the prelude's dates or datetimes, which may be missing.
CsvKind moment_kind(Machine& m, TypeId t);

/// Returns a, an array that was read from a file, as a value of type t. It has the rank and element type of
/// file_shape(t), or is an array of texts with one dimension less. If it has no dimension in the file, it has one element.
Value from_file(Machine& m, TypeId t, const Array& a);

/// Returns v, a value of type t, as the rectangular array that a file stores. Vectors of texts stay texts. Fails with E0404,
/// whose message names
/// `builtin`, if nested rows differ in length.
Array to_file(Machine& m, const char* builtin, TypeId t, const Value& v);

} // namespace nova::arrays
