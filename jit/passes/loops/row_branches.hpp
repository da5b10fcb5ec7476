// Rows of which a branch chooses the whole row: `(if (<= i k) row (map .. row))`. The branch moves into a map of the row's
// elements, so that the pass even-rows can make one map of all rows.
#pragma once
#include "jit/plan/rewriter.hpp"

namespace nova::plan {

/// Whether the If `s`, a statement of the body `row` of a Rows, chooses columns of the row alone: each branch has nothing but
/// cheap scalars, and maps over the row's elements that are its results. Checks may be among the scalars if `may_check`.
bool is_row_choice(const Stm& s, const Body& row, bool may_check);

/// Replaces such an If by a map over the row's elements with an If in it.
void choose_by_elements(Plan& plan, Body& row, bool may_check);

} // namespace nova::plan
