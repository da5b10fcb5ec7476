// A plan as header-free C: one function per kernel (a statement over n elements at the plan's top level, which threads
// share) and one that runs them in order. The C calls back through a table (nova_host) for memory, threads and stops.
#pragma once
#include "jit/plan.hpp"

namespace nova::plan {

/// The whole translation unit. Same plan, same text: names are canonical, literals are arguments.
std::string emit_c(const Plan& plan);
/// How many kernels it has: `; kernels: 1` in transcripts.
uint32_t count_kernels(const Plan& plan);

} // namespace nova::plan
