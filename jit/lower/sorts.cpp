// sort, sort-by, group-by: an order of positions, and elements gathered by it.
#include "jit/lower/lowering.hpp"

namespace nova::plan {

/// Positions of the keys in ascending order, stable.
Var Lowering::sorted_order(const Elements& keys, TypeId key, Var n) {
  Stm s{.op = Op::Sort, .args = is_flat(keys) ? columns(keys) : Vars()};
  s.args.insert(s.args.begin(), n);
  const Vars pair{b.index(), b.index()};
  s.bodies.push_back(
      b.body(pair, [&] { return Vars{less(element(keys, pair[0]), element(keys, pair[1]), key, true)}; }));
  return b.emit(std::move(s), {Element::I64, true});
}

Rep Lowering::in_order(const Rep& x, Var order) {
  return Rep::vector(x.dims, gathered(x.elements, x.dims[0], [&](Var i) { return b.read(order, i); }));
}

Rep Lowering::sort(const Core& c, Reps& args) {
  return in_order(args[0], sorted_order(args[0].elements, element_type(type(c)), args[0].dims[0]));
}

TypeId Lowering::result_type(const Core& function) const {
  return types_.resolve(types_.arg(types_.resolve(function.type), 1));
}

Rep Lowering::sort_by(const Core& c, Reps& args) {
  const Rep& x = args[1];
  const Elements keys = tabulate(x.dims[0], [&](Var i) { return call1(args[0], element(x.elements, i)); });
  return in_order(x, sorted_order(keys, result_type(*c.items[0]), x.dims[0]));
}

/// Where runs begin: at 0 and wherever `differs` from the one before; how many there are, and where.
std::pair<Var, Var> Lowering::run_starts(Var n, const std::function<Var(Var, Var)>& differs) {
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

/// Where run r of n elements begins, and where it ends.
std::pair<Var, Var> Lowering::run_bounds(Var firsts, Var runs, Var n, Var r) {
  const VarType ints{Element::I64, false};
  const Var next = b.add(r, b.integer(1));
  const Var end = b.choose(
      b.less(next, runs), std::span(&ints, 1), [&] { return Vars{b.read(firsts, next)}; },
      [&] { return Vars{n}; })[0];
  return {b.read(firsts, r), end};
}

Rep Lowering::group_by(const Core& c, Reps& args) {
  const Rep& x = args[1];
  const Var n = x.dims[0];
  const TypeId key = result_type(*c.items[0]);
  const Elements made = tabulate(n, [&](Var i) { return call1(args[0], element(x.elements, i)); });
  const Var order = sorted_order(made, key, n);
  const Elements keys = in_order(Rep::vector({n}, made), order).elements;
  const auto [groups, firsts] = run_starts(
      n, [&](Var k, Var before) { return less(element(keys, before), element(keys, k), key, true); });
  Elements members, pair;
  members.kind = Elements::Rows;
  members.items.push_back(in_order(x, order).elements);
  const std::vector<VarType> ints(2, {Element::I64, true});
  const Vars places = map(groups, ints, [&, groups = groups, firsts = firsts](Var g) {
    const auto [first, end] = run_bounds(firsts, groups, n, g);
    return Vars{first, end};
  });
  members.starts = places[0], members.ends = places[1];
  pair.kind = Elements::Tuple;
  pair.items.push_back(gathered(keys, groups, [&, firsts = firsts](Var g) { return b.read(firsts, g); }));
  pair.items.push_back(std::move(members));
  return Rep::vector({groups}, std::move(pair));
}

} // namespace nova::plan
