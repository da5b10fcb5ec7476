#include "interp/arrays/operators.hpp"
#include "interp/arrays/elements.hpp"
#include "interp/eval.hpp"
#include "interp/scalar_table.hpp"
#include "runtime/shape.hpp"

namespace nova::arrays {

namespace {

bool is_parameter(const Core& c, uint32_t position) {
  return c.kind == CoreKind::Local && c.slot == position;
}

template <class T, class F> Value map_unary(Machine& m, F f, const Array& x, const Layout* result) {
  using R = std::invoke_result_t<F, T>;
  PrimitiveFill fill(result, x.count());
  const T* xs = x.data<T>();
  R* y = fill.as<R>();
  in_blocks(m, x.count(), [&](int64_t b, int64_t e) {
    for (int64_t k = b; k < e; ++k) y[k] = f(xs[k]);
  });
  return shaped_like(x, fill.finish());
}

/// Returns the array of f(x, y) for the elements y of the last vector. x is `first` if that is not null, else the
/// element of the first vector at the same index.
template <class T, class F>
Value map_binary(Machine& m, F f, const Value* first, Args vectors, const Layout* result) {
  using R = std::invoke_result_t<F, T, T>;
  const Array& last = vectors.back().array();
  PrimitiveFill fill(result, last.count());
  const T* ys = last.data<T>();
  R* z = fill.as<R>();
  if (first) {
    const T x = unboxed<T>(*first);
    in_blocks(m, last.count(), [&](int64_t b, int64_t e) {
      for (int64_t k = b; k < e; ++k) z[k] = f(x, ys[k]);
    });
  } else {
    const T* xs = vectors[0].array().data<T>();
    in_blocks(m, last.count(), [&](int64_t b, int64_t e) {
      for (int64_t k = b; k < e; ++k) z[k] = f(xs[k], ys[k]);
    });
  }
  return shaped_like(last, fill.finish());
}

bool primitive(const Array& x) { return x.is_primitive() && x.element() != Element::Unit; }

/// The unsigned type of the same width if T is an integer type, so that sums wrap; T itself if it is floating.
template <class T>
using Wrapping =
    typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;

template <class T> std::optional<T> lane_sum(const Array& x, Machine& m) {
  using U = Wrapping<T>;
  Polling poll(m, x.count());
  const auto sum = shape::reduce_lane_column(reinterpret_cast<const U*>(x.data<T>()), x.count(), Sum(),
                                             [&] { poll(1024); });
  return static_cast<T>(*sum);
}

template <class T, class F> T tree_of(Machine& m, F f, const Array& x, bool lane) {
  const T* xs = x.data<T>();
  Polling each(m, x.count());
  if (lane) return *shape::reduce_lane_column(xs, x.count(), f, [&] { each(1024); });
  return *shape::reduce_ordered<T>(
      x.count(), [&](int64_t k) { return each(), xs[k]; }, f);
}

} // namespace

std::optional<Operator> operator_of(const Value& f) {
  const auto& function = *static_cast<const Function*>(f.code());
  const Core* body = function.body->core;
  const uint32_t supplied = function.supplied;
  if (!body || body->kind != CoreKind::Primitive || function.captures || supplied > 1) return {};
  if (builtin(body->builtin).kind != BuiltinKind::Scalar || body->items.size() != function.params) return {};
  for (uint32_t k = 0; k < body->items.size(); ++k)
    if (!is_parameter(*body->items[k], k)) return {};
  return Operator{body->builtin, function.params - supplied, supplied ? &f.items()[0] : nullptr};
}

namespace {
/// Returns f as an Operator, or nothing if it is none. Also returns nothing while a derivation is recorded, since
/// that has to show each call of f.
std::optional<Operator> worth_it(const Machine& m, const Value& f) {
  return m.options.derivation ? std::nullopt : operator_of(f);
}

/// Returns which field of a constructor the Match gives if it has one arm, which binds this field alone; otherwise none.
std::optional<uint32_t> matched_field(const Core& match) {
  if (match.arms.size() != 1) return {};
  const Core& value = *match.arms[0].body;
  const CorePattern& p = match.arms[0].pattern;
  if (p.kind != CorePattern::Constructor || value.kind != CoreKind::Local) return {};
  std::optional<uint32_t> field;
  for (uint32_t k = 0; k < p.items.size(); ++k) {
    const CorePattern& item = p.items[k];
    if (item.kind == CorePattern::Variable && item.var == value.var)
      field = k;
    else if (item.kind != CorePattern::Wildcard && item.kind != CorePattern::Variable)
      return {};
  }
  return field;
}

/// Returns which item the function gives of its only argument, as (lambda (p) p.1) and (lambda (b) b.x) do; none if it
/// does anything else.
std::optional<uint32_t> taken_item(const Value& f) {
  const auto& function = *static_cast<const Function*>(f.code());
  const Core* body = function.body->core;
  const bool takes = body && (body->kind == CoreKind::Project || body->kind == CoreKind::Match);
  if (!takes || function.params != 1 || function.supplied || !is_parameter(*body->items[0], 0)) return {};
  return body->kind == CoreKind::Project ? std::optional(body->number) : matched_field(*body);
}

} // namespace

std::optional<Value> map_operator(Machine& m, const Value& function, Args vectors, const Layout* result) {
  const Array& x = vectors[0].array();
  if (vectors.size() == 1 && x.layout()->kind == ColumnKind::Tuple && !m.options.derivation)
    if (const auto item = taken_item(function)) return Value::vector(x.field(*item));
  const auto op = worth_it(m, function);
  if (!op || op->arity != vectors.size() || !primitive(x) || x.element() != vectors.back().array().element())
    return {};
  const bool one = op->arity == 1 && !op->first;
  std::optional<Value> y;
  with_element(x.element(), [&](auto t) {
    using T = decltype(t);
    with_operation(same_operation(op->id, x.element(), result->element), [&]<class F>(F f) {
      if constexpr (std::is_invocable_v<F, T>)
        if (one) y = map_unary<T>(m, f, x, result);
      if constexpr (std::is_invocable_v<F, T, T> && !fails_on_zero<F, T>)
        if (!one) y = map_binary<T>(m, f, op->first, vectors, result);
      return true;
    });
  });
  return y;
}

std::optional<Value> reduce_operator(Machine& m, const Value& f, const Array& x, bool lane) {
  const auto op = worth_it(m, f);
  if (!op || op->arity != 2 || !primitive(x) || is_narrow(x.element())) return {};
  const Element e = x.element();
  std::optional<Value> y;
  with_computed_element(e, [&](auto t) {
    using T = decltype(t);
    if (lane && op->id == BuiltinId::Add) return void(y = boxed(e, *lane_sum<T>(x, m)));
    with_combiner(op->id, [&]<class F>(F g) {
      if constexpr (std::is_invocable_r_v<T, F, T, T>) y = boxed(e, tree_of<T>(m, g, x, lane));
      return true;
    });
  });
  return y;
}

std::optional<Value> scan_operator(Machine& m, const Value& f, const Value& start, const Array& x,
                                   bool before) {
  const auto op = worth_it(m, f);
  if (!op || op->arity != 2 || !primitive(x) || is_narrow(x.element())) return {};
  std::optional<Value> y;
  with_computed_element(x.element(), [&](auto t) {
    using T = decltype(t);
    with_combiner(op->id, [&]<class F>(F g) {
      if constexpr (std::is_invocable_r_v<T, F, T, T>) {
        PrimitiveFill fill(x.layout(), x.count());
        Polling polling(m, x.count());
        auto poll = [&] { polling(1024); };
        if (before)
          shape::exscan_ordered_column(x.data<T>(), x.count(), unboxed<T>(start), g, fill.as<T>(), poll);
        else
          shape::scan_ordered_column(x.data<T>(), x.count(), unboxed<T>(start), g, fill.as<T>(), poll);
        y = vector_of(fill.finish());
      }
      return true;
    });
  });
  return y;
}

} // namespace nova::arrays
