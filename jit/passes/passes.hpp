// The optimiser: passes are values in a list; one loop runs them to a fixpoint (NOVA figure 6), checks the plan after each
// and tells a listener.
#pragma once
#include "jit/plan/plan.hpp"
#include <functional>
#include <span>

namespace nova::plan {

struct Pass {
  std::string_view name; ///< as in --no-pass=fuse-map-reduce
  std::string_view what;
  bool (*run)(Plan&);    ///< true if it changed something
  bool last = false;     ///< runs once, when the others change nothing any more
  bool one_body = false; ///< sees only the plan's body, and is run on each function's too
};

std::span<const Pass> all_passes();
/// Their names, separated by commas.
std::string pass_names();

struct PassOptions {
  std::vector<std::string> off;                             ///< names
  std::function<void(const Pass&, const Plan&)> after_each; ///< after a pass that changed something
  uint32_t most_rounds = 20;
  std::span<const Pass> planted{}; ///< run once before the others: tests plant wrong ones here
};

/// Runs the passes in order, again and again, until none changes anything, and then the last ones. Returns ""
/// or which pass broke which rule of check_plan (the plan is then of no use).
std::string optimise(Plan& plan, const PassOptions& options = {});

/// The plan as a GPU takes it: inputs and results are the same. Kernels' texts are printed from it (emit_cuda.hpp).
Plan plan_for_gpu(Plan plan);

} // namespace nova::plan
