#include "jit/plan/describe.hpp"
#include "runtime/scalar_text.hpp"
#include <algorithm>
#include <cctype>

namespace nova::plan {
namespace {

bool is_infix(BuiltinId id) {
  const std::string_view name = builtin(id).spelling;
  return !std::isalpha(static_cast<unsigned char>(name[0]));
}

} // namespace

std::string constant_text(Element e, uint64_t bits) {
  if (e == Element::Char) return std::to_string(bits);
  return scalar_text(Value::from_bits(static_cast<Tag>(e), bits));
}

void ExpressionText::note(const Stm& s) {
  for (Var v : s.outs) by_var_[v] = &s;
  if (s.op != Op::If || !named_) return;
  for (const Body& branch : s.bodies)
    for (const Stm& inner : branch.stms) note(inner);
}

const Stm* ExpressionText::definition(Var v) const {
  const auto found = by_var_.find(v);
  return found == by_var_.end() ? nullptr : found->second;
}

std::string ExpressionText::text(Var v, int depth) const {
  const Stm* s = definition(v);
  if (!s) return name_(v);
  if (depth == 0) return "..";
  switch (s->op) {
  case Op::Constant: return constant(*s);
  case Op::Read: return name_(s->args[0]) + "[" + text(s->args[1], depth - 1) + "]";
  case Op::Scalar: return operation(*s, depth);
  case Op::If: return named_ ? choice(*s, v, depth) : name_(v);
  case Op::Call: return plan_.functions[s->function].name + arguments(*s, depth);
  default: return name_(v);
  }
}

std::string ExpressionText::operation(const Stm& s, int depth) const {
  const std::string name(builtin(s.builtin).spelling);
  if (!is_infix(s.builtin) || s.args.size() != 2) return name + arguments(s, depth);
  return operand(s.args[0], depth - 1) + " " + name + " " + operand(s.args[1], depth - 1);
}

std::string ExpressionText::choice(const Stm& s, Var v, int depth) const {
  const auto k = static_cast<size_t>(std::ranges::find(s.outs, v) - s.outs.begin());
  return "(if " + text(s.args[0], depth - 1) + " then " + text(s.bodies[0].results[k], depth - 1) + " else " +
         text(s.bodies[1].results[k], depth - 1) + ")";
}

std::string ExpressionText::operand(Var v, int depth) const {
  const Stm* s = definition(v);
  const bool infix = s && s->op == Op::Scalar && s->args.size() == 2 && is_infix(s->builtin);
  const std::string inner = text(v, depth);
  return infix && inner != ".." ? "(" + inner + ")" : inner;
}

std::string ExpressionText::arguments(const Stm& s, int depth) const {
  std::string out;
  for (Var v : s.args) out += (out.empty() ? "(" : ", ") + text(v, depth - 1);
  return out + ")";
}

/// Returns a constant's text. In comments in C, large and floating numbers are printed by name, since they are
/// arguments of the generated code: a program with another number then has the same text.
std::string ExpressionText::constant(const Stm& s) const {
  const auto v = static_cast<int64_t>(s.bits);
  if (s.element == Element::Bool) return v ? "true" : "false";
  const bool small = !is_floating(s.element) && v > -256 && v < 256;
  if (named_) return small ? std::to_string(v) : name_(s.outs[0]);
  return constant_text(s.element, s.bits);
}

} // namespace nova::plan
