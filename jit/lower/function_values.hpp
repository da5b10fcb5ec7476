// Function values that are one of several functions (private to jit/lower). Lowering finds the set of functions that
// a value may be and describes it by a ValueShape. In the plan a number says which of them the value is.
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Returns item k of the function value `f`. Its items are the captured values, then the arguments that it has.
Rep item_of(Lowering& l, const Rep& f, size_t k);

/// Add to the shape all functions that a value, or the elements of a vector, may be or hold. Return whether the shape
/// lacked any of them.
bool join(Lowering& l, ValueShape& s, const Rep& r);
bool join(Lowering& l, ValueShape& s, const Elements& e);
bool join(Lowering& l, std::vector<ValueShape>& shapes, const Reps& values);
/// Returns the shapes of `values`, which have these types. If `values` is empty, returns shapes that include no
/// functions.
std::vector<ValueShape> shapes_of(Lowering& l, const TypeIds& types, const Reps& values);

/// Return a value of the shape, or elements of the shape, whose variables are those that `make` returns.
Rep fresh(Lowering& l, const ValueShape& s, const MakeVar& make);
Elements fresh_elements(Lowering& l, const ValueShape& s, const MakeVar& make);
/// Returns the types of the variables that a value of shape `s` consists of, in the order of the flat layout
/// (values/flat_layout.hpp).
std::vector<VarType> flat_of(Lowering& l, const ValueShape& s);
/// Returns values of these shapes whose variables are, in order, those of `flat`.
Reps from_flat(Lowering& l, const std::vector<ValueShape>& shapes, const Vars& flat);
/// Append to `flat` the variables of a value, or of n elements, in the layout of the shape. The shape includes all
/// functions of the value; for functions of the shape that the value cannot be, zeros are appended.
void flatten_as(Lowering& l, const ValueShape& s, const Rep& r, Vars& flat);
void flatten_as(Lowering& l, const ValueShape& s, const Elements& e, Var n, Vars& flat);
Vars flatten_as(Lowering& l, const std::vector<ValueShape>& shapes, const Reps& values);
/// Appends to the statement the body that computes the lengths of the columns in its state. Appends nothing if the
/// state has no columns.
void add_sizes(Lowering& l, Stm& s, const ValueShape& state);

/// Converts the n elements `x` and the m elements `y`, both of type `element`, to a common shape, so that their
/// columns correspond. Changes nothing if the type has no functions.
void unify(Lowering& l, TypeId element, Elements& x, Var n, Elements& y, Var m);
/// Returns n elements, each of which is `r`. If `r` is a vector of rank 1, all rows refer to the same elements, which
/// are not copied.
Elements repeated(Lowering& l, const Rep& r, Var n);
/// Returns the n elements `e` in a form that is valid outside of the body in which they were made. `first` is the
/// first variable that was made in that body. A value shared by all elements (Same) that depends on the body is
/// stored once for each element.
Elements solid(Lowering& l, const Elements& e, Var n, uint32_t first);
/// Returns `made`, an element of a vector that is being made. Each captured value or argument of a function in it is
/// replaced by a Held if all its variables were made before the variable `first`. Such a value is the same for all
/// elements, so it is not stored for each. `item`: whether `made` itself is such a captured value or argument.
Rep held(Lowering& l, const Rep& made, uint32_t first, bool item = false);
/// Returns the elements of a vector literal of two or more different functions. The captured values of each function
/// are stored once for the whole vector. Returns nothing if the items are not different functions.
std::optional<Elements> named_functions(Lowering& l, const Reps& items, TypeId element);

} // namespace nova::plan
