// Fuses a Filter with the only loop that reads the elements that it keeps. If that loop is a Map or another Filter,
// its body is moved into the Filter, and runs for the kept elements alone. If it is a reduction whose operator is
// exact, it becomes a reduction of all elements. Those that are not kept are replaced by the operator's neutral
// element.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

uint32_t uses_of(const std::vector<uint32_t>& uses, std::span<const Var> vars) {
  uint32_t n = 0;
  for (Var v : vars) n += uses[index_of(v)];
  return n;
}

/// Returns a body that computes, for one index, the filter's condition and elements, and then an If. If the element
/// is kept, the results are those of `rest`, the body of the other loop; otherwise they are the constants
/// `otherwise`. With `with_keep` the first result is the filter's condition.
Body joined(Plan& plan, const Stm& filter, Body rest, const std::vector<Stm>& otherwise, bool with_keep) {
  const Body& f = filter.bodies[0];
  Body made;
  made.params = {plan.make({Element::I64, false})};
  const std::vector<Var> results = paste_body(plan, f, made.params, made.stms);
  Renaming renaming(plan);
  replace_reads(rest, std::span(filter.outs).subspan(1), std::span(results).subspan(1), renaming);
  Stm choice{.op = Op::If, .args = {results[0]}, .bodies = std::vector<Body>(2), .span = filter.span};
  for (Var v : rest.results) choice.outs.push_back(plan.make(plan[v]));
  rest.params.clear();
  choice.bodies[0] = std::move(rest);
  for (const Stm& c : otherwise)
    choice.bodies[1].stms.push_back(c), choice.bodies[1].results.push_back(c.outs[0]);
  if (with_keep) made.results.push_back(results[0]);
  made.results.insert(made.results.end(), choice.outs.begin(), choice.outs.end());
  made.stms.push_back(std::move(choice));
  return made;
}

std::vector<Stm> zeros(Plan& plan, const Body& b) {
  std::vector<Stm> all;
  for (Var v : b.results) all.push_back(constant_stm(plan, plan[v].element, 0, {}));
  return all;
}

// ---- exact reductions ----

/// Returns a reduction that counts the elements that the filter keeps. It replaces a filter of which nothing but the
/// count is used.
Stm counting(Plan& plan, const Stm& filter) {
  const VarType ints{Element::I64, false};
  Body one;
  Stm c = constant_stm(plan, Element::I64, 1, filter.span),
      zero = constant_stm(plan, Element::I64, 0, filter.span);
  one.results = {c.outs[0]};
  one.stms.push_back(std::move(c));
  Stm s{.op = Op::Reduce,
        .outs = filter.outs,
        .args = {filter.args[0]},
        .shape = Shape::Lane,
        .span = filter.span};
  s.bodies.push_back(joined(plan, filter, std::move(one), {zero}, false));
  const std::vector<Var> pair{plan.make(ints), plan.make(ints)};
  Stm add = scalar_stm(plan, BuiltinId::Add, Element::I64, Element::I64, pair, filter.span);
  s.bodies.push_back({pair, {add}, add.outs});
  return s;
}

// ---- finding pairs ----

/// A filter, and the loop over its kept elements that is to be fused with it.
struct Pair {
  size_t filter, loop; ///< indices of the two statements in their body
  bool early = false;  ///< whether the fused statement stands at the filter's index, not at the loop's
};

/// Whether statement l of the body uses no results of the statements between k and l.
bool is_known_before(const Body& b, size_t k, size_t l) {
  return std::all_of(b.stms.begin() + static_cast<ptrdiff_t>(k) + 1,
                     b.stms.begin() + static_cast<ptrdiff_t>(l),
                     [&](const Stm& between) { return !nova::plan::uses(b.stms[l], between.outs); });
}

