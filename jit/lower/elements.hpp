// Operations on the elements of a vector: reading, rearranging, lengths (private to jit/lower). All of them need only
// the plan's builder.
#pragma once
#include "jit/lower/rep.hpp"
#include <span>

namespace nova::plan {

/// Returns the product of dimensions.
Var product(Builder& b, const Vars& dims);
/// Returns how many elements a vector has.
inline Var count(Builder& b, const Rep& vector) { return product(b, vector.dims); }
/// Whether the elements contain no rows.
bool is_flat(const Elements& e);
/// Returns the columns of flat elements.
Vars columns(const Elements& e);
/// Returns a zero for each scalar type, and a column of one zero for each column type. Such a column also serves as
/// the offsets of no rows.
Vars zeros(Builder& b, std::span<const VarType> types);
/// Emits a Map of n iterations and returns its columns. `f` returns the element at an index.
Vars emit_map(Builder& b, Var n, std::span<const VarType> columns, const std::function<Vars(Var)>& f);

// ---- reading ----

/// Returns element i.
Rep element(Builder& b, const Elements& e, Var i);
/// Returns the elements from index `by` on.
Elements shift(Builder& b, const Elements& e, Var by);
/// Return the indices at which row i begins and ends, in the elements that all rows consist of.
Var row_start(Builder& b, const Elements& rows, Var i);
Var row_end(Builder& b, const Elements& rows, Var i);
/// Returns the dimensions of row i, or nothing if the rows have rank 1.
Vars row_dims(Builder& b, const Elements& rows, Var i);
/// Returns the dimensions of n rows, one column per dimension.
Vars extents(Builder& b, const Elements& rows, Var n);
/// Returns the dimensions of n rows in one column, `rank` values for each row.
Var row_shapes(Builder& b, const Elements& rows, Var n);

// ---- in other places ----

/// Appends the values that locate element i: elements of columns, and the start, end and dimensions of rows.
void leaves(Builder& b, const Elements& e, Var i, Vars& out);
/// Returns the types of the columns in which leaves lie.
std::vector<VarType> leaf_columns(Builder& b, const Elements& e);
/// Returns elements whose leaves lie in new columns, in the order of `leaves`. What the rows consist of stays where
/// it is.
Elements moved(const Elements& e, std::span<const Var>& columns);
Elements moved(const Elements& e, const Vars& columns);
/// Returns n elements, of which number i is element from(i) of `e`.
Elements gathered(Builder& b, const Elements& e, Var n, const std::function<Var(Var)>& from);

// ---- as states and as stored elements ----

/// Returns a value of the form of `r` (or elements of the form of `e`) that consists of existing variables, taken
/// from the front of `flat` in flat order. Rows lie one after the other in it.
Rep like(const Rep& r, std::span<const Var>& flat);
Elements like(const Elements& e, std::span<const Var>& flat);
/// Returns a body (s ..) -> (length ..) that computes the lengths of the columns of values of the form `form`.
/// Returns nothing if they have no columns.
std::optional<Body> sizes(Builder& b, const Rep& form, const std::vector<VarType>& types);
/// Returns the types of the outs of a statement that stores elements of these types. A column needs two: offsets and
/// rows.
std::vector<VarType> stored_types(const std::vector<VarType>& element);
/// Returns element i, read from the outs of a statement that stored elements of these types (`stored_types`).
Rep stored_element(Builder& b, const Rep& form, const std::vector<VarType>& element, const Vars& outs, Var i);

} // namespace nova::plan
