// The optimiser. Passes are values in a list. One loop runs them to a fixpoint (NOVA figure 6); after each pass that
// changed the plan it checks the plan and calls a listener.
#pragma once
#include "jit/plan/plan.hpp"
#include <functional>
#include <span>

namespace nova::plan {

struct Pass {
  std::string_view name; ///< as in --no-pass=fuse-map-reduce
  std::string_view what;
  bool (*run)(Plan&);    ///< returns whether it changed something
  bool last = false;     ///< runs once, when the others change nothing any more
  bool one_body = false; ///< whether it works on the plan's body only; it then also runs on each function's
};

std::span<const Pass> all_passes();
/// Returns the passes' names, separated by commas.
std::string pass_names();

struct PassOptions {
  std::vector<std::string> off;                             ///< names of passes that do not run
  std::function<void(const Pass&, const Plan&)> after_each; ///< called after a pass that changed something
  uint32_t most_rounds = 20;
  std::span<const Pass> planted{}; ///< passes that run once before the others; tests plant wrong ones here
};

/// Runs the passes in order, again and again, until none changes anything, and then those with `last`. Returns "", or
/// which pass broke which rule of check_plan; the plan is then unusable.
std::string optimise(Plan& plan, const PassOptions& options = {});

/// Returns the plan in the form for a GPU, with the same inputs and results. The kernels' texts are printed from it
/// (emit_cuda.hpp).
Plan plan_for_gpu(Plan plan);

} // namespace nova::plan
