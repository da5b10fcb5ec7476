// Lowers join-by. Keys with a hash find their equals in a table of the second vector's keys, sorted by hash. Other keys of
// the second vector are sorted themselves, and each key of the first finds the run of its equals by a binary search.
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/arrays/hashing.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/forms.hpp"
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

/// The keys of one side of a join in a hash table. Bucket h of `buckets` has the keys of which `bucket_of` returns h. They
/// stand together in `keys`, in their order before, and `starts`[h] says where.
struct KeyTable {
  Elements keys;
  Var order{};             ///< the keys' indices before
  Var buckets{}, starts{}; ///< the number of buckets; the column of `buckets` + 1 starts
};

/// Returns a bucket's number, which the first 31 bits of the key's hash give.
Var bucket_of(Lowering& l, Var buckets, const Rep& x, TypeId key) {
  Builder& b = l.b;
  const Var first = b.calc(BuiltinId::ShiftRightLogical, hash(l, x, key), b.integer(33));
  return b.calc(BuiltinId::ShiftRightLogical, b.mul(first, buckets), b.integer(31));
}

/// Returns the column of n + 1 starts of the rows that have these lengths, one after the other.
Var starts_of(Builder& b, Var n, Var lengths) {
  const VarType ints{Element::I64, true}, integer{Element::I64, false};
  const Var zero = b.integer(0);
  Stm s{.op = Op::Scan, .args = {b.add(n, b.integer(1)), zero}, .exclusive = true};
  s.bodies.push_back(b.loop_body([&](Var i) {
    const auto inside = [&] { return Vars{b.read(lengths, i)}; };
    return b.choose(b.less(i, n), std::span(&integer, 1), inside, [&] { return Vars{zero}; });
  }));
  const Vars two{b.index(), b.index()};
  s.bodies.push_back(b.body(two, [&] { return Vars{b.add(two[0], two[1])}; }));
  return b.emit(std::move(s), ints);
}

/// Returns how many of the m elements of the column `buckets` have each number below n.
Var counts_of(Builder& b, Var n, Var buckets, Var m) {
  const VarType ints{Element::I64, true};
  const Var zeros = b.iota(n, b.integer(0), b.integer(0));
  Stm s{.op = Op::Histogram, .args = {n, m, zeros}};
  s.bodies.push_back(b.loop_body([&](Var k) { return Vars{b.read(buckets, k), b.integer(1)}; }));
  const Vars two{b.index(), b.index()};
  s.bodies.push_back(b.body(two, [&] { return Vars{b.add(two[0], two[1])}; }));
  return b.emit(std::move(s), ints);
}

KeyTable table_of(Lowering& l, const Elements& keys, TypeId key, Var n) {
  Builder& b = l.b;
  const auto within = [&](BuiltinId id, Var v, int64_t bound) { return b.calc(id, v, b.integer(bound)); };
  const VarType ints{Element::I64, true};
  KeyTable t;
  t.buckets = within(BuiltinId::Min, within(BuiltinId::Max, n, 1), int64_t{1} << 31);
  Elements numbers;
  numbers.kind = Elements::Column;
  numbers.column = emit_map(b, n, std::span(&ints, 1), [&](Var i) {
    return Vars{bucket_of(l, t.buckets, element(b, keys, i), key)};
  })[0];
  t.order = sorted_order(l, numbers, l.types.prim(Element::I64), n);
  t.keys = in_order(b, Rep::vector({n}, keys), t.order).elements;
  t.starts = starts_of(b, t.buckets, counts_of(b, t.buckets, numbers.column, n));
  return t;
}

/// The bounds of a bucket.
std::pair<Var, Var> bounds_of(Lowering& l, const KeyTable& t, TypeId key, const Rep& x) {
  Builder& b = l.b;
  const Var bucket = bucket_of(l, t.buckets, x, key);
  return {b.read(t.starts, bucket), b.read(t.starts, b.add(bucket, b.integer(1)))};
}

/// Columns with an entry for each key of the first side: the place of its first equal among the second side's keys, or 0, and
/// how many equals it has.
struct Matches {
  Var places{}, counts{};
};

Matches matches_in(Lowering& l, const KeyTable& t, TypeId key, const Elements& keys, Var n) {
  Builder& b = l.b;
  const Var zero = b.integer(0), one = b.integer(1);
  const VarType integer{Element::I64, false};
  const std::vector<VarType> columns(2, {Element::I64, true}), state(3, integer);
  const Vars found = emit_map(b, n, columns, [&](Var i) {
    const Rep x = element(b, keys, i);
    const auto [first, end] = bounds_of(l, t, key, x);
    Stm s{.op = Op::Loop, .args = {first, zero, zero}};
    const Vars now{b.index(), b.index(), b.index()}, step{b.index(), b.index(), b.index()};
    s.bodies.push_back(b.body(now, [&, end = end] { return Vars{b.less(now[0], end)}; }));
    s.bodies.push_back(b.body(step, [&] {
      const Var same = equal(l, element(b, t.keys, step[0]), x, key);
      const Var counted = b.add(step[2], b.scalar(BuiltinId::ToInt, Element::Bool, Element::I64, {same}));
      const Var place = b.choose(
          b.both(same, b.equal(step[2], zero)), std::span(&integer, 1), [&] { return Vars{step[0]}; },
          [&] { return Vars{step[1]}; })[0];
      return Vars{b.add(step[0], one), place, counted};
    }));
    const Vars end_state = b.emit(std::move(s), state);
    return Vars{end_state[1], end_state[2]};
  });
  return {found[0], found[1]};
}

