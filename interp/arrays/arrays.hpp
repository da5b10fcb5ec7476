// The meanings of the array and effect built-ins: the function that a row of frontend/builtins/arrays.def or
// effects.def names, a plain loop each. They are what every other tier is judged by.
//
// A function gets the concrete Primitive node (its types say which layouts) and the arguments' values, which
// it may move from; it fails with a Fault, which the evaluator locates at the node.
#pragma once
#include "interp/machine.hpp"

namespace nova::arrays {

using Args = std::span<Value>;

#define NOVA_BUILTIN(id, function, ...) Value function(Machine&, const Core&, Args);
#include "frontend/builtins/arrays.def"
#include "frontend/builtins/effects.def"
#undef NOVA_BUILTIN

/// Does nothing else refer to the vector, so that more can be written behind its elements?
bool may_grow(const Value& vector);
/// The vector with more elements behind its own: in place where it may grow.
void append(Machine&, Value& vector, const Array& more);

/// Fails with E0401 unless all vectors have the first one's dimensions; `first` is the position of the first
/// one among the built-in's arguments, from 1.
void check_lengths(const char* builtin, std::span<const Value> vectors, size_t first);

/// A nested vector whose rows have one length (else E0404), or a vector#2, as a vector#2.
Array rectangular(const char* builtin, const Array& x);
/// The dimensions that all elements of an array of vector#rank have (0 if there are none); else E0404.
std::vector<int64_t> common_dimensions(const char* builtin, const Array& x, uint32_t rank);
/// `count` rows of `length` elements each as a nested vector of the given type.
Value even_rows(Machine& m, TypeId nested, ColumnRef flat, int64_t count, int64_t length);

} // namespace nova::arrays
