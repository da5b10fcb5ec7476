// The scalar built-ins as C++ function objects (Operation). A row of frontend/builtins/scalars.def names the
// functions of runtime/scalar that implement a built-in: `add` stands for nv_add_i64, nv_add_f32, .. An Operation can
// be called with every C++ type that has such a function; a call with another type does not compile.
#pragma once
#include "frontend/core/builtin.hpp"
#include "runtime/array.hpp"
#include "runtime/element.hpp"
#include "runtime/scalar/scalar_decimal.h"
#include "runtime/scalar/scalar_math.h"
#include "runtime/scalar/scalar_narrow.h"
#include "runtime/scalar/scalar_ops.h"
#include <iterator>
#include <type_traits>

namespace nova {
/// The result type of the fallback overloads below, which stand for functions that do not exist, such as nv_shl_f32.
struct NoFunction {};
} // namespace nova

// Fallback overloads: a call resolves to one of them if runtime/scalar has no function of that name. They are never
// defined, and never called at run time.
#define NOVA_BUILTIN(id, function, ...)                                                                      \
  nova::NoFunction nv_##function##_i64(...);                                                                 \
  nova::NoFunction nv_##function##_i32(...);                                                                 \
  nova::NoFunction nv_##function##_i16(...);                                                                 \
  nova::NoFunction nv_##function##_i8(...);                                                                  \
  nova::NoFunction nv_##function##_u64(...);                                                                 \
  nova::NoFunction nv_##function##_u32(...);                                                                 \
  nova::NoFunction nv_##function##_u16(...);                                                                 \
  nova::NoFunction nv_##function##_u8(...);                                                                  \
  nova::NoFunction nv_##function##_f32(...);                                                                 \
  nova::NoFunction nv_##function##_f64(...);                                                                 \
  nova::NoFunction nv_##function##_f16(...);                                                                 \
  nova::NoFunction nv_##function##_bf16(...);                                                                \
  nova::NoFunction nv_##function##_b8(...);
#include "frontend/builtins/scalars.def"
#undef NOVA_BUILTIN

namespace nova {

/// Whether the built-in takes only bools, such as `and`. Bools and uint8 have the same C++ type (uint8_t), but
/// different functions.
template <BuiltinId> constexpr bool is_of_bools = false;
/// FunctionOf<id>::call calls the function that implements the built-in for the C++ type of its operands.
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
      else if constexpr (std::is_same_v<T, uint64_t>)                                                        \
        return nv_##function##_u64(a, more...);                                                              \
      else if constexpr (std::is_same_v<T, uint32_t>)                                                        \
        return nv_##function##_u32(a, more...);                                                              \
      else if constexpr (std::is_same_v<T, uint16_t>)                                                        \
        return nv_##function##_u16(a, more...);                                                              \
      else if constexpr (std::is_same_v<T, uint8_t>)                                                         \
        return nv_##function##_u8(a, more...);                                                               \
      else if constexpr (std::is_same_v<T, float>)                                                           \
        return nv_##function##_f32(a, more...);                                                              \
      else if constexpr (std::is_same_v<T, nv_f16>)                                                          \
        return nv_##function##_f16(a, more...);                                                              \
      else if constexpr (std::is_same_v<T, nv_bf16>)                                                         \
        return nv_##function##_bf16(a, more...);                                                             \
      else                                                                                                   \
        return nv_##function##_f64(a, more...);                                                              \
    }                                                                                                        \
  };
#include "frontend/builtins/scalars.def"
#undef NOVA_BUILTIN

/// A scalar built-in as a function object, for operands of one common type. Division by an integer 0 is undefined
/// here, so the caller checks the divisor (fails_on_zero).
template <BuiltinId id> struct Operation {
  template <class T, class... Same>
  requires((std::is_arithmetic_v<T> || is_narrow_type<T>)&&(std::is_same_v<T, Same>&&...) &&
           !std::is_same_v<decltype(FunctionOf<id>::call(T(), Same()...)), NoFunction>) auto
  operator()(T a, Same... more) const {
    return FunctionOf<id>::call(a, more...);
  }
};

/// `+` as a function object that also takes SIMD vectors (shape::Pack) of unsigned or floating elements.
struct Sum {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(a + b); }
};

template <class F, class T>
constexpr bool fails_on_zero = std::is_integral_v<T> && (std::is_same_v<F, Operation<BuiltinId::Divide>> ||
                                                         std::is_same_v<F, Operation<BuiltinId::Remainder>>);

/// Returns the built-in that has the same meaning as `id` at these operand and result types: `not` for `~` of bools,
/// a conversion such as `to_int` for `from_double`; else `id` itself.
inline BuiltinId same_operation(BuiltinId id, Element operand, Element result) {
  if (id == BuiltinId::BitNot && operand == Element::Bool) return BuiltinId::Not;
  return id == BuiltinId::FromDouble ? conversion_to(result) : id;
}

/// Calls use(f) with the Operation f of the built-in `id`, if it is one of the binary operators for which reduce and
/// scan have special loops. Returns what `use` returns, or false if `id` is another built-in.
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

/// Calls use(f) with the Operation f of the scalar built-in `of`. Returns what `use` returns, or false if `of` is no
/// scalar built-in. An Operation takes numbers, bools or chars; it does not compare vectors, tuples or sums.
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
