// Loop-invariant code motion: moves a statement from a loop's body to before the loop if its results are the same in
// each iteration. Scalar operations can always move, since they cannot fail. An inner loop can move only if it has no
// Checks, no Check stands before it, and it is not in a branch of an If. Otherwise its reads might be valid only
// after that Check or in that branch. Its reads might also be valid only if the outer loop has an iteration. So if
// the outer loop has none, the moved loop gets length 0.
#include "jit/passes/loops/loop_predicates.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>
#include <set>

namespace nova::plan {
namespace {

class Hoister {
 public:
  explicit Hoister(Plan& plan) : plan_(plan), outside_(plan.types.size(), false) {
    for_each_stm(plan.body, [&](const Stm& s) {
      if (s.op != Op::Constant) return;
      if (static_cast<int64_t>(s.bits) > 0) positive_.insert(s.outs[0]);
      if (s.bits == 0) zeros_.insert(s.outs[0]);
    });
  }
  bool changed = false;

  void clean(Body& b) {
    mark(b.params, true);
    std::vector<Stm> before = std::exchange(b.stms, {});
    for (Stm& s : before) {
      for (Body& inner : s.bodies) {
        round_ = loop_index(s) ? std::optional(loop_length(s)) : std::nullopt;
        if (is_loop(s.op)) pull(inner, true, b.stms);
        if (loop_index(s) && &inner == &s.bodies[0]) pull_checks(s, b.stms);
        clean(inner);
      }
      mark(s.outs, true);
      b.stms.push_back(std::move(s));
    }
    for (const Stm& s : b.stms) mark(s.outs, false);
    mark(b.params, false);
  }

 private:
  void mark(const std::vector<Var>& vars, bool visible) {
    outside_.resize(plan_.types.size());
    for (Var v : vars) outside_[index_of(v)] = visible;
  }
  bool known(const std::vector<Var>& vars) const {
    return std::ranges::all_of(vars, [&](Var v) { return outside_[index_of(v)]; });
  }
  /// Whether the statement and its bodies use only variables that are bound outside of the loop, or that they bind
  /// themselves.
  bool closed(const Stm& s) {
    if (!known(s.args)) return false;
    return std::ranges::all_of(s.bodies, [&](const Body& b) {
      mark(b.params, true);
      bool all = true;
      for (const Stm& inner : b.stms) all = all && closed(inner), mark(inner.outs, true);
      all = all && known(b.results);
      mark(b.params, false);
      for (const Stm& inner : b.stms) mark(inner.outs, false);
      return all;
    });
  }

  /// Whether the statement can be computed for any operands without failing. This holds for an If if it holds for all
  /// statements in it.
  static bool total(const Stm& s) {
    if (s.op == Op::If)
      return std::ranges::all_of(s.bodies, [](const Body& b) { return std::ranges::all_of(b.stms, total); });
    return s.op == Op::Constant || s.op == Op::Scalar || s.op == Op::Shift;
  }
  static bool may_run_early(const Stm& s) {
    // Cells are not made early: a region may have no room for cells that the program would not make.
    const bool makes = s.op == Op::Cell || s.op == Op::Append;
    return s.op != Op::If && s.op != Op::Loop && s.op != Op::Read && s.op != Op::Check && !makes &&
           !can_fail(s);
  }

  /// Moves loop-invariant statements from a loop's body to `out`, the statements before the loop. From branches of
  /// Ifs, where `always_runs` is false, only total statements are moved.
  void pull(Body& b, bool always_runs, std::vector<Stm>& out) {
    bool unguarded = always_runs;
    std::vector<Stm> stay;
    for (Stm& s : b.stms) {
      if (known(s.args) && (total(s) || (unguarded && may_run_early(s))) && closed(s)) {
        mark(s.outs, true);
        guard(s, out);
        out.push_back(std::move(s));
        changed = true;
        continue;
      }
      unguarded = unguarded && !can_fail(s);
      if (s.op == Op::If)
        for (Body& branch : s.bodies) pull(branch, false, out);
      stay.push_back(std::move(s));
    }
    b.stms = std::move(stay);
  }

  static bool reads(const Stm& s) {
    const bool itself = s.op == Op::Read || s.op == Op::Rows || s.op == Op::Scatter ||
                        s.op == Op::RowsScatter || s.op == Op::Histogram || s.op == Op::Copy ||
                        s.op == Op::Sort;
    return itself ||
           std::ranges::any_of(s.bodies, [](const Body& b) { return std::ranges::any_of(b.stms, reads); });
  }

  /// Changes `s`, a statement that is moved before the loop, if it contains reads. Its length is then multiplied by 0
  /// if the loop has no iteration, and by 1 otherwise. So it reads nothing if the loop has no iteration.
  void guard(Stm& s, std::vector<Stm>& out) {
    if (!round_ || positive_.contains(*round_) || s.args.empty() || !reads(s)) return;
    out.push_back(constant_stm(plan_, Element::I64, 0, s.span));
    out.push_back(scalar_stm(plan_, BuiltinId::Less, Element::I64, Element::Bool,
                             {out.back().outs[0], *round_}, s.span));
    out.push_back(
        scalar_stm(plan_, BuiltinId::ToInt, Element::Bool, Element::I64, {out.back().outs[0]}, s.span));
    const Var any = out.back().outs[0];
    for (size_t k = 0; k < (s.op == Op::Scatter || s.op == Op::Histogram ? 2u : 1u); ++k) {
      out.push_back(
          scalar_stm(plan_, BuiltinId::Multiply, Element::I64, Element::I64, {s.args[k], any}, s.span));
      s.args[k] = out.back().outs[0];
    }
  }

  bool same(Var v) const { return index_of(v) < outside_.size() && outside_[index_of(v)]; }

  /// Moves the Check `s` to `out`, before the loop, if its condition is loop-invariant or compares the index with a
  /// bound. The new Check fails if the loop has an iteration in which `s` would fail; the interpreter then finds that
  /// iteration. Returns false if the Check cannot move.
  bool pull_check(Stm s, const Stm& loop, std::vector<Stm>& out) {
    LoopPredicates rounds(
        plan_, loop, [&](Var v) { return same(v); }, zeros_, s.span);
    const std::optional<Var> hold = rounds.hold(s.args[0]);
    if (!hold) return false;
    std::ranges::move(rounds.made, std::back_inserter(out));
    s.args[0] = *hold;
    for (size_t k = 1; k < s.args.size(); ++k)
      if (!same(s.args[k])) s.args[k] = loop_length(loop);
    out.push_back(std::move(s));
    return true;
  }

  void pull_checks(Stm& loop, std::vector<Stm>& out) {
    std::set<const Stm*> gone;
    for (const Stm& s : loop.bodies[0].stms)
      if (s.op == Op::Check && pull_check(s, loop, out)) gone.insert(&s);
    std::erase_if(loop.bodies[0].stms, [&](const Stm& s) { return gone.contains(&s); });
    changed |= !gone.empty();
  }

  Plan& plan_;
  std::vector<bool> outside_; ///< by Var: whether the variable is bound in an enclosing body
  /// the variables that are constants greater than 0, and those that are the constant 0
  std::set<Var> positive_, zeros_;
  /// the number of iterations of the loop that is being examined, if it has an index
  std::optional<Var> round_;
};

} // namespace

bool hoist_invariants(Plan& plan) {
  Hoister h(plan);
  for_each_root(plan, [&](Body& b) { h.clean(b); });
  return h.changed;
}

} // namespace nova::plan
