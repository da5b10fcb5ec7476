// Scalar built-ins, and comparison of values by their parts (private to jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// A call of a scalar built-in.
Rep lower_scalar(Lowering& l, const Core& c, Reps args);
/// Structural: tuples and sums by their parts (those of other constructors are zeros on both sides).
Var equal(Lowering& l, const Rep& x, const Rep& y, TypeId t);
/// Lexicographic. `total`: as sort orders, NaN after all numbers.
Var less(Lowering& l, const Rep& x, const Rep& y, TypeId t, bool total);
/// Whether it holds for each of 0 .. n - 1.
Var every(Builder& b, Var n, const std::function<Var(Var)>& holds);

} // namespace nova::plan
