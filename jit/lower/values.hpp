// Values by their types: made from variables, and laid out as variables (private to jit/lower). The values of types in
// which functions are follow from a ValueShape: function_values.hpp.
#pragma once
#include "jit/lower/lowering.hpp"
#include <span>

namespace nova::plan {

/// A value of a type, of variables that `make` gives.
Rep fresh(Lowering& l, TypeId t, const MakeVar& make);
/// A vector's elements, of columns that `make` gives.
Elements fresh_elements(Lowering& l, TypeId t, const MakeVar& make);
/// The same value from variables that exist, taken from the front of `flat`.
Rep from_flat(Lowering& l, TypeId t, std::span<const Var>& flat);
Rep from_flat(Lowering& l, TypeId t, const Vars& flat);
/// The types of a value's variables in flat order.
std::vector<VarType> flat_of(Lowering& l, TypeId t);
/// Zeros and empty vectors.
Rep zero(Lowering& l, TypeId t);
/// Is a value of the type scalars alone?
bool is_flat(Lowering& l, TypeId t);

/// A value's variables in flat order; rows are put one after the other for it.
void flatten(Lowering& l, const Rep& r, Vars& flat);
Vars flatten(Lowering& l, const Rep& r);
void flatten(Lowering& l, const Elements& e, Var n, Vars& flat);

} // namespace nova::plan
