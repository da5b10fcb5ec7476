// Scalar built-ins, and comparison of tuples and vectors by their parts.
#include "interp/scalar_table.hpp"
#include "jit/lower/lowering.hpp"

namespace nova::plan {

namespace {

bool is_comparison(BuiltinId id) { return id >= BuiltinId::Equal && id <= BuiltinId::GreaterEqual; }

} // namespace

Rep Lowering::scalar_primitive(const Core& c, Reps args) {
  const TypeId operand = type(*c.items[0]);
  const bool scalars = types_.is(operand, TypeKind::Prim) && args[0].kind == Rep::Scalar;
  if (!scalars && is_comparison(c.builtin)) return compared(c.builtin, args[0], args[1], operand);
  if (!scalars) refuse("it has an operation on no scalar");
  const Element e = types_.element(operand), result = types_.element(type(c));
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

Rep Lowering::compared(BuiltinId id, const Rep& x, const Rep& y, TypeId t) {
  switch (id) {
  case BuiltinId::Equal: return Rep::scalar(equal(x, y, t));
  case BuiltinId::NotEqual: return Rep::scalar(b.negation(equal(x, y, t)));
  case BuiltinId::Less: return Rep::scalar(less(x, y, t, false));
  case BuiltinId::Greater: return Rep::scalar(less(y, x, t, false));
  default: break;
  }
  const Var before = id == BuiltinId::LessEqual ? less(x, y, t, false) : less(y, x, t, false);
  return Rep::scalar(b.scalar(BuiltinId::Or, Element::Bool, Element::Bool, {before, equal(x, y, t)}));
}

/// Structural: tuples and sums by their parts (those of other constructors are zeros on both sides).
Var Lowering::equal(const Rep& x, const Rep& y, TypeId t) {
  t = types_.resolve(t);
  if (is_cell(t)) return equal_cells(x.var, y.var, t);
  switch (x.kind) {
  case Rep::Unit: return b.boolean(true);
  case Rep::Scalar: return b.scalar(BuiltinId::Equal, b.plan[x.var].element, Element::Bool, {x.var, y.var});
  case Rep::Tuple: {
    if (!types_.is(t, TypeKind::Sum))
      return equal_items(x, y, {types_.args(t).begin(), types_.args(t).end()});
    const auto fields = constructor_fields(t);
    const size_t tags = fields.size() > 1;
    Var all = tags ? equal(x.items[0], y.items[0], types_.prim(Element::I32)) : b.boolean(true);
    for (size_t k = 0; k < fields.size(); ++k)
      all = b.both(all, equal_items(x.items[k + tags], y.items[k + tags], fields[k]));
    return all;
  }
  case Rep::Vector: return equal_vectors(x, y, t);
  default: refuse("it compares functions");
  }
}

Var Lowering::equal_items(const Rep& x, const Rep& y, const TypeIds& types) {
  Var all = b.boolean(true);
  for (size_t k = 0; k < types.size(); ++k) all = b.both(all, equal(x.items[k], y.items[k], types[k]));
  return all;
}

/// Whether it holds for each of 0 .. n - 1.
Var Lowering::every(Var n, const std::function<Var(Var)>& holds) {
  const VarType boolean{Element::Bool, false};
  Stm s{.op = Op::Reduce, .args = {n, b.boolean(true)}, .shape = Shape::Lane, .start = true};
  s.bodies.push_back(b.loop_body([&](Var i) { return Vars{holds(i)}; }));
  const Vars two{b.parameter(boolean), b.parameter(boolean)};
  s.bodies.push_back(b.body(two, [&] { return Vars{b.both(two[0], two[1])}; }));
  return b.emit(std::move(s), std::span(&boolean, 1))[0];
}

/// One length, and no element differs.
Var Lowering::equal_vectors(const Rep& x, const Rep& y, TypeId t) {
  const TypeId item = types_.element_of(t);
  Var same = b.boolean(true);
  for (size_t d = 0; d < x.dims.size(); ++d) same = b.both(same, b.equal(x.dims[d], y.dims[d]));
  const VarType boolean{Element::Bool, false};
  auto no_element_differs = [&] {
    return Vars{
        every(count(x), [&](Var i) { return equal(element(x.elements, i), element(y.elements, i), item); })};
  };
  return b.choose(same, std::span(&boolean, 1), no_element_differs,
                  [&] { return Vars{b.boolean(false)}; })[0];
}

/// By the first elements that differ, else by length.
Var Lowering::less_vectors(const Rep& x, const Rep& y, TypeId t, bool total) {
  if (x.dims.size() > 1) refuse("it orders vector#n");
  const TypeId item = types_.element_of(t);
  const Var n = b.calc(BuiltinId::Min, x.dims[0], y.dims[0]);
  const VarType boolean{Element::Bool, false}, ints{Element::I64, false};
  auto same = [&](Var k) {
    const Rep p = element(x.elements, k), q = element(y.elements, k);
    if (!total) return equal(p, q, item);
    return b.negation(b.scalar(BuiltinId::Or, Element::Bool, Element::Bool,
                               {less(p, q, item, total), less(q, p, item, total)}));
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
    return Vars{less(element(x.elements, first), element(y.elements, first), item, total)};
  };
  return b.choose(b.less(first, n), std::span(&boolean, 1), at_first,
                  [&] { return Vars{b.less(x.dims[0], y.dims[0])}; })[0];
}

/// Lexicographic. `total`: as sort orders, NaN after all numbers.
Var Lowering::less(const Rep& x, const Rep& y, TypeId t, bool total) {
  t = types_.resolve(t);
  if (x.kind == Rep::Unit) return b.boolean(false);
  if (x.kind == Rep::Vector) return less_vectors(x, y, t, total);
  if (types_.is(t, TypeKind::Sum)) refuse("it orders values of a sum type");
  if (x.kind == Rep::Tuple) {
    Var before = b.boolean(false);
    for (size_t k = x.items.size(); k-- > 0;) {
      const TypeId item = types_.arg(t, static_cast<uint32_t>(k));
      const Var first = less(x.items[k], y.items[k], item, total);
      const Var same = total ? b.negation(b.scalar(BuiltinId::Or, Element::Bool, Element::Bool,
                                                   {first, less(y.items[k], x.items[k], item, total)}))
                             : equal(x.items[k], y.items[k], item);
      before = b.scalar(BuiltinId::Or, Element::Bool, Element::Bool, {first, b.both(same, before)});
    }
    return before;
  }
  const Element e = b.plan[x.var].element;
  const Var below = b.scalar(BuiltinId::Less, e, Element::Bool, {x.var, y.var});
  if (!total || !is_floating(e)) return below;
  auto is_number = [&](Var v) { return b.scalar(BuiltinId::Equal, e, Element::Bool, {v, v}); };
  const Var last = b.both(is_number(x.var), b.negation(is_number(y.var)));
  return b.scalar(BuiltinId::Or, Element::Bool, Element::Bool, {below, last});
}

} // namespace nova::plan
