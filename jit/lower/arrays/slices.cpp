// Lowers unstack and stack: one dimension of an array moves to the front, or from there to another place.
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/elements.hpp"

namespace nova::plan {

namespace {

/// Emits the check that k is a dimension of an array of `rank` dimensions.
void check_dimension(Builder& b, Var k, size_t rank) {
  const Var most = b.integer(static_cast<int64_t>(rank));
  b.check(b.both(b.compare(BuiltinId::LessEqual, b.integer(0), k), b.less(k, most)), "E0428", {k},
          [&] { return Vars{most}; });
}

/// Returns all[k].
Var at(Builder& b, Var k, std::span<const Var> all) {
  Var v = all.back();
  for (size_t d = all.size() - 1; d-- > 0;)
    v = choose_int(
        b, b.equal(k, b.integer(static_cast<int64_t>(d))), [&] { return all[d]; }, [&] { return v; });
  return v;
}

/// Returns for each dimension k of `dims` the number of elements that share the coordinates before and at k.
Vars inner_sizes(Builder& b, std::span<const Var> dims) {
  Vars sizes;
  for (size_t k = 0; k < dims.size(); ++k) sizes.push_back(product(b, dims.subspan(k + 1)));
  return sizes;
}

bool is_first(const Core& k) { return k.kind == CoreKind::Const && k.constant.as_int() == 0; }

} // namespace

Rep lower_unstack(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const Var k = args[0].var;
  const Rep& x = args[1];
  const size_t rank = x.dims.size();
  check_dimension(b, k, rank);
  if (rank == 1) return x;
  Reps moved{x};
  if (!is_first(*c.items[0])) {
    const Var n = at(b, k, x.dims), inner = at(b, k, inner_sizes(b, x.dims));
    Vars dims{n};
    for (size_t d = 0; d + 1 < rank; ++d) {
      const Var before = b.less(b.integer(static_cast<int64_t>(d)), k);
      dims.push_back(choose_int(
          b, before, [&] { return x.dims[d]; }, [&] { return x.dims[d + 1]; }));
    }
    const Var size = product(b, std::span(dims).subspan(1));
    moved[0] = Rep::vector(dims, gathered(b, x.elements, count(b, x), [&](Var place) {
                             const Var i = b.calc(BuiltinId::Divide, place, size),
                                       q = b.calc(BuiltinId::Remainder, place, size);
                             const Var outer = b.add(b.mul(b.calc(BuiltinId::Divide, q, inner), n), i);
                             return b.add(b.mul(outer, inner), b.calc(BuiltinId::Remainder, q, inner));
                           }));
  }
  return lower_rows(l, c, moved);
}

Rep lower_stack(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const Var k = args[0].var;
  const size_t rank = args[1].elements.rank + 1;
  check_dimension(b, k, rank);
  Rep all = rectangular(l, args[1]);
  if (is_first(*c.items[0])) return all;
  const Var n = all.dims[0];
  const std::span<const Var> rest = std::span(all.dims).subspan(1);
  Vars dims, inner{product(b, rest)};
  for (size_t d = 0; d < rank; ++d) {
    const Var number = b.integer(static_cast<int64_t>(d));
    const Var shifted = d == 0 ? n
                               : choose_int(
                                     b, b.equal(number, k), [&] { return n; }, [&] { return rest[d - 1]; });
    dims.push_back(d + 1 == rank
                       ? shifted
                       : choose_int(
                             b, b.less(number, k), [&] { return rest[d]; }, [&] { return shifted; }));
  }
  for (const Var size : inner_sizes(b, rest)) inner.push_back(size);
  const Var size = inner[0], within = at(b, k, inner);
  Elements moved = gathered(b, all.elements, count(b, all), [&](Var place) {
    const Var outer = b.calc(BuiltinId::Divide, place, within);
    const Var i = b.calc(BuiltinId::Remainder, outer, n), q = b.calc(BuiltinId::Divide, outer, n);
    return b.add(b.add(b.mul(i, size), b.mul(q, within)), b.calc(BuiltinId::Remainder, place, within));
  });
  return Rep::vector(std::move(dims), std::move(moved));
}

} // namespace nova::plan
