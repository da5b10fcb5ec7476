// Lowers scalar built-ins, and the comparison of tuples, sums and vectors, which compares their parts (private to
// jit/lower).
#pragma once
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Lowers a call of a scalar built-in with these arguments, and returns its value. Also lowers comparisons of tuples,
/// sums and vectors.
Rep lower_scalar(Lowering& l, const Core& c, Reps args);
/// Emits the comparison of two values of type `t`, and returns the bool that says whether they are equal. Sums are
/// compared with the fields of all their constructors; fields that neither value has are zeros in both.
Var equal(Lowering& l, const Rep& x, const Rep& y, TypeId t);
/// The same for two scalars of one element type.
Var equal_scalars(Builder& b, Var x, Var y);
/// Emits the comparison of x and y in lexicographic order, and returns the bool that says whether x is less. If
/// `total`, NaN is greater than all numbers, as in `sort`. Bools and sums, which `<` does not take, are ordered too.
Var less(Lowering& l, const Rep& x, const Rep& y, TypeId t, bool total);
/// Emits a reduction, and returns the bool that says whether holds(k) is true for all k from 0 to n - 1.
Var every(Builder& b, Var n, const std::function<Var(Var)>& holds);

} // namespace nova::plan
