#include "frontend/infer/errors/callee.hpp"
#include "frontend/core/builtin.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/infer/errors/calls.hpp"
#include "frontend/infer/errors/help.hpp"
#include "frontend/infer/errors/report.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace nova {

namespace {

using Holds = std::function<bool(const Expr&)>;

/// Returns the first expression within `e`, in the text's order, for which `holds` is true; null if there is none.
const Expr* find_expr(const Expr& e, const Holds& holds) {
  if (holds(e)) return &e;
  const auto in = [&](const Expr* part) { return part ? find_expr(*part, holds) : nullptr; };
  for (const Binding& b : e.bindings)
    if (const Expr* found = in(b.value)) return found;
  for (const Expr* item : e.items)
    if (const Expr* found = in(item)) return found;
  for (const Arm& a : e.arms)
    if (const Expr* found = in(a.body)) return found;
  return nullptr;
}

/// Returns what the callee is defined as, if the user has defined it; otherwise null.
const Expr* own_definition(const Inference& in, const Why& why) {
  if (!why.callee || why.callee->kind != CoreKind::Global) return nullptr;
  const Global& g = in.f.program[why.callee->global];
  return g.prelude ? nullptr : g.value;
}

/// Whether `e` is a variable before an operator, as x in (x + 1).
bool is_infix_of(const Expr& e, VarId variable) {
  return e.kind == ExprKind::Apply && e.items.size() == 3 && e.span.expansion == 0 &&
         e.items[0]->kind == ExprKind::Local && e.items[0]->var == variable && is_operator(*e.items[1]);
}

/// Whether `e` is a call of a built-in or prelude function whose result is always an int, as (length xs).
bool is_count(const Inference& in, const Expr& e) {
  if (e.kind != ExprKind::Apply || e.span.expansion != 0) return false;
  const Expr& f = *e.items[0];
  if (f.kind == ExprKind::Builtin) return builtin(f.builtin).scheme.ends_with("-> int");
  return f.kind == ExprKind::Global && in.f.program[f.global].prelude &&
         print_scheme(in.f, f.global).ends_with("-> int");
}

/// Returns the count that `e` combines with other numbers by an operator; null if `e` is no such operation.
const Expr* count_among(const Inference& in, const Expr& e) {
  constexpr std::string_view operators[] = {"+", "-", "*", "/", "min", "max"};
  const bool operation =
      e.kind == ExprKind::Apply && e.items[0]->kind == ExprKind::Builtin &&
      std::ranges::find(operators, builtin(e.items[0]->builtin).spelling) != std::end(operators);
  if (!operation) return nullptr;
  const auto found = std::ranges::find_if(e.items, [&](const Expr* item) { return is_count(in, *item); });
  return found == e.items.end() ? nullptr : *found;
}

TypeId number_in(const Inference& in, TypeId t) {
  for (t = in.f.types.resolve(t); in.is(t, TypeKind::Vector);)
    t = in.f.types.resolve(in.f.types.element_of(t));
  return t;
}

bool is_floating(const Inference& in, TypeId t) {
  if (in.is(t, TypeKind::Var)) return in.f.types.variable(t).classes & Fractional;
  return in.is(t, TypeKind::Prim) && is_real(in.f.types.element(t));
}

} // namespace

bool report_infix_in_callee(Inference& in, const Why& why, TypeId expected, TypeId actual, Span at) {
  const Expr* value = own_definition(in, why);
  if (!value || value->kind != ExprKind::Lambda || why.number == 0 || why.number > value->parameters.size())
    return false;
  if (!in.is(in.f.types.resolve(expected), TypeKind::Fun) || in.is(in.f.types.resolve(actual), TypeKind::Fun))
    return false;
  const Pattern& parameter = value->parameters[why.number - 1];
  if (parameter.kind != Pattern::Variable) return false;
  const Expr* infix = find_expr(*value, [&](const Expr& e) { return is_infix_of(e, parameter.var); });
  if (!infix) return false;
  report(in, "E0211", infix->span, {})
      .note(fmt::format("here `{}` is called with a value that is no function", why.name), at)
      .help(infix_help(in, infix->items));
  return true;
}

void help_with_count(Inference& in, Diagnostic& d, const Why& why, TypeId expected, TypeId actual) {
  const TypeId wanted = number_in(in, expected), found = number_in(in, actual);
  const bool int_wanted = in.is(wanted, TypeKind::Prim) && in.f.types.element(wanted) == Element::I64;
  const Expr* value = int_wanted && is_floating(in, found) ? own_definition(in, why) : nullptr;
  const Expr* operation =
      value ? find_expr(*value, [&](const Expr& e) { return count_among(in, e) != nullptr; }) : nullptr;
  if (!operation) return;
  const Span count = count_among(in, *operation)->span;
  const std::string text = operand_text(in, count, "n");
  d.help(
      fmt::format(
          "`{0}` is an int, and so are the numbers that it is combined with; of others it is (to_double {0})",
          text),
      count);
}

} // namespace nova
