// Values by type: made from variables, and laid out as variables (private to jit/lower). Values of types with
// functions follow a ValueShape instead (function_values.hpp).
#pragma once
#include "jit/lower/lowering.hpp"
#include <span>

namespace nova::plan {

/// Returns a value of a type that consists of the variables that `make` returns.
Rep fresh(Lowering& l, TypeId t, const MakeVar& make);
/// Returns elements of a type that consist of the columns that `make` returns.
Elements fresh_elements(Lowering& l, TypeId t, const MakeVar& make);
/// Returns a value of a type that consists of existing variables, taken from the front of `flat`.
Rep from_flat(Lowering& l, TypeId t, std::span<const Var>& flat);
Rep from_flat(Lowering& l, TypeId t, const Vars& flat);
/// Returns the types of a value's variables in flat order.
std::vector<VarType> flat_of(Lowering& l, TypeId t);
/// Returns a value of the type whose parts are zeros and empty vectors.
Rep zero(Lowering& l, TypeId t);
/// Whether a value of the type consists of scalars alone.
bool is_flat(Lowering& l, TypeId t);

/// Appends a value's variables in flat order. Rows are stored one after the other first, if they are not yet.
void flatten(Lowering& l, const Rep& r, Vars& flat);
Vars flatten(Lowering& l, const Rep& r);
void flatten(Lowering& l, const Elements& e, Var n, Vars& flat);

} // namespace nova::plan
