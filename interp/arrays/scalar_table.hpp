// Scalar built-ins that cannot fail, as C++ functions over the element types they have.
#pragma once
#include "frontend/builtin.hpp"
#include "runtime/scalar_overloads.hpp"
#include <type_traits>

namespace nova::arrays {

/// + as a function that also takes packs of unsigned or floating elements (runtime/shape.hpp).
struct Sum {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(a + b); }
};

#define NOVA_OPERATOR1(id, name)                                                                             \
  case BuiltinId::id:                                                                                        \
    return use([](auto a) -> decltype(scalar::name(a)) { return scalar::name(a); });
#define NOVA_OPERATOR2(id, name)                                                                             \
  case BuiltinId::id:                                                                                        \
    return use([](auto a, auto b) -> decltype(scalar::name(a, b)) { return scalar::name(a, b); });

/// use(f) for the built-in's function of one argument; false for all others.
template <class Use> bool with_unary(BuiltinId id, Use use) {
  switch (id) {
    NOVA_OPERATOR1(Negate, neg)
    NOVA_OPERATOR1(Abs, abs)
    NOVA_OPERATOR1(BitNot, bit_not)
    NOVA_OPERATOR1(ToInt, template convert<int64_t>)
    NOVA_OPERATOR1(ToInt32, template convert<int32_t>)
    NOVA_OPERATOR1(ToFloat, template convert<float>)
    NOVA_OPERATOR1(ToDouble, template convert<double>)
  default: return false;
  }
}

/// use(f) for operators that take two of a type to one of it: what reduce and scan combine by.
template <class Use> bool with_combiner(BuiltinId id, Use use) {
  switch (id) {
    NOVA_OPERATOR2(Add, add)
    NOVA_OPERATOR2(Subtract, sub)
    NOVA_OPERATOR2(Multiply, mul)
    NOVA_OPERATOR2(Min, min)
    NOVA_OPERATOR2(Max, max)
    NOVA_OPERATOR2(BitAnd, bit_and)
    NOVA_OPERATOR2(BitOr, bit_or)
    NOVA_OPERATOR2(BitXor, bit_xor)
    NOVA_OPERATOR2(And, bit_and)
    NOVA_OPERATOR2(Or, bit_or)
  default: return false;
  }
}

/// use(f) for the built-in's function of two arguments; false for all others.
template <class Use> bool with_binary(BuiltinId id, Use use) {
  switch (id) {
    NOVA_OPERATOR2(Equal, eq)
    NOVA_OPERATOR2(NotEqual, ne)
    NOVA_OPERATOR2(Less, lt)
    NOVA_OPERATOR2(LessEqual, le)
    NOVA_OPERATOR2(Greater, gt)
    NOVA_OPERATOR2(GreaterEqual, ge)
  case BuiltinId::Divide: // an integer's division can fail
    return use([]<class T>(T a, T b) -> std::enable_if_t<std::is_floating_point_v<T>, T> {
      return scalar::div(a, b);
    });
  default: return with_combiner(id, use);
  }
}

#undef NOVA_OPERATOR1
#undef NOVA_OPERATOR2

} // namespace nova::arrays
