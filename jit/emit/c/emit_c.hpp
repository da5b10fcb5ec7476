// Prints a plan as C that includes no headers. A statement over n elements at the host's level becomes a kernel: a
// function whose work threads share. The function nova_run runs the kernels in order. The C calls the host through a
// table (nova_host) for memory, threads and cancellation.
#pragma once
#include "jit/plan/plan.hpp"
#include <string>
#include <vector>

namespace nova::plan {

/// Returns the C of the kernels and of nova_run, without the prologue, for a plan that `check_plan` accepts. Equal
/// plans give the same text. Literals are arguments of nova_run, so plans that differ in them alone give the same
/// text, too. `for_ranks`: whether ranks of a job may run the text together.
std::string emit_c(const Plan& plan, bool for_ranks = false);
/// Returns the C of a plan for a program without Nova. Its constants are in the text, but for those of ahead_literals. If `tells`,
/// all are; failed checks end the run in the order of evaluation and keep their numbers; the plan is one before passes. The texts of
/// foreign functions are left out, since several plans share them.
std::string emit_c_ahead(const Plan& plan, bool tells);
struct AheadLiteral {
  Element element;
  uint64_t bits;
};
/// Returns the floating constants that such C takes as arguments of nova_run, in its order: where GCC knows them, loops are slower.
std::vector<AheadLiteral> ahead_literals(const Plan& plan);
/// The first line of a text in which no loop becomes SIMD. The C compiler then gets -O1, since more effort would not
/// pay.
inline constexpr const char* scalar_text = "// no loop here becomes SIMD: -O1 is enough";
/// Stands in a text with foreign functions, unless all of them say (in-process). A child process runs its kernels.
inline constexpr const char* apart_text = "// a child process runs this text";
inline bool runs_apart(const std::string& text) { return text.find(apart_text) != text.npos; }
/// Returns the values of the plan's literals as words, in the order in which nova_run takes them.
std::vector<uint64_t> literals(const Plan& plan);

} // namespace nova::plan
