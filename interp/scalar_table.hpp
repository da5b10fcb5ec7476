// Which function of runtime/scalar/scalar_ops.h and scalar_math.h each scalar built-in is: one line per row of
// frontend/builtins/scalars. Each function gives a built-in at every C++ type it has; others it cannot be
// called with.
#pragma once
#include "frontend/core/builtin.hpp"
#include "runtime/element.hpp"
#include "runtime/scalar/scalar_math.h"
#include "runtime/scalar/scalar_overloads.hpp"
#include <type_traits>

namespace nova {

/// + as a function that also takes packs of unsigned or floating elements (runtime/shape.hpp).
struct Sum {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(a + b); }
};

/// Requires that an integer divisor is not 0, which the caller checks.
struct Quotient {
  template <class T> T operator()(T a, T b) const { return scalar::div(a, b); }
};
struct Remainder {
  template <class T>
  requires std::is_integral_v<T> T operator()(T a, T b) const { return scalar::rem(a, b); }
};
template <class F, class T>
constexpr bool fails_on_zero = std::is_integral_v<T> &&
                               (std::is_same_v<F, Quotient> || std::is_same_v<F, Remainder>);

/// Built-ins that are another one at these types: ~ of bools is `not`, from_double is the conversion to its
/// result.
inline BuiltinId same_operation(BuiltinId id, Element operand, Element result) {
  constexpr BuiltinId conversions[] = {BuiltinId::ToInt,   BuiltinId::ToInt32, BuiltinId::ToInt16,
                                       BuiltinId::ToInt8,  BuiltinId::ToUint8, BuiltinId::ToFloat,
                                       BuiltinId::ToDouble};
  constexpr Element results[] = {Element::I64, Element::I32, Element::I16, Element::I8,
                                 Element::U8,  Element::F32, Element::F64};
  if (id == BuiltinId::BitNot && operand == Element::Bool) return BuiltinId::Not;
  if (id == BuiltinId::FromDouble)
    for (size_t k = 0; k < std::size(results); ++k)
      if (results[k] == result) return conversions[k];
  return id;
}

#define NOVA_OPERATION1(id, name)                                                                            \
  case BuiltinId::id:                                                                                        \
    return use([](auto a) -> decltype(scalar::name(a)) { return scalar::name(a); });
#define NOVA_OPERATION2(id, name)                                                                            \
  case BuiltinId::id:                                                                                        \
    return use([]<class T>(T a, T b) -> decltype(scalar::name(a, b)) { return scalar::name(a, b); });

/// use(f) for the built-in's function of one argument; false for all others.
template <class Use> bool with_unary(BuiltinId id, Use use) {
  switch (id) {
    NOVA_OPERATION1(Negate, neg)
    NOVA_OPERATION1(Abs, abs)
    NOVA_OPERATION1(BitNot, bit_not)
    NOVA_OPERATION1(DecimalDigits, decimal_digits)
    NOVA_OPERATION1(DecimalExponent, decimal_exponent)
    NOVA_OPERATION1(ToInt, template convert<int64_t>)
    NOVA_OPERATION1(ToInt64, template convert<int64_t>)
    NOVA_OPERATION1(ToInt32, template convert<int32_t>)
    NOVA_OPERATION1(ToInt16, template convert<int16_t>)
    NOVA_OPERATION1(ToInt8, template convert<int8_t>)
    NOVA_OPERATION1(ToUint8, template convert<uint8_t>)
    NOVA_OPERATION1(ToFloat, template convert<float>)
    NOVA_OPERATION1(ToDouble, template convert<double>)
    NOVA_OPERATION1(ToBool, to_bool)
    NOVA_OPERATION1(ToChar, to_char)
  case BuiltinId::Not:
    return use(
        []<class T>(T a) -> std::enable_if_t<std::is_same_v<T, uint8_t>, uint8_t> { return nv_not_b8(a); });
  default: return false;
  }
}

/// use(f) for operators that take two of a type to one of it: what reduce and scan combine by.
template <class Use> bool with_combiner(BuiltinId id, Use use) {
  switch (id) {
    NOVA_OPERATION2(Add, add)
    NOVA_OPERATION2(Subtract, sub)
    NOVA_OPERATION2(Multiply, mul)
    NOVA_OPERATION2(Min, min)
    NOVA_OPERATION2(Max, max)
    NOVA_OPERATION2(BitAnd, bit_and)
    NOVA_OPERATION2(BitOr, bit_or)
    NOVA_OPERATION2(BitXor, bit_xor)
    NOVA_OPERATION2(And, bit_and)
    NOVA_OPERATION2(Or, bit_or)
  default: return false;
  }
}

