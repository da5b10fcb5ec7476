// The function of runtime/scalar that each scalar built-in is: the row of frontend/builtins/scalars.def names it, nv_add_i64,
// nv_add_f32 .. for `add`. An Operation gives a built-in at every C++ type that has such a function; with other types it
// cannot be called.
#pragma once
#include "frontend/core/builtin.hpp"
#include "runtime/element.hpp"
#include "runtime/scalar/scalar_decimal.h"
#include "runtime/scalar/scalar_math.h"
#include "runtime/scalar/scalar_ops.h"
#include <iterator>
#include <type_traits>

namespace nova {
/// What a call gives of a function that there is not: nv_shl_f32, nv_sqrt_i64.
struct NoFunction {};
} // namespace nova

// Any call of a name that has no function finds these. They are never defined, and never called.
#define NOVA_BUILTIN(id, function, ...)                                                                      \
  nova::NoFunction nv_##function##_i64(...);                                                                 \
  nova::NoFunction nv_##function##_i32(...);                                                                 \
  nova::NoFunction nv_##function##_i16(...);                                                                 \
  nova::NoFunction nv_##function##_i8(...);                                                                  \
  nova::NoFunction nv_##function##_u8(...);                                                                  \
  nova::NoFunction nv_##function##_f32(...);                                                                 \
  nova::NoFunction nv_##function##_f64(...);                                                                 \
  nova::NoFunction nv_##function##_b8(...);
#include "frontend/builtins/scalars.def"
#undef NOVA_BUILTIN

namespace nova {

/// Is the built-in of bools alone? They share their byte with uint8, which has other functions of these names.
template <BuiltinId> constexpr bool is_of_bools = false;
/// A built-in's function at the type of its operands.
template <BuiltinId> struct FunctionOf;
#define NOVA_BUILTIN(id, function, spelling, kind, scheme, ...)                                              \
  template <>                                                                                                \
  inline constexpr bool is_of_bools<BuiltinId::id> = std::string_view(scheme).starts_with("bool");           \
  template <> struct FunctionOf<BuiltinId::id> {                                                             \
    template <class T, class... Same> static auto call(T a, Same... more) {                                  \
      if constexpr (is_of_bools<BuiltinId::id> && !std::is_same_v<T, uint8_t>)                               \
        return NoFunction();                                                                                 \
      else if constexpr (is_of_bools<BuiltinId::id>)                                                         \
        return nv_##function##_b8(a, more...);                                                               \
      else if constexpr (std::is_same_v<T, int64_t>)                                                         \
        return nv_##function##_i64(a, more...);                                                              \
      else if constexpr (std::is_same_v<T, int32_t>)                                                         \
        return nv_##function##_i32(a, more...);                                                              \
      else if constexpr (std::is_same_v<T, int16_t>)                                                         \
        return nv_##function##_i16(a, more...);                                                              \
      else if constexpr (std::is_same_v<T, int8_t>)                                                          \
        return nv_##function##_i8(a, more...);                                                               \
      else if constexpr (std::is_same_v<T, uint8_t>)                                                         \
        return nv_##function##_u8(a, more...);                                                               \
      else if constexpr (std::is_same_v<T, float>)                                                           \
        return nv_##function##_f32(a, more...);                                                              \
      else                                                                                                   \
        return nv_##function##_f64(a, more...);                                                              \
    }                                                                                                        \
  };
#include "frontend/builtins/scalars.def"
#undef NOVA_BUILTIN

/// A scalar built-in as a function of operands of one type. Division requires that an integer divisor is not 0, which the
/// caller checks.
template <BuiltinId id> struct Operation {
  template <class T, class... Same>
  requires(std::is_arithmetic_v<T> && (std::is_same_v<T, Same> && ...) &&
           !std::is_same_v<decltype(FunctionOf<id>::call(T(), Same()...)), NoFunction>) auto
  operator()(T a, Same... more) const {
    return FunctionOf<id>::call(a, more...);
  }
};

/// + as a function that also takes packs of unsigned or floating elements (runtime/shape.hpp).
struct Sum {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(a + b); }
};

template <class F, class T>
constexpr bool fails_on_zero = std::is_integral_v<T> && (std::is_same_v<F, Operation<BuiltinId::Divide>> ||
                                                         std::is_same_v<F, Operation<BuiltinId::Remainder>>);

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

/// use(f) for operators that take two of a type to one of it: what reduce and scan combine by.
template <class Use> bool with_combiner(BuiltinId id, Use use) {
  using enum BuiltinId;
  switch (id) {
  case Add: return use(Operation<Add>());
  case Subtract: return use(Operation<Subtract>());
  case Multiply: return use(Operation<Multiply>());
  case Min: return use(Operation<Min>());
  case Max: return use(Operation<Max>());
  case BitAnd: return use(Operation<BitAnd>());
  case BitOr: return use(Operation<BitOr>());
  case BitXor: return use(Operation<BitXor>());
  case And: return use(Operation<And>());
  case Or: return use(Operation<Or>());
  default: return false;
  }
}

/// use(f) for any scalar built-in, as numbers, bools and characters have it: not as vectors, tuples and sums do.
template <class Use> bool with_operation(BuiltinId of, Use use) {
  switch (of) {
#define NOVA_BUILTIN(id, ...)                                                                                \
  case BuiltinId::id:                                                                                        \
    return use(Operation<BuiltinId::id>());
#include "frontend/builtins/scalars.def"
#undef NOVA_BUILTIN
  default: return false;
  }
}

} // namespace nova
