// Properties of a body that decide how it is printed.
#pragma once
#include "jit/analysis/kernels.hpp"
#include <vector>

namespace nova::plan {

/// Whether the body may end the run before its own end. If not, it is arithmetic, reads and checks, and its checks
/// can be deferred to the end: a read behind a failed check then reads element 0.
bool stops(const Body& b);
/// Whether the body stops, or has a Read behind a Check. Such a read may be out of bounds if the check fails.
bool stops_or_reads(const Body& b);
/// Whether the statement is a constant, a scalar operation, a read, or an If of such statements.
bool is_arithmetic(const Stm& s);
bool is_arithmetic(const Body& b);
/// Whether an iteration of the body may run twice, since it has no effect beside its results.
bool is_pure(const Body& b);
/// Whether the body computes sin, cos or tan. These do not become SIMD, since some arguments take another branch, and
/// each inlined copy takes the C compiler long.
bool has_trigonometry(const Body& b);
/// Returns the reads of a body whose index depends on an element that the body has read (gathers).
std::vector<const Stm*> gathered(const Body& b);

} // namespace nova::plan
