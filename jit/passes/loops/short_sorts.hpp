// Sorts of up to ten elements in the elements of a loop, such as the median of a window of 3 x 3.
#pragma once
#include "jit/plan/plan.hpp"

namespace nova::plan {

/// Writes out such sorts as comparisons of neighbours, whose elements are scalars. Returns whether there were any.
bool write_out_sorts(Plan& plan);

} // namespace nova::plan
