// Overloads of two functions of scalar_ops.h, for code that is a template over the element type. scalar::neg(a) is
// nv_neg_i64 for int64_t, nv_neg_f32 for float, and so on. scalar::convert<float>(x) is nv_to_f32_i64 for int64_t, and so
// on. interp/scalar_table.hpp has all scalar built-ins as function objects for any type.
#pragma once
#include "runtime/scalar/scalar_ops.h"
#include <cstdint>
#include <type_traits>

namespace nova::scalar {

/// Defines neg and convert for the C++ type C, whose letters in function names are t. convert<R> returns `a` as an R.
#define NOVA_NUMBER(C, t)                                                                                    \
  inline C neg(C a) { return nv_neg_##t(a); }                                                                \
  template <class R> R convert(C a) {                                                                        \
    if constexpr (std::is_same_v<R, int64_t>)                                                                \
      return nv_to_i64_##t(a);                                                                               \
    else if constexpr (std::is_same_v<R, int32_t>)                                                           \
      return nv_to_i32_##t(a);                                                                               \
    else if constexpr (std::is_same_v<R, int16_t>)                                                           \
      return nv_to_i16_##t(a);                                                                               \
    else if constexpr (std::is_same_v<R, int8_t>)                                                            \
      return nv_to_i8_##t(a);                                                                                \
    else if constexpr (std::is_same_v<R, uint64_t>)                                                          \
      return nv_to_u64_##t(a);                                                                               \
    else if constexpr (std::is_same_v<R, uint32_t>)                                                          \
      return nv_to_u32_##t(a);                                                                               \
    else if constexpr (std::is_same_v<R, uint16_t>)                                                          \
      return nv_to_u16_##t(a);                                                                               \
    else if constexpr (std::is_same_v<R, uint8_t>)                                                           \
      return nv_to_u8_##t(a);                                                                                \
    else if constexpr (std::is_same_v<R, float>)                                                             \
      return nv_to_f32_##t(a);                                                                               \
    else                                                                                                     \
      return nv_to_f64_##t(a);                                                                               \
  }
NOVA_NUMBER(int64_t, i64)
NOVA_NUMBER(int32_t, i32)
NOVA_NUMBER(int16_t, i16)
NOVA_NUMBER(int8_t, i8)
NOVA_NUMBER(uint64_t, u64)
NOVA_NUMBER(uint32_t, u32)
NOVA_NUMBER(uint16_t, u16)
NOVA_NUMBER(uint8_t, u8)
NOVA_NUMBER(float, f32)
NOVA_NUMBER(double, f64)
#undef NOVA_NUMBER

} // namespace nova::scalar
