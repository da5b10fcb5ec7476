// Computes the order of `sort`, as indices of elements: stable, NaN last, -0.0 equal to 0.0.
#pragma once
#include "interp/arrays/elements.hpp"

namespace nova::arrays {

/// Returns the indices that sort `keys`: entry k is the index of the element that comes k-th in ascending order.
Indices ascending(Machine& m, const Array& keys);

/// Returns the elements of a primitive vector in ascending order.
ColumnRef sorted_primitives(Machine& m, const Array& x);

/// Compares elements i and j of a vector, of any Ord type, in the order of `sort`. Returns <0, 0 or >0.
int compare_elements(const Array& x, int64_t i, int64_t j);

} // namespace nova::arrays
