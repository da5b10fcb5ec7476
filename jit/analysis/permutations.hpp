// Recognises scatters that either permute their elements or fail. Such a plan scatters n elements and n marks to n
// targets, and then checks that every index is marked. The check holds only if no two elements have the same target.
// So the order of the writes does not matter.
#pragma once
#include "jit/analysis/queries.hpp"

namespace nova::plan {

/// Returns the Map statement in `b` whose only result is `column`, which it fills with a constant. Returns null if
/// there is no such Map, or if the column has more than one use. `uses`: the result of `count_uses`.
const Stm* filling_map(const std::vector<uint32_t>& uses, const Body& b, Var column);

/// Whether statement k of `b` scatters `true` into a column whose elements are all `false`, and statement k + 1
/// checks that all its elements are `true` afterwards.
bool is_permutation(const Plan& plan, const std::vector<uint32_t>& uses, const Constants& constants,
                    const Body& b, size_t k);

} // namespace nova::plan
