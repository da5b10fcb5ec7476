// Comparisons without brackets of their own in `and` and `or`: (and x > 1 x < 5).
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// If the form is `and` or `or` with comparisons whose operators stand between the operands, reports that (E0211), and
/// shows each in its brackets. Returns whether it did.
[[gnu::noinline]] bool report_loose_comparisons(ExpanderState& ex, const Datum& form);

} // namespace nova
