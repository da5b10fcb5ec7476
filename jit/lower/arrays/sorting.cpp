// Lowers sort, sort-by and group-by. All of them sort the elements' indices by the keys, and gather the elements in
// that order.
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/scalars.hpp"
#include "jit/lower/tabulate.hpp"

namespace nova::plan {

Var sorted_order(Lowering& l, const Elements& keys, TypeId key, Var n) {
  Builder& b = l.b;
  Stm s{.op = Op::Sort, .args = is_flat(keys) ? columns(keys) : Vars()};
  s.args.insert(s.args.begin(), n);
  const Vars pair{b.index(), b.index()};
  s.bodies.push_back(b.body(
      pair, [&] { return Vars{less(l, element(b, keys, pair[0]), element(b, keys, pair[1]), key, true)}; }));
  return b.emit(std::move(s), {Element::I64, true});
}

Rep in_order(Builder& b, const Rep& x, Var order) {
  return Rep::vector(x.dims, gathered(b, x.elements, x.dims[0], [&](Var i) { return b.read(order, i); }));
}

Rep lower_sort(Lowering& l, const Core& c, Reps& args) {
  return in_order(l.b, args[0],
                  sorted_order(l, args[0].elements, l.element_type(l.type(c)), args[0].dims[0]));
}

namespace {

TypeId result_type(Lowering& l, const Core& function) {
  return l.types.resolve(l.types.arg(l.types.resolve(function.type), 1));
}

} // namespace

Rep lower_sort_by(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const Rep& x = args[1];
  const Elements keys =
      tabulate(l, x.dims[0], [&](Var i) { return call1(l, args[0], element(b, x.elements, i)); });
  return in_order(b, x, sorted_order(l, keys, result_type(l, *c.items[0]), x.dims[0]));
}

std::pair<Var, Var> run_starts(Builder& b, Var n, const std::function<Var(Var, Var)>& differs) {
  const VarType boolean{Element::Bool, false};
  Stm s{.op = Op::Filter, .args = {n}};
  s.bodies.push_back(b.loop_body([&](Var k) {
    const Var first = b.choose(
        b.equal(k, b.integer(0)), std::span(&boolean, 1), [&] { return Vars{b.boolean(true)}; },
        [&] { return Vars{differs(k, b.sub(k, b.integer(1)))}; })[0];
    return Vars{first, k};
  }));
  const VarType types[] = {{Element::I64, false}, {Element::I64, true}};
  const Vars outs = b.emit(std::move(s), types);
  return {outs[0], outs[1]};
}

std::pair<Var, Var> run_bounds(Builder& b, Var firsts, Var runs, Var n, Var r) {
  const VarType ints{Element::I64, false};
  const Var next = b.add(r, b.integer(1));
  const Var end = b.choose(
      b.less(next, runs), std::span(&ints, 1), [&] { return Vars{b.read(firsts, next)}; },
      [&] { return Vars{n}; })[0];
  return {b.read(firsts, r), end};
}

Rep lower_group_by(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const Rep& x = args[1];
  const Var n = x.dims[0];
  const TypeId key = result_type(l, *c.items[0]);
  const Elements made = tabulate(l, n, [&](Var i) { return call1(l, args[0], element(b, x.elements, i)); });
  const Var order = sorted_order(l, made, key, n);
  const Elements keys = in_order(b, Rep::vector({n}, made), order).elements;
  const auto [groups, firsts] = run_starts(b, n, [&](Var k, Var before) {
    return less(l, element(b, keys, before), element(b, keys, k), key, true);
  });
  Elements members, pair;
  members.kind = Elements::Rows;
  members.items.push_back(in_order(b, x, order).elements);
  const std::vector<VarType> ints(2, {Element::I64, true});
  const Vars places = emit_map(b, groups, ints, [&, groups = groups, firsts = firsts](Var g) {
    const auto [first, end] = run_bounds(b, firsts, groups, n, g);
    return Vars{first, end};
  });
  members.starts = places[0], members.ends = places[1];
  pair.kind = Elements::Tuple;
  pair.items.push_back(gathered(b, keys, groups, [&, firsts = firsts](Var g) { return b.read(firsts, g); }));
  pair.items.push_back(std::move(members));
  return Rep::vector({groups}, std::move(pair));
}

} // namespace nova::plan
