// Sorts that compare plain numbers in ascending order. For these the emitters print radix sorts.
#pragma once
#include "jit/plan/plan.hpp"
#include <optional>

namespace nova::plan {

/// Returns the column that `sort` orders if it compares the column's numbers directly, ascending and NaN last.
/// Returns nothing for any other comparison.
std::optional<Var> sorted_numbers(const Stm& sort);

} // namespace nova::plan
