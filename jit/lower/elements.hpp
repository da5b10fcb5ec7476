// Operations on the elements of a vector: reading elements, rearranging them, and computing lengths (private to
// jit/lower). These functions append statements with the Builder and need no other state of lowering.
#pragma once
#include "jit/lower/rep.hpp"
#include <span>

namespace nova::plan {

/// Returns the product of the dimensions, which is the number of elements; of none, 1.
Var product(Builder& b, std::span<const Var> dims);
/// Returns the number of elements of a vector of any rank.
inline Var count(Builder& b, const Rep& vector) { return product(b, vector.dims); }
/// Whether the elements contain no vectors (rows).
bool is_flat(const Elements& e);
/// Returns the columns that the elements `e` consist of. `e` must not contain rows.
Vars columns(const Elements& e);
/// Returns a variable for each type: the scalar 0, or a column with the one element 0. Such a column is also valid as
/// the offsets of an empty vector of rows.
Vars zeros(Builder& b, std::span<const VarType> types);
/// Emits a Map of n iterations and returns its columns, which have the types `columns`. `f` returns the values of the
/// element at an index.
Vars emit_map(Builder& b, Var n, std::span<const VarType> columns, const std::function<Vars(Var)>& f);

// ---- reading ----

/// Returns element i of `e` as a value.
Rep element(Builder& b, const Elements& e, Var i);
/// Returns the elements of `e` from index `by` on, so that element `by` becomes element 0.
Elements shift(Builder& b, const Elements& e, Var by);
/// Return the indices at which row i begins and ends in rows.items[0], the elements of all rows.
Var row_start(Builder& b, const Elements& rows, Var i);
Var row_end(Builder& b, const Elements& rows, Var i);
/// Returns the number of elements of row i, which is a vector of rank 1.
Var row_length(Builder& b, const Elements& rows, Var i);
/// Returns the dimensions of row i; an empty list if the rows have rank 1.
Vars row_dims(Builder& b, const Elements& rows, Var i);
/// Returns the dimensions of n rows: a column for each dimension, with one entry for each row.
Vars extents(Builder& b, const Elements& rows, Var n);
/// Returns the dimensions of n rows in one column, with rows.rank neighbouring entries for each row.
Var row_shapes(Builder& b, const Elements& rows, Var n);

// ---- elements in another order ----
//
// To rearrange elements, only their leaves are copied. The leaf of a scalar is its value. The leaves of a row are the
// indices at which it begins and ends, and its dimensions. The row's own elements are not copied.

/// Appends the leaves of element i to `out`.
void leaves(Builder& b, const Elements& e, Var i, Vars& out);
/// Returns the type of a column for each leaf of an element.
std::vector<VarType> leaf_columns(Builder& b, const Elements& e);
/// Returns elements with the structure of `e` whose leaves are read from `columns`: one column for each leaf, in the
/// order in which `leaves` appends them.
Elements moved(const Elements& e, std::span<const Var>& columns);
Elements moved(const Elements& e, const Vars& columns);
/// Returns n elements; element i of them is element from(i) of `e`.
Elements gathered(Builder& b, const Elements& e, Var n, const std::function<Var(Var)>& from);

// ---- as states and as stored elements ----

/// Return a copy of `r` or `e` in which each variable is replaced by the first one of `flat`. That variable is then
/// removed from `flat`. Rows in the copy have offsets, so they are contiguous.
Rep like(const Rep& r, std::span<const Var>& flat);
Elements like(const Elements& e, std::span<const Var>& flat);
/// Returns, for each column that the value `r` consists of, how many elements it has. The columns are in the order of
/// the flat layout, and rows among them have offsets.
Vars lengths(Builder& b, const Rep& r);
/// Returns a body (s ..) -> (length ..). Its parameters are the variables of a value with the structure of `form`,
/// and have the types `types`. Its results are the lengths of those parameters that are columns. Returns nothing if
/// there are no columns.
std::optional<Body> sizes(Builder& b, const Rep& form, const std::vector<VarType>& types);
/// Returns the types of the outs of a Map or Each whose elements consist of variables of these types. A scalar
/// becomes one column; a column in an element becomes two, the offsets and the contiguous rows.
std::vector<VarType> stored_types(const std::vector<VarType>& element);
/// Reads element i from the outs of a Map or Each, and returns it as a value with the structure of `form`. `element`
/// has the types of the variables of one element (see `stored_types`).
Rep stored_element(Builder& b, const Rep& form, const std::vector<VarType>& element, const Vars& outs, Var i);

} // namespace nova::plan
