// Proves conditions of Checks from the bounds of loop indices, from the Checks before the loop and, in a GPU's plan, from
// the conditions of the branches around them. A proved comparison becomes the constant true, so that `simplify` can remove the Check.
//
// In the CPU's plan a Check of a sum stays if it is in a branch: it says where an index is valid without the branch. The
// C emitter splits the loop there, so that the larger part is computed in SIMD without the branch
// (emit/c/maps/loop_splitting.cpp).
#include "jit/analysis/bounds.hpp"
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

class Remover {
 public:
  Remover(Plan& plan, bool uses_branches)
      : plan_(plan), uses_branches_(uses_branches), bounds_(plan), definitions_(bounds_.definitions()),
        paired_(plan.types.size(), false) {
    for_each_root(plan, [&](const Body& b) {
      for_each_stm(b, [&](const Stm& s) {
        if (s.op == Op::Check) pair(s.args[0]);
      });
    });
  }
  bool changed = false;

  /// Removes checks from the body. `ends_at_once` says whether a failed Check of the body ends the run before the next
  /// statement. In the bodies of maps and folds it may be noted only, and what follows it is computed nevertheless, unless a
  /// Loop is in the body: then emit/c ends the run at once (`stops` in body_facts.hpp).
  void clean(Body& b, bool ends_at_once) {
    std::vector<Var> checked; // the conditions of the latest Checks
    for (Stm& s : b.stms) {
      choose(s);
      if (s.op == Op::Scalar && !(is_paired(s.outs[0]) && compares_sums(s)) && is_proved(s)) become_true(s);
      if (s.op == Op::Check && holds(s.args[0])) {
        s = constant_stm(plan_, Element::Bool, 1, s.span); // which nothing uses
        changed = true;
      }
      for (size_t k = 0; k < s.bodies.size(); ++k) {
        const Bounds::Mark mark = bounds_.mark();
        const bool in_order = s.op == Op::Loop || s.op == Op::Foldl;
        const int around = std::exchange(branches_, in_order ? 0 : branches_ + (s.op == Op::If));
        if (is_loop(s.op))
          for (Var condition : checked) bounds_.enter_branch(condition, true);
        const auto kept = in_order ? enter_in_order(s, k) : std::vector<Bounds::Kept>();
        if (!in_order) enter(s, k);
        if (is_loop(s.op) && !in_order) // with the index it may be known which side of an `or` holds
          for (Var condition : checked)
            if (definitions_.scalar(condition, BuiltinId::Or)) bounds_.enter_branch(condition, true);
        clean(s.bodies[k], in_order || (s.op != Op::If && count_of(s.bodies[k], Op::Loop) > 0));
        branches_ = around;
        bounds_.leave(mark);
        bounds_.leave_rounds(kept);
      }
      if (s.op == Op::Check && ends_at_once) {
        if (checked.size() == most_checked) checked.erase(checked.begin());
        checked.push_back(s.args[0]);
      }
    }
  }

 private:
  /// Marks the comparisons that `condition` joins by `and`.
  void pair(Var condition) {
    const Stm* const both = definitions_.scalar(condition, BuiltinId::And);
    if (!both) return;
    for (Var v : both->args) {
      if (paired_[index_of(v)]) continue;
      paired_[index_of(v)] = true;
      pair(v);
    }
  }
  bool is_paired(Var v) const { return index_of(v) < paired_.size() && paired_[index_of(v)]; }

  /// Whether the comparison looks at a sum, difference or product. If a Check compares one with two bounds, `hoist` can
  /// move that Check out of a loop only with both. So both are proved, or none.
  bool compares_sums(const Stm& s) const {
    return std::ranges::any_of(s.args, [&](Var v) {
      const Stm* const made = definitions_.find(v, Op::Scalar);
      return made && (made->builtin == BuiltinId::Add || made->builtin == BuiltinId::Subtract ||
                      made->builtin == BuiltinId::Multiply);
    });
  }

  /// Whether the bool surely is true: a comparison that holds, or several that `and` joins.
  bool holds(Var condition) {
    const Stm* const s = definitions_[condition];
    if (!s) return false;
    if (s->op == Op::Constant) return s->bits != 0;
    if (s->op != Op::Scalar) return false;
    if (s->builtin == BuiltinId::And) return holds(s->args[0]) && holds(s->args[1]);
    return is_proved(*s);
  }

  bool is_proved(const Stm& comparison) {
    return (uses_branches_ || branches_ == 0 || !compares_sums(comparison)) && bounds_.holds(comparison);
  }

  /// Makes a minimum or maximum that surely is one of its arguments that of this argument and itself, which `simplify`
  /// removes. Does the same with a quotient or remainder that surely is a variable.
  void choose(Stm& s) {
    if (const auto exact = bounds_.quotient_or_remainder(s)) {
      if (exact->var)
        s.builtin = BuiltinId::Max, s.args = {*exact->var, *exact->var};
      else
        s = {.op = Op::Constant,
             .outs = s.outs,
             .element = Element::I64,
             .bits = static_cast<uint64_t>(exact->number),
             .span = s.span};
      changed = true;
      return;
    }
    if (s.op != Op::Scalar || s.args.size() != 2 || s.args[0] == s.args[1]) return;
    if (const std::optional<Var> one = bounds_.chosen(s)) s.args = {*one, *one}, changed = true;
  }

  void become_true(Stm& s) {
    s = {.op = Op::Constant, .outs = s.outs, .element = Element::Bool, .bits = 1, .span = s.span};
    changed = true;
  }

  /// Adds the facts that hold in body k of the Loop or Foldl. Returns those that each round keeps.
  std::vector<Bounds::Kept> enter_in_order(const Stm& s, size_t k) {
    if (s.op == Op::Loop && k != 1) return {};
    std::vector<Var> asked;
    for_each_stm(s.bodies[k], [&](const Stm& in) {
      if (in.op == Op::Check) asked.push_back(in.args[0]);
    });
    if (s.op == Op::Foldl) enter(s, k);
    return bounds_.enter_round(s, asked);
  }

  /// Adds the facts that hold in body k of the statement.
  void enter(const Stm& s, size_t k) {
    if (s.op == Op::If && uses_branches_) bounds_.enter_branch(s.args[0], k == 0);
    if (const std::optional<Var> index = loop_index(s); index && k == 0)
      bounds_.enter_loop(*index, loop_length(s));
    if (const Body* last = after_of(s); last == &s.bodies[k])
      bounds_.enter_loop(last->params.back(), loop_length(s));
  }

  static constexpr size_t most_checked = 16;
  Plan& plan_;
  const bool uses_branches_;
  int branches_ = 0; ///< branches around the current statement, in the innermost loop in order
  Bounds bounds_;
  const Definitions& definitions_;
  std::vector<bool> paired_; ///< by variable: whether a Check's condition joins it with others by `and`
};

bool remove(Plan& plan, bool uses_branches) {
  Remover r(plan, uses_branches);
  for_each_root(plan, [&](Body& b) { r.clean(b, true); });
  return r.changed;
}

} // namespace

bool remove_checks(Plan& plan) { return remove(plan, false); }

bool remove_checks_in_branches(Plan& plan) { return remove(plan, true); }

} // namespace nova::plan