Matches matches_among(Lowering& l, const SortedKeys& sorted, TypeId key, const Elements& keys, Var n) {
  Builder& b = l.b;
  const std::vector<VarType> columns(2, {Element::I64, true});
  const Vars found = emit_map(b, n, columns, [&](Var i) {
    const Vars run = equal_run(l, sorted, key, element(b, keys, i));
    return Vars{run[0], b.sub(run[1], run[0])};
  });
  return {found[0], found[1]};
}

/// Returns the pairs of equal keys, where no key has more than one equal.
Rep single_pairs(Builder& b, const Matches& found, Var order, Var n) {
  Stm s{.op = Op::Filter, .args = {n}};
  s.bodies.push_back(b.loop_body([&](Var i) {
    return Vars{b.less(b.integer(0), b.read(found.counts, i)), i, b.read(order, b.read(found.places, i))};
  }));
  const VarType types[] = {{Element::I64, false}, {Element::I64, true}, {Element::I64, true}};
  const Vars kept = b.emit(std::move(s), types);
  Elements pairs;
  pairs.kind = Elements::Tuple, pairs.items.resize(2);
  for (size_t side : {0u, 1u})
    pairs.items[side].kind = Elements::Column, pairs.items[side].column = kept[1 + side];
  return Rep::vector({kept[0]}, std::move(pairs));
}

/// Returns the pairs of an index i, below n, with each of the indices that `others(i)` returns: their number and a
/// function that returns one of them.
Rep all_pairs(Lowering& l, Var n, const std::function<std::pair<Var, std::function<Var(Var)>>(Var)>& others) {
  Joined joined = join_rows(l, n, [&](Var i) {
    const auto [size, other] = others(i);
    return std::pair(size, tabulate(l, size, [&, other = other](Var k) {
                       return Rep::tuple({Rep::scalar(i), Rep::scalar(other(k))});
                     }));
  });
  return Rep::vector({joined.total}, std::move(joined.items));
}

/// Emits a branch on whether each of the n keys has at most one equal: `single` or `all` then makes the pairs.
Rep pairs_by(Lowering& l, const Matches& found, Var n, const std::function<Rep()>& single,
             const std::function<Rep()>& all) {
  Builder& b = l.b;
  const TypeId both[] = {l.types.prim(Element::I64), l.types.prim(Element::I64)};
  const Var alone = every(
      b, n, [&](Var i) { return b.compare(BuiltinId::LessEqual, b.read(found.counts, i), b.integer(1)); });
  return choose(
      l, alone, {l.types.vector(l.types.tuple(both))}, [&] { return Reps{single()}; },
      [&] { return Reps{all()}; })[0];
}

/// Returns the pairs of indices of equal keys: those of the first of the n keys `first` come first, each in the order of the
/// m keys `second`.
Rep hashed_pairs(Lowering& l, TypeId key, const Elements& first, Var n, const Elements& second, Var m) {
  Builder& b = l.b;
  const KeyTable table = table_of(l, second, key, m);
  const Matches found = matches_in(l, table, key, first, n);
  const auto others = [&](Var i) {
    const Rep x = element(b, first, i);
    const auto [begin, end] = bounds_of(l, table, key, x);
    Stm s{.op = Op::Filter, .args = {b.sub(end, begin)}};
    s.bodies.push_back(b.loop_body([&, begin = begin](Var k) {
      const Var at = b.add(begin, k);
      return Vars{equal(l, element(b, table.keys, at), x, key), b.read(table.order, at)};
    }));
    const VarType types[] = {{Element::I64, false}, {Element::I64, true}};
    const Vars kept = b.emit(std::move(s), types);
    return std::pair(kept[0], std::function<Var(Var)>([&b, kept](Var k) { return b.read(kept[1], k); }));
  };
  return pairs_by(
      l, found, n, [&] { return single_pairs(b, found, table.order, n); },
      [&] { return all_pairs(l, n, others); });
}

/// The same by binary search among the second keys, sorted.
Rep sorted_pairs(Lowering& l, TypeId key, const Elements& first, Var n, const Elements& second, Var m) {
  Builder& b = l.b;
  const SortedKeys sorted = sorted_keys(l, second, key, m);
  const Matches found = matches_among(l, sorted, key, first, n);
  const auto others = [&](Var i) {
    const Var begin = b.read(found.places, i);
    return std::pair(b.read(found.counts, i), std::function<Var(Var)>([&b, begin, &sorted](Var k) {
                       return b.read(sorted.order, b.add(begin, k));
                     }));
  };
  return pairs_by(
      l, found, n, [&] { return single_pairs(b, found, sorted.order, n); },
      [&] { return all_pairs(l, n, others); });
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
  const Elements second = keys_of(1, m), first = keys_of(0, n);
  const Rep pairs = is_hashable(l, key) ? hashed_pairs(l, key, first, n, second, m)
                                        : sorted_pairs(l, key, first, n, second, m);
  Elements both;
  both.kind = Elements::Tuple;
  for (size_t side : {0u, 1u})
    both.items.push_back(gathered(b, args[2 + side].elements, pairs.dims[0],
                                  [&](Var k) { return element(b, pairs.elements, k).items[side].var; }));
  return Rep::vector({pairs.dims[0]}, std::move(both));
}

} // namespace nova::plan
