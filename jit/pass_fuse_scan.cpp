// What one map makes of a scan's running values is stored in their stead.
#include "jit/pass_tools.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Are the columns read at index j alone?
bool reads_at(const Body& b, std::span<const Var> columns, Var j) {
  for (const Stm& s : b.stms) {
    const bool reads = s.op == Op::Read && is_any(s.args[0], columns);
    if (reads ? s.args[1] != j : std::ranges::any_of(s.args, [&](Var v) { return is_any(v, columns); }))
      return false;
    for (const Body& inner : s.bodies)
      if (!reads_at(inner, columns, j)) return false;
  }
  return std::ranges::none_of(b.results, [&](Var v) { return is_any(v, columns); });
}

/// The map of as many elements that alone uses what statement k gives.
std::optional<size_t> only_map(const Plan& plan, const Body& b, size_t k) {
  const Stm& scan = b.stms[k];
  const auto l = std::find_if(b.stms.begin() + static_cast<ptrdiff_t>(k) + 1, b.stms.end(),
                              [&](const Stm& s) { return uses(s, scan.outs); });
  if (l == b.stms.end() || l->op != Op::Map || l->outs.empty() || l->args[0] != scan.args[0]) return {};
  if (!reads_at(l->bodies[0], scan.outs, l->bodies[0].params[0])) return {};
  std::vector<uint32_t> own(plan.types.size());
  count_uses(l->bodies[0], own);
  const std::vector<uint32_t> all = count_uses(plan);
  const bool alone =
      std::ranges::all_of(scan.outs, [&](Var v) { return all[index_of(v)] == own[index_of(v)]; });
  return alone ? std::optional(static_cast<size_t>(l - b.stms.begin())) : std::nullopt;
}

Body after(Plan& plan, const Stm& scan, Body rest) {
  std::vector<Var> running;
  for (Var v : scan.outs) running.push_back(plan.make({plan[v].element, false}, plan.names[index_of(v)]));
  Renaming renaming(plan);
  replace_reads(rest, scan.outs, running, renaming);
  rest.params.insert(rest.params.begin(), running.begin(), running.end());
  return rest;
}

} // namespace

bool fuse_scan_map(Plan& plan) {
  bool changed = false;
  for_each_body(plan, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k) {
      if (b.stms[k].op != Op::Scan || sizes_of(b.stms[k]) || b.stms[k].after) continue;
      const std::optional<size_t> l = only_map(plan, b, k);
      if (!l) continue;
      Stm scan = std::move(b.stms[k]);
      Stm& map = b.stms[*l];
      scan.bodies.push_back(after(plan, scan, std::move(map.bodies[0])));
      scan.outs = std::move(map.outs), scan.after = true;
      map = std::move(scan);
      b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(k));
      changed = true, --k;
    }
  });
  return changed;
}

} // namespace nova::plan
