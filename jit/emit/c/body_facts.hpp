// Properties of a body that decide how it is printed.
#pragma once
#include "jit/analysis/kernels.hpp"
#include <vector>

namespace nova::plan {

/// Whether the body has a statement, other than a Check, that may end the run at once. A body without such a
/// statement consists of scalar operations, reads, checks, branches, and calls of functions that only do arithmetic.
/// The checks of such a body can be deferred to its end: a read behind a failed check then reads element 0.
bool stops(const Body& b);
/// Whether `stops` holds for the body, or the body has a Read behind a Check. If the check fails and its failure is
/// only noted, such a read may be out of bounds.
bool stops_or_reads(const Body& b);
/// Whether the statement is a constant, a scalar operation, a read, or an If of such statements.
bool is_arithmetic(const Stm& s);
bool is_arithmetic(const Body& b);
/// Whether an iteration of the body may be executed twice, since the body has no side effects.
bool is_pure(const Body& b);
/// Whether the body computes sin, cos or tan.
bool has_trigonometry(const Body& b);
/// Returns the body's gathers: reads at an index that depends on an element that the body has read before.
std::vector<const Stm*> gathered(const Body& b);

} // namespace nova::plan
