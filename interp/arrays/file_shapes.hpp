// Conversion between the rectangular arrays of files and the types of a program: a vector#n, nested vectors, or one
// element.
#pragma once
#include "interp/arrays/arrays.hpp"

namespace nova::arrays {

/// The array that a type is in a file: the number of dimensions of all its nested vectors together, and the type of
/// the innermost elements.
struct FileShape {
  uint32_t rank = 0;
  TypeId element{};
};
FileShape file_shape(Types& types, TypeId t);

/// Returns a file's array as a value of type t. The array has the rank and element type of file_shape(t); if the rank
/// is 0, it has one element.
Value from_file(Machine& m, TypeId t, const Array& a);

/// Returns a value of type t as a rectangular array. Fails with E0404 if nested rows differ in length.
Array to_file(Machine& m, const char* builtin, TypeId t, const Value& v);

} // namespace nova::arrays
