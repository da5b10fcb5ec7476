// A plan as header-free C: one function per kernel (a statement over n elements at the plan's top level, which threads
// share) and one, nova_run, that runs them in order. The C calls back through a table (nova_host) for memory, threads
// and stops.
#pragma once
#include "jit/plan/plan.hpp"
#include <span>

namespace nova::plan {

/// The kernels and nova_run, without the prologue; "" where the plan folds, scans or filters whole columns, which no
/// kernel can. Same plan, same text; literals are arguments.
std::string emit_c(const Plan& plan);
/// A line in texts of which nothing becomes SIMD: to try hard there costs time, and gives nothing.
inline constexpr const char* scalar_text = "// no loop here becomes SIMD: -O1 is enough";
/// What stands before it: the scalar functions that the text uses (runtime/scalar/scalar_*.h) and the host's table.
std::string c_prologue(const std::string& text);
/// Many plans' kernels as one text, with its prologue; the entries are nova_run_0, nova_run_1, ..
std::string join_kernels(std::span<const std::string> kernels);
/// The words of the literals that nova_run takes, in its order.
std::vector<uint64_t> literals(const Plan& plan);

} // namespace nova::plan
