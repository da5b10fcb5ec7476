// The meanings of the array and effect built-ins: one function per row of frontend/builtins/arrays.def and
// effects.def, a plain loop each. They are what every other tier is judged by.
//
// A function gets the concrete Primitive node (its types say which layouts) and the arguments' values, which
// it may move from; it fails with a Fault, which the evaluator locates at the node.
#pragma once
#include "interp/machine.hpp"

namespace nova::arrays {

using Args = std::span<Value>;

// maps.cpp: a function applied to the elements of vectors
Value map(Machine&, const Core&, Args);
Value filter(Machine&, const Core&, Args);
Value partition(Machine&, const Core&, Args);
Value concat_map(Machine&, const Core&, Args);
Value expand(Machine&, const Core&, Args);

// reductions.cpp
Value reduce(Machine&, const Core&, Args);
Value accumulate(Machine&, const Core&, Args);
Value foldl(Machine&, const Core&, Args);
Value reduce_by_index(Machine&, const Core&, Args);

// scans.cpp
Value scan(Machine&, const Core&, Args);
Value exscan(Machine&, const Core&, Args);

// moves.cpp: elements to other places
Value permute(Machine&, const Core&, Args);
Value gather(Machine&, const Core&, Args);
Value scatter(Machine&, const Core&, Args);
Value slice(Machine&, const Core&, Args);
Value reverse(Machine&, const Core&, Args);
Value take(Machine&, const Core&, Args);
Value drop(Machine&, const Core&, Args);
Value concat(Machine&, const Core&, Args);
/// Does nothing else refer to the vector, so that more can be written behind its elements?
bool may_grow(const Value& vector);
/// The vector with more elements behind its own: in place where it may grow.
void append(Machine&, Value& vector, const Array& more);
Value index(Machine&, const Core&, Args);

// makers.cpp: vectors from numbers
Value range(Machine&, const Core&, Args);
Value iota(Machine&, const Core&, Args);
Value replicate(Machine&, const Core&, Args);

// shapes.cpp: the same elements under other dimensions
Value length(Machine&, const Core&, Args);
Value shape(Machine&, const Core&, Args);
Value zip(Machine&, const Core&, Args);
Value unzip(Machine&, const Core&, Args);
Value flatten(Machine&, const Core&, Args);
Value unflatten(Machine&, const Core&, Args);
Value reshape(Machine&, const Core&, Args);
Value matrix(Machine&, const Core&, Args);
Value rows(Machine&, const Core&, Args);
Value transpose(Machine&, const Core&, Args);

// matmul_stencil.cpp
Value matmul(Machine&, const Core&, Args);
Value stencil(Machine&, const Core&, Args);

// sorting.cpp, grouping.cpp
Value sort(Machine&, const Core&, Args);
Value sort_by(Machine&, const Core&, Args);
Value group_by(Machine&, const Core&, Args);

// text.cpp
Value force(Machine&, const Core&, Args);
Value show(Machine&, const Core&, Args);
Value parse_int(Machine&, const Core&, Args);
Value parse_double(Machine&, const Core&, Args);
Value assert_true(Machine&, const Core&, Args);
Value check_equal(Machine&, const Core&, Args);
Value error(Machine&, const Core&, Args);

// effects.cpp
Value print(Machine&, const Core&, Args);
Value println(Machine&, const Core&, Args);
Value read_stdin(Machine&, const Core&, Args);
Value clock(Machine&, const Core&, Args);

// files.cpp
Value read_text(Machine&, const Core&, Args);
Value write_text(Machine&, const Core&, Args);
Value read_npy(Machine&, const Core&, Args);
Value write_npy(Machine&, const Core&, Args);
Value read_npz(Machine&, const Core&, Args);
Value write_npz(Machine&, const Core&, Args);
Value read_mtx(Machine&, const Core&, Args);
Value write_mtx(Machine&, const Core&, Args);
Value read_csv(Machine&, const Core&, Args);
Value write_csv(Machine&, const Core&, Args);
Value read_image(Machine&, const Core&, Args);
Value write_image(Machine&, const Core&, Args);
Value write_png(Machine&, const Core&, Args);
Value write_svg(Machine&, const Core&, Args);

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
