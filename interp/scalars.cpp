// PRIMITIVE: the scalar built-ins at each element type. Their meaning stands in runtime/scalar_ops.h and
// runtime/scalar_math.h; here it meets the words that hold the operands.
#include "interp/eval.hpp"
#include "runtime/scalar_math.h"
#include "runtime/scalar_overloads.hpp"
#include <bit>

namespace nova::rules {
namespace {

template <class T> T from_word(Word w) {
  if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(w);
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<uint32_t>(w));
  else
    return static_cast<T>(w);
}

template <class T> Word to_word(T v) {
  if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<Word>(v);
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<uint32_t>(v);
  else
    return static_cast<Word>(static_cast<int64_t>(v));
}

template <class T> T operand(const Code& e, uint32_t k, Value* frame, Eval& m) {
  return from_word<T>(word(e.items[k], frame, m));
}

// (PRIMITIVE)  <e1, s> => v1  ...  <en, s> => vn    the operation o gives v for v1 .. vn
//              --------------------------------------------------------------------------
//              <o e1 .. en, s> => v
template <auto Op, class T> Word unary(const Code& e, Value* frame, Eval& m) {
  return to_word(Op(operand<T>(e, 0, frame, m)));
}

template <auto Op, class T> Word binary(const Code& e, Value* frame, Eval& m) {
  const T a = operand<T>(e, 0, frame, m);
  return to_word(Op(a, operand<T>(e, 1, frame, m)));
}

template <auto Op, class T> Word ternary(const Code& e, Value* frame, Eval& m) {
  const T a = operand<T>(e, 0, frame, m), b = operand<T>(e, 1, frame, m);
  return to_word(Op(a, b, operand<T>(e, 2, frame, m)));
}

/// Division and remainder, which integers can't do by zero.
template <auto Op, class T> Word division(const Code& e, Value* frame, Eval& m) {
  const T a = operand<T>(e, 0, frame, m), b = operand<T>(e, 1, frame, m);
  if constexpr (std::is_integral_v<T>)
    if (b == 0) [[unlikely]]
      m.raise(e, "E0421", {std::to_string(a), std::string(builtin(e.core->builtin).spelling)});
  return to_word(Op(a, b));
}

/// Comparison of vectors, tuples and sums.
template <auto Op> Word structural(const Code& e, Value* frame, Eval& m) {
  const Value a = boxed(e.items[0], frame, m);
  const Value b = boxed(e.items[1], frame, m);
  return located(e, m, [&] { return Word{Op(a, b)}; });
}

// ---- the operations as constants ----

#define NOVA_UNARY(name) constexpr auto name = [](auto a) { return scalar::name(a); }
#define NOVA_BINARY(name) constexpr auto name = [](auto a, auto b) { return scalar::name(a, b); }
// clang-format off
NOVA_UNARY(neg); NOVA_UNARY(abs); NOVA_UNARY(bit_not); NOVA_UNARY(to_bool); NOVA_UNARY(to_char);
NOVA_BINARY(add); NOVA_BINARY(sub); NOVA_BINARY(mul); NOVA_BINARY(div); NOVA_BINARY(rem); NOVA_BINARY(min);
NOVA_BINARY(max); NOVA_BINARY(eq); NOVA_BINARY(ne); NOVA_BINARY(lt); NOVA_BINARY(le); NOVA_BINARY(gt);
NOVA_BINARY(ge); NOVA_BINARY(bit_and); NOVA_BINARY(bit_or); NOVA_BINARY(bit_xor); NOVA_BINARY(shl);
NOVA_BINARY(shr);
// clang-format on
constexpr auto fma = [](auto a, auto b, auto c) { return scalar::fma(a, b, c); };
constexpr auto not_ = [](uint8_t a) { return nv_not_b8(a); };
template <class R> constexpr auto convert = [](auto a) { return scalar::convert<R>(a); };

#define NOVA_MATHS(name)                                                                                     \
  constexpr auto name = [](auto... a) {                                                                      \
    if constexpr ((std::is_same_v<decltype(a), float> && ...))                                               \
      return nv_##name##_f32(a...);                                                                          \
    else                                                                                                     \
      return nv_##name##_f64(a...);                                                                          \
  }
namespace maths {
// clang-format off
NOVA_MATHS(sqrt); NOVA_MATHS(exp); NOVA_MATHS(exp2); NOVA_MATHS(expm1); NOVA_MATHS(log); NOVA_MATHS(log2);
NOVA_MATHS(log10); NOVA_MATHS(log1p); NOVA_MATHS(sin); NOVA_MATHS(cos); NOVA_MATHS(tan); NOVA_MATHS(asin);
NOVA_MATHS(acos); NOVA_MATHS(atan); NOVA_MATHS(sinh); NOVA_MATHS(cosh); NOVA_MATHS(tanh); NOVA_MATHS(asinh);
NOVA_MATHS(acosh); NOVA_MATHS(atanh); NOVA_MATHS(erf); NOVA_MATHS(erfc); NOVA_MATHS(cbrt); NOVA_MATHS(pow);
NOVA_MATHS(atan2); NOVA_MATHS(hypot); NOVA_MATHS(floor); NOVA_MATHS(ceil); NOVA_MATHS(trunc);
NOVA_MATHS(round); NOVA_MATHS(rint);
// clang-format on
} // namespace maths

constexpr auto equal_to = [](const Value& a, const Value& b) { return equal(a, b); };
constexpr auto differs = [](const Value& a, const Value& b) { return !equal(a, b); };
constexpr auto below = [](const Value& a, const Value& b) { return less(a, b); };
constexpr auto above = [](const Value& a, const Value& b) { return less(b, a); };
constexpr auto at_most = [](const Value& a, const Value& b) { return less(a, b) || equal(a, b); };
constexpr auto at_least = [](const Value& a, const Value& b) { return less(b, a) || equal(a, b); };

// ---- an operation at an element type ----

/// Calls f with an integer of the C++ type that stores e (bool and char: uint8_t).
template <class F> WordRule with_integer(Element e, F f) {
  switch (e) {
  case Element::I64: return f(int64_t{});
  case Element::I32: return f(int32_t{});
  case Element::I16: return f(int16_t{});
  case Element::I8: return f(int8_t{});
  default: return f(uint8_t{});
  }
}

template <auto Op> WordRule unary_at(Element e) {
  return with_element(e, [](auto t) -> WordRule { return unary<Op, decltype(t)>; });
}
template <auto Op> WordRule binary_at(Element e) {
  return with_element(e, [](auto t) -> WordRule { return binary<Op, decltype(t)>; });
}
template <auto Op> WordRule ternary_at(Element e) {
  return with_element(e, [](auto t) -> WordRule { return ternary<Op, decltype(t)>; });
}
template <auto Op> WordRule division_at(Element e) {
  return with_element(e, [](auto t) -> WordRule { return division<Op, decltype(t)>; });
}
template <auto Op> WordRule integer_division_at(Element e) {
  return with_integer(e, [](auto t) -> WordRule { return division<Op, decltype(t)>; });
}
template <auto Op> WordRule bits_at(Element e) {
  return with_integer(e, [](auto t) -> WordRule { return binary<Op, decltype(t)>; });
}
template <auto Op> WordRule maths1_at(Element e) {
  return e == Element::F32 ? unary<Op, float> : unary<Op, double>;
}
template <auto Op> WordRule maths2_at(Element e) {
  return e == Element::F32 ? binary<Op, float> : binary<Op, double>;
}
WordRule bit_not_at(Element e) {
  if (e == Element::Bool) return unary<not_, uint8_t>;
  return with_integer(e, [](auto t) -> WordRule { return unary<bit_not, decltype(t)>; });
}
/// Objects are compared by their structure.
template <auto Op, auto Structural> WordRule comparison_at(Element e) {
  return e == Element::Unit ? structural<Structural> : binary_at<Op>(e);
}
WordRule conversion_at(Element from, Element to) {
  return with_element(to, [&](auto r) { return unary_at<convert<decltype(r)>>(from); });
}

WordRule scalar_rule(BuiltinId id, Element e, Element result) {
  switch (id) {
  case BuiltinId::Add: return binary_at<add>(e);
  case BuiltinId::Subtract: return binary_at<sub>(e);
  case BuiltinId::Multiply: return binary_at<mul>(e);
  case BuiltinId::Divide: return division_at<div>(e);
  case BuiltinId::Remainder: return integer_division_at<rem>(e);
  case BuiltinId::Negate: return unary_at<neg>(e);
  case BuiltinId::Abs: return unary_at<abs>(e);
  case BuiltinId::Min: return binary_at<min>(e);
  case BuiltinId::Max: return binary_at<max>(e);
  case BuiltinId::Fma: return ternary_at<fma>(e);
  case BuiltinId::Equal: return comparison_at<eq, equal_to>(e);
  case BuiltinId::NotEqual: return comparison_at<ne, differs>(e);
  case BuiltinId::Less: return comparison_at<lt, below>(e);
  case BuiltinId::LessEqual: return comparison_at<le, at_most>(e);
  case BuiltinId::Greater: return comparison_at<gt, above>(e);
  case BuiltinId::GreaterEqual: return comparison_at<ge, at_least>(e);
  case BuiltinId::Not: return unary<not_, uint8_t>;
  case BuiltinId::And:
  case BuiltinId::BitAnd: return bits_at<bit_and>(e);
  case BuiltinId::Or:
  case BuiltinId::BitOr: return bits_at<bit_or>(e);
  case BuiltinId::BitXor: return bits_at<bit_xor>(e);
  case BuiltinId::BitNot: return bit_not_at(e);
  case BuiltinId::ShiftLeft: return bits_at<shl>(e);
  case BuiltinId::ShiftRight: return bits_at<shr>(e);
  case BuiltinId::Sqrt: return maths1_at<maths::sqrt>(e);
  case BuiltinId::Exp: return maths1_at<maths::exp>(e);
  case BuiltinId::Exp2: return maths1_at<maths::exp2>(e);
  case BuiltinId::Expm1: return maths1_at<maths::expm1>(e);
  case BuiltinId::Log: return maths1_at<maths::log>(e);
  case BuiltinId::Log2: return maths1_at<maths::log2>(e);
  case BuiltinId::Log10: return maths1_at<maths::log10>(e);
  case BuiltinId::Log1p: return maths1_at<maths::log1p>(e);
  case BuiltinId::Sin: return maths1_at<maths::sin>(e);
  case BuiltinId::Cos: return maths1_at<maths::cos>(e);
  case BuiltinId::Tan: return maths1_at<maths::tan>(e);
  case BuiltinId::Asin: return maths1_at<maths::asin>(e);
  case BuiltinId::Acos: return maths1_at<maths::acos>(e);
  case BuiltinId::Atan: return maths1_at<maths::atan>(e);
  case BuiltinId::Sinh: return maths1_at<maths::sinh>(e);
  case BuiltinId::Cosh: return maths1_at<maths::cosh>(e);
  case BuiltinId::Tanh: return maths1_at<maths::tanh>(e);
  case BuiltinId::Asinh: return maths1_at<maths::asinh>(e);
  case BuiltinId::Acosh: return maths1_at<maths::acosh>(e);
  case BuiltinId::Atanh: return maths1_at<maths::atanh>(e);
  case BuiltinId::Erf: return maths1_at<maths::erf>(e);
  case BuiltinId::Erfc: return maths1_at<maths::erfc>(e);
  case BuiltinId::Cbrt: return maths1_at<maths::cbrt>(e);
  case BuiltinId::Pow: return maths2_at<maths::pow>(e);
  case BuiltinId::Atan2: return maths2_at<maths::atan2>(e);
  case BuiltinId::Hypot: return maths2_at<maths::hypot>(e);
  case BuiltinId::Floor: return maths1_at<maths::floor>(e);
  case BuiltinId::Ceil: return maths1_at<maths::ceil>(e);
  case BuiltinId::Trunc: return maths1_at<maths::trunc>(e);
  case BuiltinId::Round: return maths1_at<maths::round>(e);
  case BuiltinId::Rint: return maths1_at<maths::rint>(e);
  case BuiltinId::ToBool: return unary_at<to_bool>(e);
  case BuiltinId::ToChar: return unary_at<to_char>(e);
  case BuiltinId::ToInt:
  case BuiltinId::ToInt64:
  case BuiltinId::ToInt32:
  case BuiltinId::ToInt16:
  case BuiltinId::ToInt8:
  case BuiltinId::ToUint8:
  case BuiltinId::ToFloat:
  case BuiltinId::ToDouble:
  case BuiltinId::FromDouble: return conversion_at(e, result);
  default: return nullptr;
  }
}

} // namespace

void set_primitive(Code& c, Element operand) {
  c.word = scalar_rule(c.core->builtin, operand, static_cast<Element>(c.tag));
}

} // namespace nova::rules
