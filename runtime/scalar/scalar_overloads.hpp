// scalar_ops.h under C++ overloading: scalar::add(a, b) is nv_add_i64 for int64_t, nv_add_f32 for float, and
// so on, so that a loop written once over an element type calls the one meaning. bool and char share their
// byte with uint8, whose comparisons, bit_and, bit_or and bit_xor serve them too; `not` of a bool is
// nv_not_b8. Conversions: scalar::convert<float>(x), and to_bool and to_char.
#pragma once
#include "runtime/scalar/scalar_decimal.h"
#include "runtime/scalar/scalar_ops.h"
#include <cstdint>
#include <type_traits>

namespace nova::scalar {

#define NOVA_UNARY(name, C, t)                                                                               \
  inline C name(C a) { return nv_##name##_##t(a); }
#define NOVA_BINARY(name, C, t)                                                                              \
  inline C name(C a, C b) { return nv_##name##_##t(a, b); }
#define NOVA_COMPARISON(name, C, t)                                                                          \
  inline bool name(C a, C b) { return nv_##name##_##t(a, b); }
#define NOVA_NUMBER(C, t)                                                                                    \
  NOVA_BINARY(add, C, t)                                                                                     \
  NOVA_BINARY(sub, C, t) NOVA_BINARY(mul, C, t) NOVA_BINARY(div, C, t) NOVA_BINARY(min, C, t)                \
      NOVA_BINARY(max, C, t) NOVA_UNARY(neg, C, t) NOVA_UNARY(abs, C, t) NOVA_COMPARISON(eq, C, t)           \
          NOVA_COMPARISON(ne, C, t) NOVA_COMPARISON(lt, C, t) NOVA_COMPARISON(le, C, t)                      \
              NOVA_COMPARISON(gt, C, t) NOVA_COMPARISON(ge, C, t) inline C                                   \
              fma(C a, C b, C c) {                                                                           \
    return nv_fma_##t(a, b, c);                                                                              \
  }                                                                                                          \
  inline bool to_bool(C a) { return nv_to_b8_##t(a); }                                                       \
  inline uint8_t to_char(C a) { return nv_to_c8_##t(a); }                                                    \
  template <class R> R convert(C a) {                                                                        \
    if constexpr (std::is_same_v<R, int64_t>)                                                                \
      return nv_to_i64_##t(a);                                                                               \
    else if constexpr (std::is_same_v<R, int32_t>)                                                           \
      return nv_to_i32_##t(a);                                                                               \
    else if constexpr (std::is_same_v<R, int16_t>)                                                           \
      return nv_to_i16_##t(a);                                                                               \
    else if constexpr (std::is_same_v<R, int8_t>)                                                            \
      return nv_to_i8_##t(a);                                                                                \
    else if constexpr (std::is_same_v<R, uint8_t>)                                                           \
      return nv_to_u8_##t(a);                                                                                \
    else if constexpr (std::is_same_v<R, float>)                                                             \
      return nv_to_f32_##t(a);                                                                               \
    else                                                                                                     \
      return nv_to_f64_##t(a);                                                                               \
  }
#define NOVA_INTEGER(C, t)                                                                                   \
  NOVA_NUMBER(C, t) NOVA_BINARY(rem, C, t) inline C bit_and(C a, C b) { return nv_and_##t(a, b); }           \
  inline C bit_or(C a, C b) { return nv_or_##t(a, b); }                                                      \
  inline C bit_xor(C a, C b) { return nv_xor_##t(a, b); }                                                    \
  inline C bit_not(C a) { return nv_not_##t(a); }                                                            \
  inline C shl(C a, int64_t count) { return nv_shl_##t(a, count); }                                          \
  inline C shr(C a, int64_t count) { return nv_shr_##t(a, count); }

NOVA_INTEGER(int64_t, i64)
NOVA_INTEGER(int32_t, i32)
NOVA_INTEGER(int16_t, i16)
NOVA_INTEGER(int8_t, i8)
NOVA_INTEGER(uint8_t, u8)
NOVA_NUMBER(float, f32)
NOVA_NUMBER(double, f64)
inline int64_t decimal_digits(float a) { return nv_decimal_digits_f32(a); }
inline int64_t decimal_digits(double a) { return nv_decimal_digits_f64(a); }
inline int64_t decimal_exponent(float a) { return nv_decimal_exponent_f32(a); }
inline int64_t decimal_exponent(double a) { return nv_decimal_exponent_f64(a); }
inline double from_decimal(int64_t digits, int64_t exponent) { return nv_from_decimal_i64(digits, exponent); }
#undef NOVA_UNARY
#undef NOVA_BINARY
#undef NOVA_COMPARISON
#undef NOVA_NUMBER
#undef NOVA_INTEGER

} // namespace nova::scalar
