// Lowers the hash of a value, by which equal keys of a join find each other (private to jit/lower/arrays).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Whether `hash` takes values of type `t`: no part of them is a float, whose equal values may differ in their bits, a
/// cell or a function.
bool is_hashable(Lowering& l, TypeId t);
/// Emits the hash of a value of type `t`, and returns it, an int. Equal values have equal hashes. Requires
/// is_hashable(l, t).
Var hash(Lowering& l, const Rep& x, TypeId t);

} // namespace nova::plan
