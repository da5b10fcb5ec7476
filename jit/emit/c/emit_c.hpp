// A plan as header-free C: one function per kernel (a statement over n elements at the plan's top level, which threads
// share) and one, nova_run, that runs them in order. The C calls back through a table (nova_host) for memory, threads
// and stops.
#pragma once
#include "jit/plan/plan.hpp"
#include <string>
#include <vector>

namespace nova::plan {

/// The kernels and nova_run of a plan that `check_plan` accepts, without the prologue. Same plan, same text; literals are
/// arguments.
std::string emit_c(const Plan& plan);
/// A line in texts of which nothing becomes SIMD: to try hard there costs time, and gives nothing.
inline constexpr const char* scalar_text = "// no loop here becomes SIMD: -O1 is enough";
/// The words of the literals that nova_run takes, in its order.
std::vector<uint64_t> literals(const Plan& plan);

} // namespace nova::plan
