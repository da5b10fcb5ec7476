// The optimiser. A list has all passes. A loop runs them in the order of the list, again and again, until none
// changes the plan (NOVA figure 6). After each pass that changed the plan, the plan is checked and a callback is
// called.
#pragma once
#include "jit/plan/plan.hpp"
#include <functional>
#include <span>

namespace nova::plan {

/// The flags of a pass in passes.def, which explains each.
enum PassFlag : uint8_t { Last = 1, OneBody = 2 };

struct Pass {
  std::string_view name; ///< the pass's name, such as "fuse-map-reduce" in --no-pass=fuse-map-reduce
  std::string_view what; ///< what the pass does, in words
  bool (*run)(Plan&);    ///< runs the pass and returns whether it changed the plan
  /// whether the pass runs only once, after the other passes have reached a state that none of them changes
  bool last = false;
  /// whether `run` rewrites only Plan::body; the optimiser then also runs it on the body of each function of the plan
  bool one_body = false;
};

std::span<const Pass> all_passes();
/// Returns the names of all passes, separated by commas.
std::string pass_names();

struct PassOptions {
  std::vector<std::string> off; ///< names of passes that do not run
  /// called after each pass that changed the plan and left it well-formed, if it is set
  std::function<void(const Pass&, const Plan&)> after_each;
  uint32_t most_rounds = 20;
  /// passes that run once before all others; tests put passes with errors here
  std::span<const Pass> planted{};
};

/// Runs the passes without `last` in order, again and again, until none changes the plan or `most_rounds` is reached.
/// Then runs those with `last` once. Returns "" if all went well. If a pass made a plan that check_plan rejects,
/// returns the pass's name and the rule that the plan breaks; the plan is then unusable.
std::string optimise(Plan& plan, const PassOptions& options = {});

/// Makes calls of functions with a CUDA text calls of their references, for a plan that no GPU runs. Returns whether
/// there were any.
bool use_references(Plan& plan);
/// Returns an equivalent plan that suits a CPU, with the same inputs and results: its loops compute their states in
/// place where they can, and carry small vectors as scalars. Variables of the given plan keep their numbers. emit_c.hpp
/// prints C from it.
Plan plan_for_cpu(Plan plan);

/// Returns an equivalent plan that suits a GPU, with the same inputs and results. emit_cuda.hpp prints CUDA kernels
/// from it.
Plan plan_for_gpu(Plan plan);

} // namespace nova::plan
