#include "jit/analysis/column_flow.hpp"
#include "jit/analysis/queries.hpp"
#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace nova::plan {

bool is_dividable(const Stm& s) {
  const bool fills = s.op == Op::Map || s.op == Op::Rows || s.op == Op::Reduce || s.op == Op::Accumulate ||
                     s.op == Op::Scan || s.op == Op::Filter || s.op == Op::Histogram;
  return fills && !sizes_of(s) &&
         std::ranges::none_of(s.bodies, [](const Body& b) { return makes_cells_in(b); });
}

bool holds_dividable(const Stm& s) {
  if (!is_control(s.op)) return is_dividable(s);
  return std::ranges::any_of(s.bodies,
                             [](const Body& b) { return std::ranges::any_of(b.stms, holds_dividable); });
}

namespace {

/// `at_host`: whether the statement is no part of a kernel.
void add_used(const Stm& s, bool at_host, std::vector<Var>& used) {
  used.insert(used.end(), s.args.begin(), s.args.end());
  for (const Body& b : s.bodies) {
    const bool hands_on = at_host && is_control(s.op);
    for (const Stm& inner : b.stms) add_used(inner, hands_on, used);
    if (!hands_on) used.insert(used.end(), b.results.begin(), b.results.end());
  }
}

} // namespace

std::vector<Var> used_columns(const Plan& plan, const Stm& s) {
  std::vector<Var> used, bound, columns;
  add_used(s, true, used);
  for (const Body& b : s.bodies) {
    const std::vector<Var> own = bound_variables(b);
    bound.insert(bound.end(), own.begin(), own.end());
  }
  for (Var v : used)
    if (plan[v].column && !is_any(v, bound) && !is_any(v, columns)) columns.push_back(v);
  return columns;
}

namespace {

/// What an int of a loop's body is computed from.
using Origin = uint8_t;
constexpr Origin Nothing = 0, Own = 1, Inner = 2, Unknown = 4;

/// Finds the columns that a statement reads elsewhere than near the index of its iterations.
class NearReads {
 public:
  NearReads(const Stm& s, std::function<bool(Var)> keeps_origin) : keeps_origin_(std::move(keeps_origin)) {
    for (const Body& b : s.bodies) {
      for (Var v : bound_variables(b)) bound_.insert(v);
      for (Var v : b.params) origins_[v] = Unknown;
    }
    if (const auto index = loop_index(s)) origins_[*index] = Own;
    if (s.op == Op::Scan && s.after) origins_[s.bodies[2].params.back()] = Own;
    for (const Body& b : s.bodies) walk(b);
  }
  std::unordered_set<Var> far; ///< columns from outside of which other elements are needed

 private:
  Origin origin(Var v) const {
    const auto at = origins_.find(v);
    return at == origins_.end() ? Nothing : at->second;
  }
  Origin origin(const std::vector<Var>& vars) const {
    Origin all = Nothing;
    for (Var v : vars) all |= origin(v);
    return all;
  }
  void walk(const Body& b) {
    for (const Stm& s : b.stms) walk(s);
    for (Var v : b.results) mention(v);
  }
  void mention(Var v) {
    if (!bound_.contains(v)) far.insert(v);
  }
  void walk(const Stm& s) {
    if (s.op == Op::Read) return read(s);
    for (Var v : s.args) mention(v);
    for (const Body& inner : s.bodies)
      for (Var v : inner.params) origins_[v] = Unknown;
    if (is_loop(s.op))
      if (const auto index = loop_index(s)) origins_[*index] = Inner;
    for (const Body& inner : s.bodies) walk(inner);
    Origin from = s.op == Op::Constant ? Nothing : s.op == Op::Scalar ? origin(s.args) : Unknown;
    for (Var v : s.outs) origins_[v] = from;
    if (s.op != Op::If) return;
    for (size_t k = 0; k < s.outs.size(); ++k)
      origins_[s.outs[k]] = origin(s.bodies[0].results[k]) | origin(s.bodies[1].results[k]);
  }
  void read(const Stm& s) {
    const Origin from = origin(s.args[1]);
    const bool is_far = (from & Unknown) || ((from & Inner) && !(from & Own));
    if (is_far) mention(s.args[0]);
    origins_[s.outs[0]] = keeps_origin_(s.args[0]) ? from : Unknown;
  }
  const std::function<bool(Var)> keeps_origin_;
  std::unordered_set<Var> bound_;
  std::unordered_map<Var, Origin> origins_;
};

} // namespace

