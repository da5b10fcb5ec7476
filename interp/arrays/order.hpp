// The order in which `sort` puts elements, as positions: stable, NaN last, -0.0 beside 0.0.
#pragma once
#include "interp/arrays/elements.hpp"

namespace nova::arrays {

/// Positions of a vector's elements in ascending order.
Indices ascending(Machine& m, const Array& keys);

/// The elements of a primitive vector in ascending order.
ColumnRef sorted_primitives(Machine& m, const Array& x);

/// Elements i and j of a vector (of whatever Ord type) in that order: <0, 0, >0.
int compare_elements(const Array& x, int64_t i, int64_t j);

} // namespace nova::arrays
