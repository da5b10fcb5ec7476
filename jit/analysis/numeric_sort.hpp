// Recognises Sort statements that put plain numbers into ascending order. For these the emitters print radix sorts.
#pragma once
#include "jit/plan/plan.hpp"
#include <optional>

namespace nova::plan {

/// Returns the column whose numbers the statement `sort` compares, if it puts them into ascending order with NaN
/// last. Returns nothing if `sort` compares in any other way.
std::optional<Var> sorted_numbers(const Stm& sort);

} // namespace nova::plan