uint32_t ColumnFlow::find(Var v) const {
  uint32_t at = static_cast<uint32_t>(v);
  for (; parent_[at] != at; at = parent_[at]) parent_[at] = parent_[parent_[at]];
  return at;
}

void ColumnFlow::join(Var a, Var b) {
  if (!plan_[a].column || !plan_[b].column) return;
  const uint32_t x = find(a), y = find(b);
  if (x == y) return;
  parent_[y] = x;
  Facts &to = facts_[x], &from = facts_[y];
  to = {to.whole || from.whole, to.state || from.state, to.result || from.result,
        to.other_ints || from.other_ints};
}

ColumnFlow::ColumnFlow(const Plan& plan) : plan_(plan), facts_(plan.types.size()) {
  for (uint32_t k = 0; k < plan.types.size(); ++k) parent_.push_back(k);
  follow(plan.body);
  for (Var v : plan.body.results) facts_[find(v)].result = true;
  use(plan.body);
}

bool ColumnFlow::stays(Var column) const {
  const Facts& f = facts_[find(column)];
  return !f.whole && (f.state || !f.result);
}

void ColumnFlow::follow(const Body& b) {
  for (const Stm& s : b.stms) follow(s);
}

/// Joins the names of a column, and notes which columns hold no offsets.
void ColumnFlow::follow(const Stm& s) {
  const auto state = [&](const Body& step, std::span<const Var> init) {
    for (size_t k = 0; k < s.outs.size(); ++k) {
      join(s.outs[k], init[k]), join(s.outs[k], step.params[k]), join(s.outs[k], step.results[k]);
      facts_[find(s.outs[k])].state = true;
    }
  };
  if (is_control(s.op))
    for (const Body& inner : s.bodies) follow(inner);
  switch (s.op) {
  case Op::Loop:
    state(s.bodies[1], s.args);
    for (size_t k = 0; k < s.outs.size(); ++k) join(s.outs[k], s.bodies[0].params[k]);
    return;
  case Op::Foldl: return state(s.bodies[0], std::span(s.args).subspan(1));
  case Op::If:
    for (size_t k = 0; k < s.outs.size(); ++k)
      join(s.outs[k], s.bodies[0].results[k]), join(s.outs[k], s.bodies[1].results[k]);
    return;
  case Op::Shift: return join(s.outs[0], s.args[0]);
  default: break;
  }
  for (size_t k = s.op == Op::Rows ? 1 : 0; k < s.outs.size(); ++k) facts_[find(s.outs[k])].other_ints = true;
}

void ColumnFlow::use(const Body& b) {
  for (const Stm& s : b.stms) {
    if (is_dividable(s))
      use_near(s);
    else if (holds_dividable(s))
      for (const Body& inner : s.bodies) use(inner);
    else if (s.op != Op::Read && s.op != Op::Shift && s.op != Op::Check)
      use_whole(s);
  }
}

void ColumnFlow::use_whole(const Stm& s) {
  for (Var v : used_columns(plan_, s)) facts_[find(v)].whole = true;
}

void ColumnFlow::use_near(const Stm& s) {
  const NearReads reads(s, [&](Var column) { return is_offsets(column); });
  for (Var v : reads.far) facts_[find(v)].whole = true;
  for (Var v : s.args) facts_[find(v)].whole = true; // a histogram changes all of its columns on each rank
}

} // namespace nova::plan
