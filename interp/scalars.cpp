// The rule PRIMITIVE: the scalar built-ins at each element type. scalar_table.hpp has the functions that compute
// them. The rules here convert operands from words to C++ types, and results to words.
#include "interp/eval.hpp"
#include "interp/scalar_table.hpp"
#include "runtime/word.hpp"

namespace nova::rules {
namespace {

template <class T> T operand(const Code& e, uint32_t k, Value* frame, Eval& m) {
  return from_word<T>(word(e.items[k], frame, m));
}

// (PRIMITIVE)  <e1, s> => v1  ...  <en, s> => vn    the operation o gives v for v1 .. vn
//              --------------------------------------------------------------------------
//              <o e1 .. en, s> => v
template <class F, class T> Word unary(const Code& e, Value* frame, Eval& m) {
  return to_word(F()(operand<T>(e, 0, frame, m)));
}

template <class F, class T> Word binary(const Code& e, Value* frame, Eval& m) {
  const T a = operand<T>(e, 0, frame, m), b = operand<T>(e, 1, frame, m);
  if constexpr (fails_on_zero<F, T>)
    if (b == 0) [[unlikely]]
      m.raise(e, "E0421", {std::to_string(a), std::string(builtin(e.core->builtin).spelling)});
  return to_word(F()(a, b));
}

template <class F, class T> Word ternary(const Code& e, Value* frame, Eval& m) {
  const T a = operand<T>(e, 0, frame, m), b = operand<T>(e, 1, frame, m);
  return to_word(F()(a, b, operand<T>(e, 2, frame, m)));
}

template <class F> WordRule rule_at(Element e) {
  return with_element(e, [](auto t) -> WordRule {
    using T = decltype(t);
    if constexpr (std::is_invocable_v<F, T>)
      return unary<F, T>;
    else if constexpr (std::is_invocable_v<F, T, T>)
      return binary<F, T>;
    else if constexpr (std::is_invocable_v<F, T, T, T>)
      return ternary<F, T>;
    else
      return nullptr;
  });
}

/// Evaluates a comparison of two vectors, tuples or sums. Op compares the two values.
template <auto Op> Word structural(const Code& e, Value* frame, Eval& m) {
  const Value a = boxed(e.items[0], frame, m);
  const Value b = boxed(e.items[1], frame, m);
  return located(e, m, [&] { return Word{Op(a, b)}; });
}

constexpr auto equal_to = [](const Value& a, const Value& b) { return equal(a, b); };
constexpr auto differs = [](const Value& a, const Value& b) { return !equal(a, b); };
constexpr auto below = [](const Value& a, const Value& b) { return less(a, b); };
constexpr auto above = [](const Value& a, const Value& b) { return less(b, a); };
constexpr auto at_most = [](const Value& a, const Value& b) { return less(a, b) || equal(a, b); };
constexpr auto at_least = [](const Value& a, const Value& b) { return less(b, a) || equal(a, b); };

WordRule structural_rule(BuiltinId id) {
  switch (id) {
  case BuiltinId::Equal: return structural<equal_to>;
  case BuiltinId::NotEqual: return structural<differs>;
  case BuiltinId::Less: return structural<below>;
  case BuiltinId::LessEqual: return structural<at_most>;
  case BuiltinId::Greater: return structural<above>;
  case BuiltinId::GreaterEqual: return structural<at_least>;
  default: return nullptr;
  }
}

} // namespace

void set_primitive(Code& c, Element operand) {
  const BuiltinId id = same_operation(c.core->builtin, operand, static_cast<Element>(c.tag));
  if (operand == Element::Unit) return void(c.word = structural_rule(id));
  with_operation(id, [&]<class F>(F) { return c.word = rule_at<F>(operand), true; });
}

} // namespace nova::rules
