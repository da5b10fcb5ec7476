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

/// Whether nothing else refers to the vector or its elements, and they are primitive, so that `append` works in
/// place.
bool may_grow(const Value& vector);
/// Appends the elements of `more` to the vector: in place if may_grow(vector), else by a copy.
void append(Machine&, Value& vector, const Array& more);

/// Fails with E0401 unless all vectors have the first one's dimensions; `first` is the position of the first
/// one among the built-in's arguments, from 1.
void check_lengths(const char* builtin, std::span<const Value> vectors, size_t first);

/// Returns a nested vector, or a vector#2, as a vector#2. Fails with E0404 if its rows differ in length.
Array rectangular(const char* builtin, const Array& x);
/// Returns the dimensions that all elements of x, an array of vector#rank, have in common (zeros if x is empty).
/// Fails with E0404 if they differ.
std::vector<int64_t> common_dimensions(const char* builtin, const Array& x, uint32_t rank);
/// Returns a nested vector of type `nested`: `count` rows of `length` elements each, whose elements are in `flat`.
Value even_rows(Machine& m, TypeId nested, ColumnRef flat, int64_t count, int64_t length);

} // namespace nova::arrays
