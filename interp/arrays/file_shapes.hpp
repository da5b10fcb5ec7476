// Files hold rectangular arrays; the language asks for them as a vector#n, as nested vectors or as one
// element.
#pragma once
#include "interp/arrays/arrays.hpp"

namespace nova::arrays {

/// What a type is in a file: dimensions of all its nested vectors together, and the type below them.
struct FileShape {
  uint32_t rank = 0;
  TypeId element{};
};
FileShape file_shape(Types& types, TypeId t);

/// A file's array (of file_shape's rank and element; one element where that is 0) as a value of type t.
Value from_file(Machine& m, TypeId t, const Array& a);

/// A value of type t as a rectangular array. E0404 where nested rows have several lengths.
Array to_file(Machine& m, const char* builtin, TypeId t, const Value& v);

} // namespace nova::arrays
