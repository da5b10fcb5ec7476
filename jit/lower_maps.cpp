// A function applied to the elements of vectors: map, filter, partition, concat-map, expand, stencil.
#include "jit/lowering.hpp"

namespace nova::plan {

Rep Lowering::map(const Core&, Reps& args) {
  const std::span<const Rep> vectors = std::span(args).subspan(1);
  check_lengths(vectors);
  auto one = [&](Var i) {
    Reps each;
    for (const Rep& v : vectors) each.push_back(element(v.elements, i));
    return call(args[0], std::move(each));
  };
  return Rep::vector(vectors[0].dims, tabulate(count(vectors[0]), one));
}

Rep Lowering::filtered(const Rep& p, const Rep& x, bool wanted) {
  Stm s{.op = Op::Filter, .args = {x.dims[0]}};
  s.bodies.push_back(b.loop_body([&](Var i) {
    const Var keep = call1(p, element(x.elements, i)).var;
    Vars results{wanted ? keep : b.negation(keep)};
    leaves(x.elements, i, results);
    return results;
  }));
  std::vector<VarType> types = leaf_columns(x.elements);
  types.insert(types.begin(), {Element::I64, false});
  const Vars outs = b.emit(std::move(s), types);
  return Rep::vector({outs[0]}, moved(x.elements, Vars(outs.begin() + 1, outs.end())));
}

Rep Lowering::filter(const Core&, Reps& args) { return filtered(args[0], args[1], true); }

Rep Lowering::partition(const Core&, Reps& args) {
  return Rep::tuple({filtered(args[0], args[1], true), filtered(args[0], args[1], false)});
}

Rep Lowering::concat_map(const Core&, Reps& args) {
  const Joined all = join_rows(args[1].dims[0], [&](Var i) {
    const Rep row = call1(args[0], element(args[1].elements, i));
    return std::pair(row.dims[0], row.elements);
  });
  return Rep::vector({all.total}, all.items);
}

Rep Lowering::expand(const Core&, Reps& args) {
  const Joined all = join_rows(args[2].dims[0], [&](Var i) {
    const Rep x = element(args[2].elements, i);
    const Var size = call1(args[0], x).var;
    b.check_length(size);
    return std::pair(size, tabulate(size, [&](Var j) { return call2(args[1], x, Rep::scalar(j)); }));
  });
  return Rep::vector({all.total}, all.items);
}

// ---- stencil: edges repeat ----

/// min(max(i, 0), n - 1), for n > 0.
Var Lowering::clamped(Var i, Var n) {
  const Var not_above = b.calc(BuiltinId::Min, i, b.sub(n, b.integer(1)));
  return b.calc(BuiltinId::Max, not_above, b.integer(0));
}

/// An odd size, at least 1.
void Lowering::check_window(Var size) {
  const Var odd =
      b.compare(BuiltinId::NotEqual, b.calc(BuiltinId::Remainder, size, b.integer(2)), b.integer(0));
  b.check(b.both(odd, b.less(b.integer(0), size)), "E0412", {size});
  b.check_fits(size);
}

Rep Lowering::stencil(const Core&, Reps& args) {
  return args[0].kind == Rep::Tuple ? stencil_plane(args) : stencil_line(args);
}

Rep Lowering::stencil_line(Reps& args) {
  const Var size = args[0].var, n = args[2].dims[0];
  check_window(size);
  const Var margin = b.calc(BuiltinId::Divide, size, b.integer(2));
  return Rep::vector({n}, tabulate(n, [&](Var k) {
                       const Var first = b.sub(k, margin);
                       const Elements window = gathered(args[2].elements, size,
                                                        [&](Var q) { return clamped(b.add(first, q), n); });
                       return call1(args[1], Rep::vector({size}, window));
                     }));
}

Rep Lowering::stencil_plane(Reps& args) {
  const Rep& x = args[2];
  const Var rows = args[0].items[0].var, columns = args[0].items[1].var, height = x.dims[0],
            width = x.dims[1];
  check_window(rows), check_window(columns);
  const Var size = b.length_product(rows, columns);
  auto quotient = [&](Var a, Var d) { return b.calc(BuiltinId::Divide, a, d); };
  auto remainder = [&](Var a, Var d) { return b.calc(BuiltinId::Remainder, a, d); };
  auto one = [&](Var k) {
    const Var top = b.sub(quotient(k, width), quotient(rows, b.integer(2)));
    const Var left = b.sub(remainder(k, width), quotient(columns, b.integer(2)));
    const Elements window = gathered(x.elements, size, [&](Var q) {
      const Var row = clamped(b.add(top, quotient(q, columns)), height);
      return b.add(b.mul(row, width), clamped(b.add(left, remainder(q, columns)), width));
    });
    return call1(args[1], Rep::vector({rows, columns}, window));
  };
  return Rep::vector(x.dims, tabulate(count(x), one));
}

} // namespace nova::plan
