// Fuses a Scan with the only Map or Scatter that uses its running values. The Scan then stores the Map's results
// instead of the running values, or writes the Scatter's elements directly to their targets.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// Whether the body `b` uses the columns only by reads at index j.
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

/// Returns the index of the only statement that uses the results of the scan b.stms[k]. That must be an `op` (Map or
/// Scatter) with as many elements as the scan, whose element i reads no running value but number i. Returns nothing
/// otherwise.
std::optional<size_t> only_user(const Plan& plan, const Body& b, size_t k, Op op) {
  const Stm& scan = b.stms[k];
  const auto l = std::find_if(b.stms.begin() + static_cast<ptrdiff_t>(k) + 1, b.stms.end(),
                              [&](const Stm& s) { return uses(s, scan.outs); });
  if (l == b.stms.end() || l->op != op || l->outs.empty() || loop_length(*l) != scan.args[0]) return {};
  if (!reads_at(l->bodies[0], scan.outs, l->bodies[0].params[0])) return {};
  std::vector<uint32_t> own(plan.types.size());
  count_uses(l->bodies[0], own);
  const std::vector<uint32_t> all = count_uses(plan);
  const bool alone =
      std::ranges::all_of(scan.outs, [&](Var v) { return all[index_of(v)] == own[index_of(v)]; });
  return alone ? std::optional(static_cast<size_t>(l - b.stms.begin())) : std::nullopt;
}

/// Returns the third body of the fused scan, which computes, from a running value, the values to store. It consists
/// of the third body that `scan` has already, if any, and then of `rest`, the body of the Map or Scatter.
Body after(Plan& plan, const Stm& scan, Body rest) {
  Renaming renaming(plan);
  Body all;
  if (scan.after) {
    all = scan.bodies[2];
    renaming.set(rest.params[0], all.params.back());
  } else {
    for (Var v : scan.outs)
      all.results.push_back(plan.make({plan[v].element, false}, plan.names[index_of(v)]));
    all.params = all.results;
    all.params.push_back(rest.params[0]);
  }
  replace_reads(rest, scan.outs, all.results, renaming);
  std::ranges::move(rest.stms, std::back_inserter(all.stms));
  return all.results = std::move(rest.results), all;
}

/// Whether the scatter may be a permutation, since it writes as many elements as its columns have. Threads can share
/// the writes of a permutation (emit/c/places/permutations.cpp), so such a scatter is not fused.
bool may_permute(const Stm& scatter) { return scatter.args[0] == scatter.args[1]; }

} // namespace

bool fuse_scan_map(Plan& plan) {
  bool changed = false;
  for_each_body(plan, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k) {
      if (b.stms[k].op != Op::Scan || sizes_of(b.stms[k]) || b.stms[k].after) continue;
      const std::optional<size_t> l = only_user(plan, b, k, Op::Map);
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

bool fuse_scan_scatter(Plan& plan) {
  bool changed = false;
  for_each_body(plan, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k) {
      if (b.stms[k].op != Op::Scan || sizes_of(b.stms[k])) continue;
      const std::optional<size_t> l = only_user(plan, b, k, Op::Scatter);
      if (!l || may_permute(b.stms[*l])) continue;
      Stm scan = std::move(b.stms[k]);
      Stm& scatter = b.stms[*l];
      Body last = after(plan, scan, std::move(scatter.bodies[0]));
      if (scan.after) scan.bodies.pop_back();
      scan.bodies.push_back(std::move(last));
      scan.op = Op::ScanScatter, scan.after = true, scan.outs = std::move(scatter.outs);
      scan.args.push_back(scatter.args[0]);
      scan.args.insert(scan.args.end(), scatter.args.begin() + 2, scatter.args.end());
      scatter = std::move(scan);
      b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(k));
      changed = true, --k;
    }
  });
  return changed;
}

} // namespace nova::plan