/// Finds a loop, of the operation `op`, with which filter k of the body can be fused. Returns nothing if there is
/// none. No other statement may read the filter's columns. `count_is_free`: whether other statements may use the
/// filter's count, since it is still computed after the fusion. If such a statement stands before the loop, the loop
/// must be a Map that can move to the filter's index.
std::optional<Pair> find_pair(const Plan& plan, const Body& b, size_t k, Op op, bool count_is_free) {
  const Stm& f = b.stms[k];
  const std::span<const Var> columns = std::span(f.outs).subspan(1);
  const std::vector<uint32_t> uses = count_uses(plan);
  bool count_used = false;
  for (size_t l = k + 1; l < b.stms.size(); ++l) {
    const Stm& s = b.stms[l];
    if (s.op == op && s.args[0] == f.outs[0]) {
      std::vector<uint32_t> own(plan.types.size());
      count_uses(s.bodies[0], own);
      const bool alone =
          uses_of(uses, columns) == uses_of(own, columns) && !columns.empty() && uses_of(own, columns) > 0;
      // The number of kept elements is unknown until the filter has run. So a loop that uses this number cannot
      // become a part of the filter.
      const bool knows_count = own[index_of(f.outs[0])] > 0 && op != Op::Reduce;
      const bool counted = !knows_count && (count_is_free || uses[index_of(f.outs[0])] == 1);
      if (alone && counted && reads_own_only(s.bodies[0], columns, s.bodies[0].params[0]) &&
          (!count_used || is_known_before(b, k, l)))
        return Pair{k, l, count_used};
    }
    count_used |= op != Op::Reduce && nova::plan::uses(s, std::span(f.outs).first(1));
    if (count_used && op != Op::Map) return {};
  }
  return {};
}

template <class Join> bool fuse_pairs(Plan& plan, Op op, bool count_is_free, Join join) {
  bool changed = false;
  for_each_body(plan.body, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k) {
      if (b.stms[k].op != Op::Filter) continue;
      const std::optional<Pair> p = find_pair(plan, b, k, op, count_is_free);
      if (!p) continue;
      take_strategy(b.stms[p->loop], b.stms[p->filter]);
      if (!join(b, *p)) continue;
      changed = true;
      --k;
    }
  });
  return changed;
}

void erase(Body& b, size_t k) { b.stms.erase(b.stms.begin() + static_cast<ptrdiff_t>(k)); }

} // namespace

/// The pass fuse-filter-map. The fused Filter returns the count of the old Filter and the columns of the Map.
bool fuse_filter_map(Plan& plan) {
  return fuse_pairs(plan, Op::Map, true, [&](Body& b, Pair p) {
    Stm f = b.stms[p.filter];
    Stm& m = b.stms[p.loop];
    const std::vector<Stm> none = zeros(plan, m.bodies[0]);
    Body body = joined(plan, f, std::move(m.bodies[0]), none, true);
    std::vector<Var> outs = std::move(m.outs);
    outs.insert(outs.begin(), f.outs[0]);
    b.stms[p.early ? p.filter : p.loop] = {.op = Op::Filter,
                                           .outs = std::move(outs),
                                           .args = {f.args[0]},
                                           .bodies = {std::move(body)},
                                           .span = m.span};
    erase(b, p.early ? p.loop : p.filter);
    return true;
  });
}

bool fuse_filter_filter(Plan& plan) {
  return fuse_pairs(plan, Op::Filter, false, [&](Body& b, Pair p) {
    Stm f = b.stms[p.filter];
    Stm& g = b.stms[p.loop];
    const std::vector<Stm> none = zeros(plan, g.bodies[0]);
    g.bodies[0] = joined(plan, f, std::move(g.bodies[0]), none, false);
    g.args = {f.args[0]};
    erase(b, p.filter);
    return true;
  });
}

bool fuse_filter_reduce(Plan& plan) {
  bool changed = fuse_pairs(plan, Op::Reduce, true, [&](Body& b, Pair p) {
    const Stm& f = b.stms[p.filter];
    Stm& r = b.stms[p.loop];
    const std::optional<std::vector<Stm>> none = neutrals(plan, r.bodies[1]);
    if (!none) return false;
    r.bodies[0] = joined(plan, f, std::move(r.bodies[0]), *none, false);
    r.args[0] = f.args[0];
    return true;
  });
  for_each_body(plan.body, [&](Body& b) {
    for (size_t k = 0; k < b.stms.size(); ++k)
      if (b.stms[k].op == Op::Filter && b.stms[k].outs.size() == 1) {
        Stm zero = constant_stm(plan, Element::I64, 0, b.stms[k].span);
        Stm count = counting(plan, b.stms[k]);
        count.args.push_back(zero.outs[0]), count.start = true;
        b.stms[k] = std::move(count);
        b.stms.insert(b.stms.begin() + static_cast<ptrdiff_t>(k), std::move(zero));
        changed = true;
      }
  });
  return changed;
}

} // namespace nova::plan
