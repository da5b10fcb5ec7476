// Removes dead code: statements whose results are all unused, and single unused results of the other statements.
// Checks and statements that contain Checks are not removed.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova::plan {
namespace {

class DeadCode {
 public:
  explicit DeadCode(const Plan& plan) : plan_(plan), uses_(count_uses(plan)) {}
  bool changed = false;

  void clean(Body& b) {
    for (size_t k = b.stms.size(); k-- > 0;) {
      Stm& s = b.stms[k];
      drop_outs(s);
      if (!used(s) && !can_fail(s)) {
        forget(s);
        s.op = Op::Count_;
        changed = true;
        continue;
      }
      for (Body& inner : s.bodies) clean(inner);
    }
    std::erase_if(b.stms, [](const Stm& s) { return s.op == Op::Count_; });
  }

 private:
  bool used(Var v) const { return uses_[index_of(v)] > 0; }
  bool used(const Stm& s) const {
    for (Var v : s.outs)
      if (used(v)) return true;
    return false;
  }
  void forget(const Stm& s) {
    for (Var v : s.args) --uses_[index_of(v)];
    for (const Body& b : s.bodies) {
      for (const Stm& inner : b.stms) forget(inner);
      for (Var v : b.results) --uses_[index_of(v)];
    }
  }

  /// Removes the unused outs of a statement, except those before number `first`. Together with out first + k, result
  /// `result` + k of each body and argument `arg` + k are removed, if `result` and `arg` are given.
  void drop(Stm& s, size_t first, std::optional<size_t> result, std::optional<size_t> arg) {
    for (size_t k = s.outs.size(); k-- > first;) {
      if (used(s.outs[k])) continue;
      const auto at = static_cast<ptrdiff_t>(k - first);
      s.outs.erase(s.outs.begin() + static_cast<ptrdiff_t>(k));
      if (result)
        for (Body& b : s.bodies) erase(b.results, at + static_cast<ptrdiff_t>(*result));
      if (arg) erase(s.args, at + static_cast<ptrdiff_t>(*arg));
      changed = true;
    }
  }
  void erase(std::vector<Var>& vars, ptrdiff_t at) {
    --uses_[index_of(vars[static_cast<size_t>(at)])];
    vars.erase(vars.begin() + at);
  }

  void drop_outs(Stm& s) {
    switch (s.op) {
    case Op::If:
    case Op::Map: return drop(s, 0, 0, {});
    case Op::Filter: return drop(s, 1, 1, {});
    case Op::Rows: return drop(s, 2, 1, {});
    case Op::Scatter: return drop(s, 0, 1, 2);
    case Op::Copy: return drop(s, 0, {}, 1);
    case Op::Loop: return drop_state(s);
    default: return;
    }
  }

  static void note_uses(const Stm& s, std::unordered_set<Var>& needed) {
    needed.insert(s.args.begin(), s.args.end());
    for (const Body& b : s.bodies) {
      for (const Stm& in : b.stms) note_uses(in, needed);
      needed.insert(b.results.begin(), b.results.end());
    }
  }

  /// Lets `live`, by part of a loop's state, also hold for the parts that one iteration needs for live ones, or for what
  /// may fail. Returns whether there are any.
  static bool spread(const Body& step, std::vector<bool>& live) {
    std::unordered_set<Var> needed;
    for (size_t k = 0; k < live.size(); ++k)
      if (live[k]) needed.insert(step.results[k]);
    for (size_t k = step.stms.size(); k-- > 0;) {
      const Stm& s = step.stms[k];
      if (can_fail(s) || std::ranges::any_of(s.outs, [&](Var v) { return needed.contains(v); }))
        note_uses(s, needed);
    }
    const std::vector<bool> before = live;
    for (size_t k = 0; k < live.size(); ++k) live[k] = live[k] || needed.contains(step.params[k]);
    return live != before;
  }

  /// Lets a loop's iterations pass on, unchanged, the parts of its state that are needed for their own next values only.
  /// Such parts come from a program that computes a result and its lengths by loops of their own.
  void pass_on_unneeded(Stm& s) {
    const Body& go = s.bodies[0];
    Body& step = s.bodies[1];
    std::vector<bool> live;
    for (size_t k = 0; k < s.outs.size(); ++k)
      live.push_back(used(s.outs[k]) || used(go.params[k]) ||
                     (sizes_of(s) && used(s.bodies.back().params[k])));
    if (std::ranges::count(live, false) == 0) return;
    while (spread(step, live)) continue;
    for (size_t k = 0; k < live.size(); ++k) {
      if (live[k] || step.results[k] == step.params[k]) continue;
      --uses_[index_of(step.results[k])], ++uses_[index_of(step.params[k])];
      step.results[k] = step.params[k], changed = true;
    }
  }

  /// Removes variables of a loop's state that nothing uses but the computation of their own next value.
  void drop_state(Stm& s) {
    pass_on_unneeded(s);
    for (size_t k = s.outs.size(); k-- > 0;) {
      const auto at = static_cast<ptrdiff_t>(k);
      Body &go = s.bodies[0], &step = s.bodies[1];
      const Var param = step.params[k];
      const uint32_t kept = step.results[k] == param;
      if (used(s.outs[k]) || used(go.params[k]) || uses_[index_of(param)] > kept) continue;
      if (sizes_of(s) && !drop_size(*(s.bodies.end() - 1), k)) continue;
      s.outs.erase(s.outs.begin() + at), erase(s.args, at), erase(step.results, at);
      go.params.erase(go.params.begin() + at), step.params.erase(step.params.begin() + at);
      changed = true;
    }
  }

  /// Removes parameter k from the body `sizes`, which computes the lengths of the state's columns. If the parameter
  /// is a column, also removes the result that is its length. Returns false, and changes nothing, if the body uses
  /// the parameter.
  bool drop_size(Body& sizes, size_t k) {
    if (used(sizes.params[k])) return false;
    ptrdiff_t column = 0;
    for (size_t before = 0; before < k; ++before) column += plan_[sizes.params[before]].column;
    if (plan_[sizes.params[k]].column) erase(sizes.results, column);
    sizes.params.erase(sizes.params.begin() + static_cast<ptrdiff_t>(k));
    return true;
  }

  const Plan& plan_;
  std::vector<uint32_t> uses_;
};

} // namespace

void remove_unused(Plan& plan, Body& b) { DeadCode(plan).clean(b); }

bool remove_dead_code(Plan& plan) {
  DeadCode dead(plan);
  for_each_root(plan, [&](Body& b) { dead.clean(b); });
  return dead.changed;
}

} // namespace nova::plan
