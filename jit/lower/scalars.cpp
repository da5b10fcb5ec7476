// Lowers scalar built-ins, and the comparison of tuples, sums and vectors, which compares their parts.
#include "jit/lower/scalars.hpp"
#include "interp/scalar_table.hpp"
#include "jit/lower/cells.hpp"
#include "jit/lower/elements.hpp"

namespace nova::plan {

namespace {

Rep compared(Lowering& l, BuiltinId id, const Rep& x, const Rep& y, TypeId t);
Var equal_items(Lowering& l, const Rep& x, const Rep& y, const TypeIds& types);
Var equal_vectors(Lowering& l, const Rep& x, const Rep& y, TypeId t);

bool is_comparison(BuiltinId id) { return id >= BuiltinId::Equal && id <= BuiltinId::GreaterEqual; }

} // namespace

Rep lower_scalar(Lowering& l, const Core& c, Reps args) {
  Builder& b = l.b;
  const TypeId operand = l.type(*c.items[0]);
  const bool scalars = l.types.is(operand, TypeKind::Prim) && args[0].kind == Rep::Scalar;
  if (!scalars && is_comparison(c.builtin)) return compared(l, c.builtin, args[0], args[1], operand);
  if (!scalars) refuse(b, NoPlan::NotScalar);
  const Element e = l.types.element(operand), result = l.types.element(l.type(c));
  const bool divides = c.builtin == BuiltinId::Divide || c.builtin == BuiltinId::Remainder;
  if (divides && is_integer(e)) {
    const Var zero = b.constant(e, 0);
    b.check(b.scalar(BuiltinId::NotEqual, e, Element::Bool, {args[1].var, zero}), "E0421", {args[0].var});
  }
  Vars vars;
  for (const Rep& arg : args) vars.push_back(arg.var);
  return Rep::scalar(b.scalar(same_operation(c.builtin, e, result), e, result, std::move(vars)));
}

// ---- tuples and vectors ----

namespace {

Rep compared(Lowering& l, BuiltinId id, const Rep& x, const Rep& y, TypeId t) {
  Builder& b = l.b;
  switch (id) {
  case BuiltinId::Equal: return Rep::scalar(equal(l, x, y, t));
  case BuiltinId::NotEqual: return Rep::scalar(b.negation(equal(l, x, y, t)));
  case BuiltinId::Less: return Rep::scalar(less(l, x, y, t, false));
  case BuiltinId::Greater: return Rep::scalar(less(l, y, x, t, false));
  default: break;
  }
  const Var before = id == BuiltinId::LessEqual ? less(l, x, y, t, false) : less(l, y, x, t, false);
  return Rep::scalar(b.either(before, equal(l, x, y, t)));
}

} // namespace

/// Emits and returns the scalar as a type that the tiers compute with: a half or bfloat16 as a float.
static Var widened(Builder& b, Var v) {
  const Element e = b.plan[v].element;
  return is_narrow(e) ? b.scalar(BuiltinId::ToFloat, e, Element::F32, {v}) : v;
}

Var equal_scalars(Builder& b, Var x, Var y) {
  x = widened(b, x), y = widened(b, y);
  return b.scalar(BuiltinId::Equal, b.plan[x].element, Element::Bool, {x, y});
}

Var equal(Lowering& l, const Rep& x, const Rep& y, TypeId t) {
  Builder& b = l.b;
  t = l.types.resolve(t);
  if (l.is_cell(t)) return equal_cells(l, x.var, y.var, t);
  switch (x.kind) {
  case Rep::Unit: return b.boolean(true);
  case Rep::Scalar: return equal_scalars(b, x.var, y.var);
  case Rep::Tuple: {
    if (!l.types.is(t, TypeKind::Sum))
      return equal_items(l, x, y, {l.types.args(t).begin(), l.types.args(t).end()});
    const auto fields = l.constructor_fields(t);
    const size_t tags = fields.size() > 1;
    Var all = tags ? equal(l, x.items[0], y.items[0], l.types.prim(Element::I32)) : b.boolean(true);
    for (size_t k = 0; k < fields.size(); ++k)
      all = b.both(all, equal_items(l, x.items[k + tags], y.items[k + tags], fields[k]));
    return all;
  }
  case Rep::Vector: return equal_vectors(l, x, y, t);
  default: refuse(b, NoPlan::ComparesFunctions);
  }
}

namespace {

Var equal_items(Lowering& l, const Rep& x, const Rep& y, const TypeIds& types) {
  Builder& b = l.b;
  Var all = b.boolean(true);
  for (size_t k = 0; k < types.size(); ++k) all = b.both(all, equal(l, x.items[k], y.items[k], types[k]));
  return all;
}

} // namespace

Var every(Builder& b, Var n, const std::function<Var(Var)>& holds) {
  const VarType boolean{Element::Bool, false};
  Stm s{.op = Op::Reduce, .args = {n, b.boolean(true)}, .shape = Shape::Lane, .start = true};
  s.bodies.push_back(b.loop_body([&](Var i) { return Vars{holds(i)}; }));
  const Vars two{b.parameter(boolean), b.parameter(boolean)};
  s.bodies.push_back(b.body(two, [&] { return Vars{b.both(two[0], two[1])}; }));
  return b.emit(std::move(s), std::span(&boolean, 1))[0];
}

namespace {

/// Emits the comparison of two vectors, and returns the bool that says whether they have the same dimensions and
/// equal elements.
Var equal_vectors(Lowering& l, const Rep& x, const Rep& y, TypeId t) {
  Builder& b = l.b;
  const TypeId item = l.types.element_of(t);
  Var same = b.boolean(true);
  for (size_t d = 0; d < x.dims.size(); ++d) same = b.both(same, b.equal(x.dims[d], y.dims[d]));
  const VarType boolean{Element::Bool, false};
  auto no_element_differs = [&] {
    return Vars{every(b, count(b, x), [&](Var i) {
      return equal(l, element(b, x.elements, i), element(b, y.elements, i), item);
    })};
  };
  return b.choose(same, std::span(&boolean, 1), no_element_differs,
                  [&] { return Vars{b.boolean(false)}; })[0];
}

/// Emits the comparison of two vectors in lexicographic order, and returns the bool that says whether x is less. The
/// first elements that differ decide; if there are none, the shorter vector is less.
Var less_vectors(Lowering& l, const Rep& x, const Rep& y, TypeId t, bool total) {
  Builder& b = l.b;
  if (x.dims.size() > 1) refuse(b, NoPlan::OrdersArrays);
  const TypeId item = l.types.element_of(t);
  const Var n = b.calc(BuiltinId::Min, x.dims[0], y.dims[0]);
  const VarType boolean{Element::Bool, false}, ints{Element::I64, false};
  auto same = [&](Var k) {
    const Rep p = element(b, x.elements, k), q = element(b, y.elements, k);
    if (!total) return equal(l, p, q, item);
    const Var below = less(l, p, q, item, total), above = less(l, q, p, item, total);
    return b.negation(b.either(below, above));
  };
  const Var seen = b.index(), k = b.index();
  Stm s{.op = Op::Loop, .args = {b.integer(0)}};
  s.bodies.push_back(b.body({seen}, [&] {
    return b.choose(
        b.less(seen, n), std::span(&boolean, 1), [&] { return Vars{same(seen)}; },
        [&] { return Vars{b.boolean(false)}; });
  }));
  s.bodies.push_back(b.body({k}, [&] { return Vars{b.add(k, b.integer(1))}; }));
  const Var first = b.emit(std::move(s), ints);
  auto at_first = [&] {
    return Vars{less(l, element(b, x.elements, first), element(b, y.elements, first), item, total)};
  };
  return b.choose(b.less(first, n), std::span(&boolean, 1), at_first,
                  [&] { return Vars{b.less(x.dims[0], y.dims[0])}; })[0];
}

/// A part of two values that are compared, and its type.
struct Part {
  const Rep &x, &y;
  TypeId type;
};

/// Returns the parts of two tuples; of two sums their tags, and the fields of all constructors.
std::vector<Part> parts_of(Lowering& l, const Rep& x, const Rep& y, TypeId t) {
  std::vector<Part> parts;
  if (!l.types.is(t, TypeKind::Sum)) {
    for (size_t k = 0; k < x.items.size(); ++k)
      parts.push_back({x.items[k], y.items[k], l.types.arg(t, static_cast<uint32_t>(k))});
    return parts;
  }
  const auto fields = l.constructor_fields(t);
  const size_t tags = fields.size() > 1;
  if (tags) parts.push_back({x.items[0], y.items[0], l.types.prim(Element::I32)});
  for (size_t c = 0; c < fields.size(); ++c)
    for (size_t k = 0; k < fields[c].size(); ++k)
      parts.push_back({x.items[c + tags].items[k], y.items[c + tags].items[k], fields[c][k]});
  return parts;
}

} // namespace

/// Emits `less` for two scalars, which are not narrow.
static Var less_scalars(Builder& b, Var x, Var y, bool total) {
  const Element e = b.plan[x].element;
  const Var below = b.scalar(BuiltinId::Less, e, Element::Bool, {x, y});
  if (!total || !is_floating(e)) return below;
  const auto is_number = [&](Var v) { return b.scalar(BuiltinId::Equal, e, Element::Bool, {v, v}); };
  return b.either(below, b.both(is_number(x), b.negation(is_number(y))));
}

Var less(Lowering& l, const Rep& x, const Rep& y, TypeId t, bool total) {
  Builder& b = l.b;
  t = l.types.resolve(t);
  if (x.kind == Rep::Unit) return b.boolean(false);
  if (x.kind == Rep::Vector) return less_vectors(l, x, y, t, total);
  if (l.types.is(t, TypeKind::Sum) && l.is_cell(t)) refuse(b, NoPlan::OrdersSums);
  if (x.kind == Rep::Tuple) {
    Var before = b.boolean(false);
    const std::vector<Part> parts = parts_of(l, x, y, t);
    for (size_t k = parts.size(); k-- > 0;) {
      const Part& p = parts[k];
      const Var first = less(l, p.x, p.y, p.type, total);
      const Var same =
          total ? b.negation(b.either(first, less(l, p.y, p.x, p.type, total))) : equal(l, p.x, p.y, p.type);
      before = b.either(first, b.both(same, before));
    }
    return before;
  }
  return less_scalars(b, widened(b, x.var), widened(b, y.var), total);
}

} // namespace nova::plan
