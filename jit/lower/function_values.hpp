// Values that hold functions which are not known where they are called (private to jit/lower). A ValueShape says
// which functions such a value may be; a number says at run time which of them it is.
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Returns item k of a function value: of what it captured, then of its arguments.
Rep item_of(Lowering& l, const Rep& f, size_t k);

/// Adds to the shape the functions that a value may be. Returns whether the shape lacked any.
bool join(Lowering& l, ValueShape& s, const Rep& r);
bool join(Lowering& l, ValueShape& s, const Elements& e);
bool join(Lowering& l, std::vector<ValueShape>& shapes, const Reps& values);
/// Returns the shapes of values of these types. Without values, the shapes have no functions.
std::vector<ValueShape> shapes_of(Lowering& l, const TypeIds& types, const Reps& values);

/// Return a value of a shape, or elements of it, that consist of the variables that `make` returns.
Rep fresh(Lowering& l, const ValueShape& s, const MakeVar& make);
Elements fresh_elements(Lowering& l, const ValueShape& s, const MakeVar& make);
/// Returns the types of the variables of a value of shape `s`, in flat order.
std::vector<VarType> flat_of(Lowering& l, const ValueShape& s);
/// Returns values of these shapes that consist of existing variables.
Reps from_flat(Lowering& l, const std::vector<ValueShape>& shapes, const Vars& flat);
/// Appends the variables of a value in the order of a shape, which has all of the value's functions.
void flatten_as(Lowering& l, const ValueShape& s, const Rep& r, Vars& flat);
void flatten_as(Lowering& l, const ValueShape& s, const Elements& e, Var n, Vars& flat);
Vars flatten_as(Lowering& l, const std::vector<ValueShape>& shapes, const Reps& values);
/// Appends to a statement the body that computes the lengths of its state's columns, if there are any.
void add_sizes(Lowering& l, Stm& s, const ValueShape& state);

/// Changes elements of one type from two sources, n and m of them, so that both have the same columns.
void unify(Lowering& l, TypeId element, Elements& x, Var n, Elements& y, Var m);
/// Returns n elements, each of which is `r`. If `r` is a vector, its elements are stored once.
Elements repeated(Lowering& l, const Rep& r, Var n);
/// Returns elements that can leave the body in which they were made, whose variables begin with `first`. A value of
/// that body that all elements share is stored once for each element.
Elements solid(Lowering& l, const Elements& e, Var n, uint32_t first);
/// Returns an element that is being made, with Held in place of what its functions hold if that existed before
/// variable `first`. A Held value is not stored for each element.
Rep held(Lowering& l, const Rep& made, uint32_t first, bool item = false);
/// Returns a vector of different functions in which the values that a function holds are stored once. Returns nothing
/// for other items.
std::optional<Elements> named_functions(Lowering& l, const Reps& items, TypeId element);

} // namespace nova::plan
