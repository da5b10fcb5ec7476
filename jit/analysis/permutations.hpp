// Scatters that are permutations or fail. Such a plan writes elements and marks to their targets, then checks that
// every index is marked. As n elements go to n indices, this holds only if no two have the same target. So the order
// of the writes does not matter.
#pragma once
#include "jit/analysis/queries.hpp"

namespace nova::plan {

/// Returns the Map of `b` that fills `column`, and only it, with one constant, if the column is used only once;
/// otherwise null. `uses` is the result of `count_uses`.
const Stm* filling_map(const std::vector<uint32_t>& uses, const Body& b, Var column);

/// Whether statement k of `b` scatters `true` into a column of `false`, and statement k + 1 checks that all of the
/// column is `true`.
bool is_permutation(const Plan& plan, const std::vector<uint32_t>& uses, const Constants& constants,
                    const Body& b, size_t k);

} // namespace nova::plan