/// use(f) for the built-in's function of two arguments; false for all others.
template <class Use> bool with_binary(BuiltinId id, Use use) {
  switch (id) {
    NOVA_OPERATION2(Equal, eq)
    NOVA_OPERATION2(NotEqual, ne)
    NOVA_OPERATION2(Less, lt)
    NOVA_OPERATION2(LessEqual, le)
    NOVA_OPERATION2(Greater, gt)
    NOVA_OPERATION2(GreaterEqual, ge)
    NOVA_OPERATION2(ShiftLeft, shl)
    NOVA_OPERATION2(ShiftRight, shr)
  case BuiltinId::Divide: return use(Quotient());
  case BuiltinId::Remainder: return use(Remainder());
  case BuiltinId::FromDecimal:
    return use([]<class T>(T a, T b) -> std::enable_if_t<std::is_same_v<T, int64_t>, double> {
      return scalar::from_decimal(a, b);
    });
  default: return with_combiner(id, use);
  }
}

/// use(f) for the built-in's function of three arguments; false for all others.
template <class Use> bool with_ternary(BuiltinId id, Use use) {
  if (id != BuiltinId::Fma) return false;
  return use([]<class T>(T a, T b, T c) -> decltype(scalar::fma(a, b, c)) { return scalar::fma(a, b, c); });
}

/// A function of scalar_math.h at the floating types, of `count` arguments.
template <size_t count, class F32, class F64> struct Maths {
  template <class T, class... Same>
  requires(std::is_floating_point_v<T> && 1 + sizeof...(Same) == count && (std::is_same_v<T, Same> && ...)) T
  operator()(T a, Same... more) const {
    if constexpr (std::is_same_v<T, float>)
      return F32()(a, more...);
    else
      return F64()(a, more...);
  }
};

#define NOVA_MATHS(id, name, count)                                                                          \
  case BuiltinId::id: {                                                                                      \
    auto f32 = [](auto... a) { return nv_##name##_f32(a...); };                                              \
    auto f64 = [](auto... a) { return nv_##name##_f64(a...); };                                              \
    return use(Maths<count, decltype(f32), decltype(f64)>());                                                \
  }

/// use(f) for the built-in's function of one or two floating numbers; false for all others.
template <class Use> bool with_maths(BuiltinId id, Use use) {
  switch (id) {
    NOVA_MATHS(Sqrt, sqrt, 1)
    NOVA_MATHS(Exp, exp, 1)
    NOVA_MATHS(Exp2, exp2, 1)
    NOVA_MATHS(Expm1, expm1, 1)
    NOVA_MATHS(Log, log, 1)
    NOVA_MATHS(Log2, log2, 1)
    NOVA_MATHS(Log10, log10, 1)
    NOVA_MATHS(Log1p, log1p, 1)
    NOVA_MATHS(Sin, sin, 1)
    NOVA_MATHS(Cos, cos, 1)
    NOVA_MATHS(Tan, tan, 1)
    NOVA_MATHS(Asin, asin, 1)
    NOVA_MATHS(Acos, acos, 1)
    NOVA_MATHS(Atan, atan, 1)
    NOVA_MATHS(Sinh, sinh, 1)
    NOVA_MATHS(Cosh, cosh, 1)
    NOVA_MATHS(Tanh, tanh, 1)
    NOVA_MATHS(Asinh, asinh, 1)
    NOVA_MATHS(Acosh, acosh, 1)
    NOVA_MATHS(Atanh, atanh, 1)
    NOVA_MATHS(Erf, erf, 1)
    NOVA_MATHS(Erfc, erfc, 1)
    NOVA_MATHS(Cbrt, cbrt, 1)
    NOVA_MATHS(Floor, floor, 1)
    NOVA_MATHS(Ceil, ceil, 1)
    NOVA_MATHS(Trunc, trunc, 1)
    NOVA_MATHS(Round, round, 1)
    NOVA_MATHS(Rint, rint, 1)
    NOVA_MATHS(Pow, pow, 2)
    NOVA_MATHS(Atan2, atan2, 2)
    NOVA_MATHS(Hypot, hypot, 2)
  default: return false;
  }
}

#undef NOVA_OPERATION1
#undef NOVA_OPERATION2
#undef NOVA_MATHS

/// use(f) for any scalar built-in but those of vectors, tuples and sums.
template <class Use> bool with_operation(BuiltinId id, Use use) {
  return with_unary(id, use) || with_binary(id, use) || with_ternary(id, use) || with_maths(id, use);
}

} // namespace nova
