// Lowers join-by. The keys of the second vector are sorted. Each key of the first finds the run of its equals among them
// by a binary search.
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/scalars.hpp"
#include "jit/lower/tabulate.hpp"
#include <tuple>

namespace nova::plan {

namespace {

/// The keys of one side of a join, sorted, and the runs of equal keys among them.
struct SortedKeys {
  Elements keys;        ///< in ascending order
  Var order{}, n{};     ///< their indices before sorting; how many they are
  Var runs{}, firsts{}; ///< the number of runs, and the column of their starts
};

SortedKeys sorted_keys(Lowering& l, const Elements& made, TypeId key, Var n) {
  Builder& b = l.b;
  SortedKeys s;
  s.order = sorted_order(l, made, key, n), s.n = n;
  s.keys = in_order(b, Rep::vector({n}, made), s.order).elements;
  std::tie(s.runs, s.firsts) = run_starts(b, n, [&](Var k, Var before) {
    return less(l, element(b, s.keys, before), element(b, s.keys, k), key, true);
  });
  return s;
}

/// Returns the bounds of the run whose keys equal `x`. If there is none, both are 0. There is none for a key that
/// contains NaN.
Vars equal_run(Lowering& l, const SortedKeys& s, TypeId key, const Rep& x) {
  Builder& b = l.b;
  const VarType ints[] = {{Element::I64, false}, {Element::I64, false}}, boolean{Element::Bool, false};
  const Var run = b.first_not(
      s.runs, [&](Var k) { return less(l, element(b, s.keys, b.read(s.firsts, k)), x, key, true); });
  const auto fits = [&] { return Vars{equal(l, element(b, s.keys, b.read(s.firsts, run)), x, key)}; };
  const Var found =
      b.choose(b.less(run, s.runs), std::span(&boolean, 1), fits, [&] { return Vars{b.boolean(false)}; })[0];
  const auto bounds = [&] {
    const auto [first, end] = run_bounds(b, s.firsts, s.runs, s.n, run);
    return Vars{first, end};
  };
  return b.choose(found, ints, bounds, [&] { return Vars{b.integer(0), b.integer(0)}; });
}

/// Returns n, or 0 if m is 0.
Var unless_empty(Builder& b, Var n, Var m) {
  const VarType ints{Element::I64, false};
  return b.choose(
      b.less(b.integer(0), m), std::span(&ints, 1), [&] { return Vars{n}; },
      [&] { return Vars{b.integer(0)}; })[0];
}

} // namespace

Rep lower_join_by(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const Rep &x = args[2], &y = args[3];
  // No key is computed if one side is empty.
  const Var n = unless_empty(b, x.dims[0], y.dims[0]), m = unless_empty(b, y.dims[0], x.dims[0]);
  const TypeId key = l.types.resolve(l.types.arg(l.types.resolve(c.items[0]->type), 1));
  const auto keys_of = [&](size_t side, Var length) {
    return tabulate(
        l, length, [&, side](Var i) { return call1(l, args[side], element(b, args[2 + side].elements, i)); });
  };
  const SortedKeys sorted = sorted_keys(l, keys_of(1, m), key, m);
  const Elements keys = keys_of(0, n);
  const std::vector<VarType> ints(2, {Element::I64, true});
  const Vars runs =
      emit_map(b, n, ints, [&](Var i) { return equal_run(l, sorted, key, element(b, keys, i)); });
  const Joined pairs = join_rows(l, n, [&](Var i) {
    const Var first = b.read(runs[0], i), size = b.sub(b.read(runs[1], i), first);
    return std::pair(
        size, tabulate(l, size, [&](Var k) {
          return Rep::tuple({Rep::scalar(i), Rep::scalar(b.read(sorted.order, b.add(first, k)))});
        }));
  });
  Elements both;
  both.kind = Elements::Tuple;
  for (size_t side : {0u, 1u})
    both.items.push_back(gathered(b, args[2 + side].elements, pairs.total,
                                  [&](Var k) { return element(b, pairs.items, k).items[side].var; }));
  return Rep::vector({pairs.total}, std::move(both));
}

} // namespace nova::plan
