#include "jit/passes/passes.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <iterator>

namespace nova::plan {

namespace {

// clang-format off
constexpr Pass list[] = {
    {"simplify", "folds constants, drops what changes nothing, takes known branches", simplify},
    {"common", "says what is equal once, whole loops too", eliminate_common},
    {"dead-code", "drops what nobody uses and cannot fail", remove_dead_code},
    {"inline", "a function that is small, or does not grow the plan by it, stands where it is called",
     inline_calls},
    {"accumulate", "a function in a kernel that joins integers to what its last call of itself gives, or gives just that, goes on in a loop",
     accumulate_calls},
    {"remove-checks", "drops checks that loop bounds prove", remove_checks, false, true},
    {"constant-rows", "short rows and filters of constants in loops are evaluated", evaluate_constant_rows, false, true},
    {"hoist", "moves what a loop's rounds share before the loop, where it cannot fail, and checks that ask its index for a bound", hoist_invariants},
    {"checks-first", "moves checks and scalar operations to where their operands are known", order_checks},
    {"unroll", "writes out reductions of up to 32 elements, in their shape, and maps of which single elements are read", unroll_short, false, true},
    {"fuse-iota", "reads of a counting column become arithmetic", fuse_iota, false, true},
    {"fuse-horizontal", "reductions of one length that need nothing of each other become one",
     fuse_horizontal, false, true},
    {"fuse-map-read", "a map of which single elements are read is not computed whole", fuse_map_read, false, true},
    {"fuse-map-map", "a map read by one map runs inside of it", fuse_map_map, false, true},
    {"fuse-map-reduce", "a map read by one reduction or fold runs inside of it", fuse_map_reduce, false, true},
    {"fuse-map-scan", "a map read by one scan runs inside of it", fuse_map_scan, false, true},
    {"fuse-scan-map", "a map of a scan's running values runs where they are made, which are not stored then", fuse_scan_map, false, true},
    {"fuse-scan-scatter", "what a scan tells the place of goes there at once, and the running values are not stored", fuse_scan_scatter, false, true},
    {"fuse-map-filter", "a map read by one filter runs inside of it", fuse_map_filter, false, true},
    {"fuse-map-rows", "a map read by one join of rows, scatter or histogram runs inside of it", fuse_map_rows, false, true},
    {"fuse-rows", "rows that one loop goes through, one in each round, are made in that loop", fuse_rows, false, true},
    {"even-rows", "rows of one length that nobody asks for as rows are a map of all elements", even_rows, false, true},
    {"fuse-rows-map", "a map of all elements of rows is made in each row", fuse_rows_map, false, true},
    {"fuse-rows-scatter", "elements of rows that are scattered go to their places as they are made, and are not stored", fuse_rows_scatter, false, true},
    {"recompute", "a map whose body costs no more than a load is computed where it is read", recompute_cheap, false, true},
    {"fuse-filter-map", "a map of what a filter keeps runs inside of it", fuse_filter_map, false, true},
    {"fuse-filter-filter", "a filter of what a filter keeps runs inside of it", fuse_filter_filter, false, true},
    {"fuse-filter-reduce", "an exact reduction of what a filter keeps runs over all, with a neutral element",
     fuse_filter_reduce, false, true},
    {"peel", "the first calls of a function that calls itself and makes columns stand at the plan's top, where threads share its loops", peel_recursions, true},
    {"group-table", "groups that are only folded, exactly, are places of a table where their keys lie close together, and not sorted", fold_groups, true},
    {"carry-number", "a reduction that keeps one of two elements whole carries what it looks at and the element's number; the rest is computed once", carry_numbers, true},
    {"levels", "a reduction of many vectors joins its leaves' values level by level, side by side", reduce_by_levels, true},
    {"long-elements", "few elements that take long each are made side by side before a reduction joins them", store_long_elements, true},
    {"forced", "what is forced and was stored for itself is not stored again", keep_stored, true},
    {"sink", "what only one branch uses is computed there, if that one calls or makes cells", sink_into_branches, true},
    {"own-states", "a vector that a loop's rounds change in some places is stored for the loop once, and changed where it is", own_states, true},
};
// clang-format on

/// A rule on the order of the passes in the list: the pass named `first` must stand before `second`, for the reason
/// `why`.
struct PassOrder {
  std::string_view first, second, why;
};
constexpr PassOrder orders[] = {
    {"simplify", "common", "statements are equal once their constants are folded"},
    {"common", "dead-code", "statements that are said by others are unused"},
    {"inline", "hoist", "code of a function leaves a loop only after it stands in the loop"},
    {"inline", "fuse-map-map", "maps in a function's body fuse with the maps of its caller"},
    {"constant-rows", "hoist", "rows that left a loop have a length that depends on it"},
    {"constant-rows", "unroll", "loops over them are short then"},
    {"remove-checks", "hoist", "a check that is proved is not worth moving"},
    {"hoist", "checks-first", "a check that has left a loop moves on to its operands"},
    {"unroll", "fuse-map-reduce", "a short reduction becomes statements, which no map can be put into"},
    {"fuse-iota", "fuse-map-map", "a read of a counting column would keep its reader from fusing"},
    {"fuse-map-map", "recompute",
     "a map with one reader goes there; only one with several is computed again"},
    {"fuse-map-reduce", "recompute", "the same of a map that a reduction reads"},
    {"fuse-rows", "even-rows", "rows that one loop makes and goes through are stored nowhere"},
    {"even-rows", "fuse-rows-map", "rows of one length are no rows any more"},
    {"peel", "group-table", "groups of a recursion's first calls stand at the top then"},
    {"carry-number", "long-elements", "elements that a reduction only numbers take little"},
    {"levels", "long-elements", "elements of vectors are joined by level, not stored"},
    {"forced", "own-states", "a copy that `force` makes serves as the loop's own"},
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
static_assert(std::ranges::all_of(orders, is_kept), "the list of passes breaks one of the orders above");

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
