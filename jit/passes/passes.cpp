#include "jit/passes/passes.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <iterator>

namespace nova::plan {

namespace {

constexpr Pass list[] = {
#define PASS(name, function, flags, what) {name, what, function, ((flags)&Last) != 0, ((flags)&OneBody) != 0},
#include "jit/passes/passes.def"
#undef PASS
};

/// A rule on the order of the passes in the list: the pass named `first` must stand before `second`, for the reason
/// `why`.
struct PassOrder {
  std::string_view first, second, why;
};
constexpr PassOrder orders[] = {
#define ORDER(first, second, why) {first, second, why},
#include "jit/passes/passes.def"
#undef ORDER
};

constexpr size_t place_of(std::string_view name) {
  for (size_t k = 0; k < std::size(list); ++k)
    if (list[k].name == name) return k;
  return SIZE_MAX;
}
constexpr bool is_kept(const PassOrder& o) {
  const size_t first = place_of(o.first), second = place_of(o.second);
  return second != SIZE_MAX && first < second && list[first].last <= list[second].last;
}
static_assert(std::ranges::all_of(orders, is_kept), "the rows of passes.def break one of its orders");

bool is_off(const Pass& p, const PassOptions& options) {
  return std::ranges::find(options.off, p.name) != options.off.end();
}

/// Runs a pass on the plan, and returns whether the plan was changed. A pass with `one_body` also runs once for each
/// function of the plan, whose body takes the place of Plan::body during that run.
bool run_on_all(const Pass& p, Plan& plan) {
  Watch::answer();
  bool changed = p.run(plan);
  plan.in_function = true;
  for (size_t k = 0; p.one_body && k < plan.functions.size(); ++k) {
    Watch::poll();
    std::swap(plan.body, plan.functions[k].body);
    changed |= p.run(plan);
    std::swap(plan.body, plan.functions[k].body);
  }
  plan.in_function = false;
  return changed;
}

/// Runs a pass, unless the options turn it off. Sets `changed` if the pass changed the plan. Returns "", or, if the
/// plan is now ill-formed, the pass's name and the rule of check_plan that is broken.
std::string run_pass(const Pass& p, Plan& plan, const PassOptions& options, bool& changed) {
  if (is_off(p, options) || !run_on_all(p, plan)) return "";
  changed = true;
  mark_calls(plan);
  if (const std::string broken = check_plan(plan); !broken.empty())
    return std::string(p.name) + ": " + broken;
  if (options.after_each) options.after_each(p, plan);
  return "";
}

/// Runs, once each, the passes whose member `last` has this value. Stops at a pass that leaves the plan ill-formed,
/// and returns what `run_pass` returned for it; returns "" if there is none.
std::string run_once(std::span<const Pass> passes, Plan& plan, const PassOptions& options, bool last,
                     bool& changed) {
  for (const Pass& p : passes)
    if (p.last == last)
      if (std::string broken = run_pass(p, plan, options, changed); !broken.empty()) return broken;
  return "";
}

/// The passes that `plan_for_gpu` repeats: those for rows, and passes that simplify what they leave.
constexpr Pass gpu_list[] = {
    {"distribute", "each loop of few rows runs for all rows at once", distribute_rows},
    {"grids", "rows of one length are a map of all elements, by row and column", grid_rows},
    {"few-rows", "few long rows are computed one after the other, by kernels for their loops",
     share_few_rows},
    {"simplify", "", simplify},
    {"common", "", eliminate_common},
    {"dead-code", "", remove_dead_code},
    {"hoist", "", hoist_invariants},
    {"checks-first", "", order_checks},
    {"fuse-iota", "", fuse_iota, false, true},
};

} // namespace

Plan plan_for_cpu(Plan plan) {
  plan.names.resize(plan.types.size()); // the names may have been dropped
  use_references(plan);
  reduce_extremes_in_lanes(plan);
  fuse_transposes(plan);
  overwrite_states(plan);
  replace_small_states(plan);
  mark_calls(plan);
  return plan;
}

Plan plan_for_gpu(Plan plan) {
  const bool splits = split_filters(plan), stores = store_long_elements_for_gpu(plan);
  const bool flattens = flatten_nests(plan), distributes = distribute_rows(plan), grids = grid_rows(plan),
             shares = share_few_rows(plan), proves = remove_checks_in_branches(plan);
  bool changed = splits || stores || flattens || distributes || grids || shares || proves;
  for (uint32_t round = 0; changed && round < PassOptions().most_rounds; ++round)
    changed = false, run_once(gpu_list, plan, {}, false, changed);
  use_references_in_kernels(plan);
  launch_foreign_calls(plan);
  return plan;
}

std::span<const Pass> all_passes() { return list; }

std::string pass_names() {
  std::string names;
  for (const Pass& p : list) names += (names.empty() ? "" : ", ") + std::string(p.name);
  return names;
}

std::string optimise(Plan& plan, const PassOptions& options) {
  bool changed = true;
  std::string broken = run_once(options.planted, plan, options, false, changed);
  changed = true;
  for (uint32_t round = 0; changed && round < options.most_rounds && broken.empty(); ++round)
    changed = false, broken = run_once(list, plan, options, false, changed);
  return broken.empty() ? run_once(list, plan, options, true, changed) : broken;
}

} // namespace nova::plan
