// Converts between the value of a type and the list of its plan variables, in both directions (private to jit/lower).
// For values that hold functions, function_values.hpp has the same operations with a ValueShape in place of the type.
#pragma once
#include "jit/lower/lowering.hpp"
#include <span>

namespace nova::plan {

/// Returns a value of the type whose variables are those that `make` returns.
Rep fresh(Lowering& l, TypeId t, const MakeVar& make);
/// Returns elements of the type whose columns are those that `make` returns.
Elements fresh_elements(Lowering& l, TypeId t, const MakeVar& make);
/// Return a value of the type whose variables are the first ones of `flat`. Those variables are then removed from
/// `flat` if it is a span.
Rep from_flat(Lowering& l, TypeId t, std::span<const Var>& flat);
Rep from_flat(Lowering& l, TypeId t, const Vars& flat);
/// Returns the types of the variables that a value of the type consists of, in order.
std::vector<VarType> flat_of(Lowering& l, TypeId t);
/// Returns a value of the type in which all numbers are 0 and all vectors are empty.
Rep zero(Lowering& l, TypeId t);
/// Whether values of the type consist of scalars alone, so that they contain no vectors.
bool is_flat(Lowering& l, TypeId t);

/// Append to `flat` the variables of a value, or of n elements. Rows that are not contiguous are first copied to
/// contiguous ones.
void flatten(Lowering& l, const Rep& r, Vars& flat);
Vars flatten(Lowering& l, const Rep& r);
void flatten(Lowering& l, const Elements& e, Var n, Vars& flat);

} // namespace nova::plan
