// Values of a program as the bytes of .npy files, for other programs that give and take columns. The built-ins
// `read-npy` and `write-npy` are these functions with a file.
#pragma once
#include "interp/machine.hpp"
#include "runtime/io/bytes.hpp"

namespace nova {

/// Whether a .npy file may hold values of the concrete type t: numbers, bools, chars, tuples of them, complex numbers,
/// texts, and vectors of any rank of these.
bool is_npy_type(Types& types, TypeId t);
/// Returns the array of a .npy file as a value of the concrete type t. Fails with E0507 if the file holds another type,
/// and as nova::read_npy does (runtime/io/npy.hpp).
Value read_npy_value(Machine& m, ByteSource& source, TypeId t);
/// A value with its type.
struct TypedValue {
  Value value;
  TypeId type{};
};
/// Returns the array of a .npy file as a vector#n of the elements that the file holds, where n is the number of its
/// dimensions. An array without dimensions becomes a vector of one element. Fails with E0508 for complex numbers, whose
/// type has to be asked for.
TypedValue read_npy_value(Machine& m, ByteSource& source);
/// Writes a value of the concrete type t as .npy bytes. Fails with E0404 if nested rows differ in length, and with
/// E0509 if a .npy file cannot hold the type.
void write_npy_value(Machine& m, ByteSink& sink, TypeId t, const Value& v);

} // namespace nova
