#include "jit/passes/loops/row_branches.hpp"
#include "jit/passes/rewriting.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

const Stm* maker_of(const Body& b, Var v) {
  const auto made = std::ranges::find_if(b.stms, [&](const Stm& s) { return is_any(v, s.outs); });
  return made == b.stms.end() ? nullptr : &*made;
}

/// Whether no other statement of the body uses what `s` makes.
bool is_result_alone(const Stm& s, const Body& b) {
  return std::ranges::none_of(b.stms, [&](const Stm& other) { return uses(other, s.outs); });
}

/// Whether the body returns something that `s` makes.
bool is_needed(const Stm& s, const Body& b) {
  return std::ranges::any_of(s.outs, [&](Var v) { return is_any(v, b.results); });
}

bool is_choice(const Stm& s, const Body& around, Var n, bool may_check);

/// Whether each element of the branch's columns can be computed alone.
bool is_branch(const Body& b, Var n, bool may_check) {
  return std::ranges::all_of(b.stms, [&](const Stm& s) {
    if (s.op == Op::Map) return s.args[0] == n && is_result_alone(s, b) && is_needed(s, b);
    const bool quick = s.op == Op::Scalar && s.builtin < BuiltinId::Sqrt;
    return quick || s.op == Op::Read || s.op == Op::Constant || s.op == Op::Shift ||
           (s.op == Op::Check && may_check) || is_choice(s, b, n, may_check);
  });
}

bool is_choice(const Stm& s, const Body& around, Var n, bool may_check) {
  return s.op == Op::If && !s.outs.empty() && is_result_alone(s, around) &&
         std::ranges::all_of(s.outs, [&](Var v) { return is_any(v, around.results) && v != n; }) &&
         std::ranges::all_of(s.bodies, [&](const Body& b) { return is_branch(b, n, may_check); });
}

/// Makes the statements that compute element j of columns.
class Elements {
 public:
  Elements(Plan& plan, Var j, Span at) : plan_(plan), j_(j), at_(at) {}

  /// Returns an If whose outs are element j of the outs of the If `s`.
  Stm choice(Stm s) {
    for (Body& b : s.bodies) branch(b);
    for (Var& v : s.outs) v = plan_.make({plan_[v].element, false});
    return s;
  }

 private:
  /// Lets a branch that makes columns make element j of each.
  void branch(Body& b) {
    const std::vector<Stm> before = std::exchange(b.stms, {});
    for (const Stm& s : before)
      if (s.op != Op::Map && s.op != Op::If) b.stms.push_back(s);
    const Body all{{}, before, {}};
    for (Var& v : b.results) v = element(maker_of(all, v), v, b.stms);
  }
  /// Returns element j of the column v, which the statement `maker` makes if it is not null.
  Var element(const Stm* maker, Var v, std::vector<Stm>& out) {
    if (maker && maker->op == Op::Map) {
      const auto k = static_cast<size_t>(std::ranges::find(maker->outs, v) - maker->outs.begin());
      return paste_body(plan_, maker->bodies[0], std::span(&j_, 1), out)[k];
    }
    if (maker && maker->op == Op::If) {
      const auto k = static_cast<size_t>(std::ranges::find(maker->outs, v) - maker->outs.begin());
      out.push_back(choice(*maker));
      return out.back().outs[k];
    }
    const Var e = plan_.make({plan_[v].element, false});
    out.push_back({.op = Op::Read, .outs = {e}, .args = {v, j_}, .span = at_});
    return e;
  }

  Plan& plan_;
  const Var j_;
  const Span at_;
};

} // namespace

bool is_row_choice(const Stm& s, const Body& row, bool may_check) {
  return is_choice(s, row, row.results[0], may_check);
}

void choose_by_elements(Plan& plan, Body& row, bool may_check) {
  for (Stm& s : row.stms) {
    if (!is_row_choice(s, row, may_check)) continue;
    Stm map{.op = Op::Map, .outs = s.outs, .args = {row.results[0]}, .span = s.span};
    const Var j = plan.make({Element::I64, false});
    Elements elements_of(plan, j, s.span);
    Stm choice = elements_of.choice(std::move(s));
    const std::vector<Var> elements = choice.outs;
    map.bodies.push_back({{j}, {std::move(choice)}, elements});
    s = std::move(map);
  }
}

} // namespace nova::plan
