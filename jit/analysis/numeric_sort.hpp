// Sorts of numbers by their own value, which the emitters do by digits.
#pragma once
#include "jit/plan/plan.hpp"
#include <optional>

namespace nova::plan {

/// The column of numbers whose ascending order, NaN last, the sort finds, where it does nothing else.
std::optional<Var> sorted_numbers(const Stm& sort);

} // namespace nova::plan
