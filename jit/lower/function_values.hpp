// Values in which functions are that are not known where they are called (private to jit/lower). A ValueShape says which
// functions can be where; a number says which of them it is.
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// What a function's item k is.
Rep item_of(Lowering& l, const Rep& f, size_t k);

/// The shape takes in the functions that a value may be. Did it lack any?
bool join(Lowering& l, ValueShape& s, const Rep& r);
bool join(Lowering& l, ValueShape& s, const Elements& e);
bool join(Lowering& l, std::vector<ValueShape>& shapes, const Reps& values);
/// The shapes of values of these types; of no values, those without functions.
std::vector<ValueShape> shapes_of(Lowering& l, const TypeIds& types, const Reps& values);

/// A value of a shape, of variables that `make` gives; and the same as elements.
Rep fresh(Lowering& l, const ValueShape& s, const MakeVar& make);
Elements fresh_elements(Lowering& l, const ValueShape& s, const MakeVar& make);
/// The types of such a value's variables.
std::vector<VarType> flat_of(Lowering& l, const ValueShape& s);
/// Values from variables that exist.
Reps from_flat(Lowering& l, const std::vector<ValueShape>& shapes, const Vars& flat);
/// A value's variables in the order of a shape that has its functions.
void flatten_as(Lowering& l, const ValueShape& s, const Rep& r, Vars& flat);
void flatten_as(Lowering& l, const ValueShape& s, const Elements& e, Var n, Vars& flat);
Vars flatten_as(Lowering& l, const std::vector<ValueShape>& shapes, const Reps& values);
/// Appends to a statement the body that gives the lengths of such a state's columns, if it has any.
void add_sizes(Lowering& l, Stm& s, const ValueShape& state);

/// Elements of one type that come from two places, so that both have the same columns.
void unify(Lowering& l, TypeId element, Elements& x, Var n, Elements& y, Var m);
/// n elements, each of which is the value. A vector is stored once.
Elements repeated(Lowering& l, const Rep& r, Var n);
/// Without what is bound from variable `first` on: elements that leave the body in which they were made.
Elements solid(Lowering& l, const Elements& e, Var n, uint32_t first);
/// An element in the making: what its functions hold that was there before variable `first` is not stored for each.
Rep held(Lowering& l, const Rep& made, uint32_t first, bool item = false);
/// A vector of different functions, each of which holds what it holds once; nothing for other items.
std::optional<Elements> named_functions(Lowering& l, const Reps& items, TypeId element);

} // namespace nova::plan
