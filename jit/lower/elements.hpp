// A vector's elements: reading them, taking them to other places, their lengths (private to jit/lower). All of it needs the
// plan's builder alone.
#pragma once
#include "jit/lower/rep.hpp"
#include <span>

namespace nova::plan {

/// The product of dimensions.
Var product(Builder& b, const Vars& dims);
/// How many elements a vector has.
inline Var count(Builder& b, const Rep& vector) { return product(b, vector.dims); }
/// Has it no rows?
bool is_flat(const Elements& e);
/// The columns of flat elements.
Vars columns(const Elements& e);
/// Zeros, and columns of one zero (which serve as offsets of no rows).
Vars zeros(Builder& b, std::span<const VarType> types);
/// A Map of n rounds: the columns of what f gives for each index.
Vars emit_map(Builder& b, Var n, std::span<const VarType> columns, const std::function<Vars(Var)>& f);

// ---- reading ----

/// Element i.
Rep element(Builder& b, const Elements& e, Var i);
/// The elements from number `by` on.
Elements shift(Builder& b, const Elements& e, Var by);
/// Where row i begins, and where it ends, in what the rows are in.
Var row_start(Builder& b, const Elements& rows, Var i);
Var row_end(Builder& b, const Elements& rows, Var i);
/// A row's dimensions; of a plain one, none.
Vars row_dims(Builder& b, const Elements& rows, Var i);
/// The dimensions of n rows, a column for each.
Vars extents(Builder& b, const Elements& rows, Var n);
/// The same side by side.
Var row_shapes(Builder& b, const Elements& rows, Var n);

// ---- in other places ----

/// What says where element i is: columns' elements, rows' starts and ends.
void leaves(Builder& b, const Elements& e, Var i, Vars& out);
/// The columns that leaves lie in.
std::vector<VarType> leaf_columns(Builder& b, const Elements& e);
/// Elements that lie in new columns, as `leaves` orders them; rows are where they were.
Elements moved(const Elements& e, std::span<const Var>& columns);
Elements moved(const Elements& e, const Vars& columns);
/// n elements, number i of which is that at from(i).
Elements gathered(Builder& b, const Elements& e, Var n, const std::function<Var(Var)>& from);

// ---- as states and as stored elements ----

/// A value of the same form from variables that exist, in flat order: rows lie one after the other in it.
Rep like(const Rep& r, std::span<const Var>& flat);
Elements like(const Elements& e, std::span<const Var>& flat);
/// (s ..) -> (length ..), for values of that form; nothing where they hold no columns.
std::optional<Body> sizes(Builder& b, const Rep& form, const std::vector<VarType>& types);
/// The outs of a statement that stores elements of these types.
std::vector<VarType> stored_types(const std::vector<VarType>& element);
/// Element i of such outs.
Rep stored_element(Builder& b, const Rep& form, const std::vector<VarType>& element, const Vars& outs, Var i);

} // namespace nova::plan
