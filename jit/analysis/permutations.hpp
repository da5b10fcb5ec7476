// Scatters that are permutations, or fail. The plan writes elements and marks to their places, then asks each place for its mark.
// As n elements go to n places, all are marked only if no two went to one: their order does not matter then.
#pragma once
#include "jit/analysis/queries.hpp"

namespace nova::plan {

/// The map of the body that makes the column and nothing else, of one constant for all elements, where that is the column's only
/// use; else null. `uses`: as `count_uses` gives them.
const Stm* filling_map(const std::vector<uint32_t>& uses, const Body& b, Var column);

/// Does statement k scatter true into a column of false, of which the next one checks that it is true throughout?
bool is_permutation(const Plan& plan, const std::vector<uint32_t>& uses, const Constants& constants,
                    const Body& b, size_t k);

} // namespace nova::plan
