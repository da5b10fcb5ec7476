// The implementations of the array and effect built-ins: the functions that the rows of frontend/builtins/arrays.def
// and effects.def name, each a plain loop. Every other tier is checked against them.
//
// A function takes the concrete Primitive node, whose types determine the layouts, and the values of the arguments,
// which it may move from. It fails with a Fault, which the evaluator locates at the node.
#pragma once
#include "interp/machine.hpp"

namespace nova::arrays {

using Args = std::span<Value>;

#define NOVA_BUILTIN(id, function, ...) Value function(Machine&, const Core&, Args);
#include "frontend/builtins/arrays.def"
#include "frontend/builtins/effects.def"
#undef NOVA_BUILTIN

/// Whether `append` can extend the vector in place: its elements are primitive, and nothing else refers to it or its
/// column.
bool may_grow(const Value& vector);
/// Appends the elements of `more` to `vector`: in place if may_grow(vector), else `vector` becomes a copy of both.
void append(Machine&, Value& vector, const Array& more);

/// Replaces the element of `vector` at `index`: in place if nothing else refers to the vector, its columns or their
/// buffers, else `vector` becomes a copy. Fails with E0402 or E0417 if the index is out of range.
void store_element(Machine&, Value& vector, const Value& index, const Value& element);
/// Returns the row-major index of the element of x at `indices`. If there are fewer indices than dimensions, they
/// select a sub-array of the remaining dimensions, and the result is its index among these sub-arrays. Fails with
/// E0402 or E0417 if an index is out of range.
int64_t position(const Array& x, const Value& index);

/// Fails with E0401 unless all vectors have the dimensions of the first one. `builtin` is the name of the built-in,
/// and `first` the position of the first vector among its arguments, from 1; the message states them.
void check_lengths(const char* builtin, std::span<const Value> vectors, size_t first);

/// Returns x, which is a nested vector or a vector#2, as a vector#2. Fails with E0404, whose message names `builtin`,
/// if rows differ in length.
Array rectangular(const char* builtin, const Array& x);
/// Returns the array whose slices along the first dimension are the elements of `rows`, which are vectors. Fails as
/// rectangular does.
Array stacked(const char* builtin, const Array& rows);
/// Returns the dimensions that all elements of x, an array of vector#rank, have in common (zeros if x is empty).
/// Fails with E0404 if they differ.
std::vector<int64_t> common_dimensions(const char* builtin, const Array& x, uint32_t rank);
/// Returns a nested vector of type `nested`: `count` rows of `length` elements each. `flat` has the elements of all
/// rows, one row after the other.
Value even_rows(Machine& m, TypeId nested, ColumnRef flat, int64_t count, int64_t length);

} // namespace nova::arrays
