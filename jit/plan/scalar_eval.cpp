#include "jit/plan/scalar_eval.hpp"
#include "interp/scalar_table.hpp"
#include "runtime/array.hpp"
#include "runtime/word.hpp"

namespace nova::plan {
namespace {

template <class F, class T> uint64_t unary(const uint64_t* a) { return to_word(F()(from_word<T>(a[0]))); }

template <class F, class T> uint64_t binary(const uint64_t* a) {
  const T x = from_word<T>(a[0]), y = from_word<T>(a[1]);
  if constexpr (fails_on_zero<F, T>)
    if (y == 0) return 0;
  return to_word(F()(x, y));
}

template <class F, class T> uint64_t ternary(const uint64_t* a) {
  return to_word(F()(from_word<T>(a[0]), from_word<T>(a[1]), from_word<T>(a[2])));
}

template <class F> ScalarFunction at_element(Element e) {
  return with_element(e, [](auto t) -> ScalarFunction {
    using T = decltype(t);
    if constexpr (std::is_invocable_v<F, T>)
      return {unary<F, T>, 1};
    else if constexpr (std::is_invocable_v<F, T, T>)
      return {binary<F, T>, 2};
    else if constexpr (std::is_invocable_v<F, T, T, T>)
      return {ternary<F, T>, 3};
    else
      return {};
  });
}

/// Whether the type scheme of the built-in's row allows operands of this type. Bool and char need this check, since
/// they share uint8's representation.
bool takes(const BuiltinRow& row, Element operand) {
  const std::string_view s = row.scheme;
  const bool is_class = s.find("=>") != s.npos;
  if (!is_class) return s.substr(0, s.find(' ')) == element_name(operand); // bool -> bool
  if (operand == Element::Bool)
    return s.starts_with("Eq") || s.starts_with("Ord") || s.starts_with("Bits") || s.starts_with("Scalar");
  if (operand == Element::Char) return s.starts_with("Eq") || s.starts_with("Ord") || s.starts_with("Scalar");
  return is_number(operand);
}

/// Returns the built-in's result type by the type scheme of its row. If that is a type variable, the result has the
/// operands' type.
Element result_of(const BuiltinRow& row, Element operand) {
  const std::string_view last = row.scheme.substr(row.scheme.rfind(' ') + 1);
  for (int e = 0; e < element_count; ++e)
    if (element_name(static_cast<Element>(e)) == last) return static_cast<Element>(e);
  return operand;
}

} // namespace

ScalarFunction scalar_function(BuiltinId id, Element operand, Element result) {
  if (operand == Element::Unit || builtin(id).kind != BuiltinKind::Scalar) return {};
  const BuiltinId same = same_operation(id, operand, result);
  const BuiltinRow& row = builtin(same);
  if (!takes(row, operand) || result_of(row, operand) != result) return {};
  ScalarFunction found;
  with_operation(same, [&]<class F>(F) { return found = at_element<F>(operand), true; });
  return found;
}

} // namespace nova::plan
