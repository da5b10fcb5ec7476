#include "jit/passes/loops/loop_predicates.hpp"
#include <algorithm>

namespace nova::plan {

std::optional<Var> LoopPredicates::hold(Var v) {
  const std::optional<Var> all = of(v);
  if (!all) return {};
  const Var none = compare(BuiltinId::LessEqual, loop_length(loop_), zero());
  return scalar(BuiltinId::Or, Element::Bool, Element::Bool, *all, none);
}

std::optional<Var> LoopPredicates::of(Var v) {
  if (same_(v)) return v;
  if (const Stm* both = find(v, BuiltinId::And)) return of_both(*both);
  if (const Stm* either = find(v, BuiltinId::Or)) return of_either(*either);
  for (const BuiltinId id : {BuiltinId::Less, BuiltinId::LessEqual})
    if (const Stm* s = find(v, id); s && s->element == Element::I64) return of_comparison(*s);
  return {};
}

std::optional<Var> LoopPredicates::of_both(const Stm& both) {
  if (const auto place = of_place(both)) return place;
  const auto first = of(both.args[0]);
  const auto second = first ? of(both.args[1]) : std::nullopt;
  if (!second) return {};
  return scalar(BuiltinId::And, Element::Bool, Element::Bool, *first, *second);
}

/// Returns the condition before the loop for an Or of which one operand is loop-invariant: an Or of that operand and
/// the condition derived for the other one. Returns nothing for any other Or.
std::optional<Var> LoopPredicates::of_either(const Stm& either) {
  const size_t shared = same_(either.args[0]) ? 0 : 1;
  if (!same_(either.args[shared])) return {};
  const auto rest = of(either.args[1 - shared]);
  if (!rest) return {};
  return scalar(BuiltinId::Or, Element::Bool, Element::Bool, *rest, either.args[shared]);
}

/// Returns the condition before the loop for a comparison i < n, i <= n, n < i or n <= i. Here i is the loop's index
/// and n is loop-invariant. Returns nothing for any other comparison.
std::optional<Var> LoopPredicates::of_comparison(const Stm& s) {
  const Var i = *loop_index(loop_);
  if (s.args[1] == i && same_(s.args[0])) return compare(s.builtin, s.args[0], zero());
  if (s.args[0] != i || !same_(s.args[1])) return {};
  return compare(s.builtin, less_one(loop_length(loop_)), s.args[1]);
}

/// Returns the condition before the loop for 0 <= x < n or 0 <= x <= n, where x is the index plus a loop-invariant a.
/// The x of the last iteration might overflow, so a is compared with n minus the last index instead. Returns nothing
/// for any other And.
std::optional<Var> LoopPredicates::of_place(const Stm& both) {
  const Stm* from = find(both.args[0], BuiltinId::LessEqual);
  const Stm* to = find(both.args[1], BuiltinId::Less);
  if (!to) to = find(both.args[1], BuiltinId::LessEqual);
  if (!from || !to || from->element != Element::I64 || !zeros_.contains(from->args[0]) ||
      from->args[1] != to->args[0] || !same_(to->args[1]))
    return {};
  const auto a = moved_by(to->args[0]);
  if (!a) return {};
  const Var last = less_one(loop_length(loop_));
  const Var fits = compare(to->builtin, last, to->args[1]);
  const Var room = scalar(BuiltinId::Subtract, Element::I64, Element::I64, to->args[1], last);
  const Var begins = compare(BuiltinId::LessEqual, zero(), *a), ends = compare(to->builtin, *a, room);
  const Var inside = scalar(BuiltinId::And, Element::Bool, Element::Bool, begins, ends);
  return scalar(BuiltinId::And, Element::Bool, Element::Bool, fits, inside);
}

std::optional<Var> LoopPredicates::moved_by(Var place) const {
  const Stm* sum = find(place, BuiltinId::Add);
  if (!sum || sum->element != Element::I64) return {};
  const Var i = *loop_index(loop_);
  for (const size_t k : {0, 1})
    if (sum->args[k] == i && same_(sum->args[1 - k])) return sum->args[1 - k];
  return {};
}

/// Returns the statement of the loop's body that computes v by the built-in `id`; null if there is none.
const Stm* LoopPredicates::find(Var v, BuiltinId id) const {
  const auto& stms = loop_.bodies[0].stms;
  const auto at =
      std::ranges::find_if(stms, [&](const Stm& s) { return s.op == Op::Scalar && s.outs[0] == v; });
  return at != stms.end() && at->builtin == id ? &*at : nullptr;
}

Var LoopPredicates::scalar(BuiltinId id, Element from, Element to, Var x, Var y) {
  made.push_back(scalar_stm(plan_, id, from, to, {x, y}, at_));
  return made.back().outs[0];
}

Var LoopPredicates::less_one(Var x) {
  made.push_back(constant_stm(plan_, Element::I64, 1, at_));
  return scalar(BuiltinId::Subtract, Element::I64, Element::I64, x, made.back().outs[0]);
}

Var LoopPredicates::zero() {
  made.push_back(constant_stm(plan_, Element::I64, 0, at_));
  return made.back().outs[0];
}

} // namespace nova::plan
