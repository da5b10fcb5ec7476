// Lowers scalar built-ins, and comparisons of values by their parts (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Lowers a call of a scalar built-in.
Rep lower_scalar(Lowering& l, const Core& c, Reps args);
/// Returns whether two values are equal. Tuples and sums are compared by their parts; fields of constructors that
/// neither value has are zeros on both sides.
Var equal(Lowering& l, const Rep& x, const Rep& y, TypeId t);
/// Returns whether x comes before y, in lexicographic order. If `total`, NaN comes after all numbers, as in `sort`.
Var less(Lowering& l, const Rep& x, const Rep& y, TypeId t, bool total);
/// Returns whether `holds` is true for each of 0 .. n - 1.
Var every(Builder& b, Var n, const std::function<Var(Var)>& holds);

} // namespace nova::plan
