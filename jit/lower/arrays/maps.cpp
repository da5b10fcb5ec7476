// Lowers built-ins that apply a function to the elements of vectors: map, filter, partition, concat-map, expand,
// tabulate.
#include "jit/lower/arrays/arrays.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/forms.hpp"
#include "jit/lower/tabulate.hpp"

namespace nova::plan {

namespace {

/// Returns the expression whose value is that of `e`, inside of lets and of matches with one arm, as patterns are.
const Core* value_of(const Core* e) {
  for (;;)
    if (e->kind == CoreKind::Let)
      e = e->items.back();
    else if (e->kind == CoreKind::Match && e->arms.size() == 1)
      e = e->arms[0].body;
    else
      return e;
}

/// Returns the call of `map` whose elements are those of (concat-map f xs), if f is a lambda that ends in one. The
/// elements of that map must not be rows of a further concat-map that are mapped.
const Core* last_map(const Core& concat) {
  if (concat.items[0]->kind != CoreKind::Lambda) return nullptr;
  const Core* const end = value_of(concat.items[0]->items.back());
  if (end->kind != CoreKind::Primitive || end->items.size() != 2) return nullptr;
  if (end->builtin == BuiltinId::ConcatMap) return last_map(*end);
  return end->builtin == BuiltinId::Map && !maps_joined_rows(*end) ? end : nullptr;
}

} // namespace

bool maps_joined_rows(const Core& c) {
  if (c.builtin != BuiltinId::Map || c.items.size() != 2) return false;
  const Core& rows = *c.items[1];
  return rows.kind == CoreKind::Primitive && rows.builtin == BuiltinId::ConcatMap && rows.items.size() == 2 &&
         last_map(rows);
}

/// Each element goes through the function where it is made: a comprehension's head then takes what its generators
/// bind from where it lies, and no tuples of that are stored.
Rep lower_joined_rows(Lowering& l, const Core& c, Frame& frame) {
  const Core* const map = last_map(*c.items[1]);
  const Rep function = lower(l, *c.items[0], frame);
  const ElementFunction around =
      std::exchange(l.element_functions[map], {function}); // that of an enclosing call, restored below
  const Rep rows = lower(l, *c.items[1], frame);
  const bool applied = std::exchange(l.element_functions[map], around).applied;
  Reps args{function, rows};
  return applied ? rows : lower_map(l, c, args);
}

Rep lower_map(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const auto found = l.element_functions.find(&c);
  ElementFunction* const then = found == l.element_functions.end() ? nullptr : &found->second;
  const std::span<const Rep> vectors = std::span(args).subspan(1);
  check_lengths(b, vectors, 2);
  auto one = [&](Var i) {
    Reps each;
    for (const Rep& v : vectors) each.push_back(element(b, v.elements, i));
    const Rep made = call(l, args[0], std::move(each));
    if (!then || !then->function) return made;
    then->applied = true;
    return call1(l, Rep(*then->function), made);
  };
  return Rep::vector(vectors[0].dims, tabulate(l, count(b, vectors[0]), one));
}

namespace {

Rep filtered(Lowering& l, const Rep& p, const Rep& x, bool wanted) {
  Builder& b = l.b;
  Stm s{.op = Op::Filter, .args = {x.dims[0]}};
  s.bodies.push_back(b.loop_body([&](Var i) {
    const Var keep = call1(l, p, element(b, x.elements, i)).var;
    Vars results{wanted ? keep : b.negation(keep)};
    leaves(b, x.elements, i, results);
    return results;
  }));
  std::vector<VarType> types = leaf_columns(b, x.elements);
  types.insert(types.begin(), {Element::I64, false});
  const Vars outs = b.emit(std::move(s), types);
  return Rep::vector({outs[0]}, moved(x.elements, Vars(outs.begin() + 1, outs.end())));
}

} // namespace

Rep lower_filter(Lowering& l, const Core&, Reps& args) { return filtered(l, args[0], args[1], true); }

Rep lower_partition(Lowering& l, const Core&, Reps& args) {
  return Rep::tuple({filtered(l, args[0], args[1], true), filtered(l, args[0], args[1], false)});
}

Rep lower_concat_map(Lowering& l, const Core&, Reps& args) {
  const Joined all = join_rows(l, args[1].dims[0], [&](Var i) {
    const Rep row = call1(l, args[0], element(l.b, args[1].elements, i));
    return std::pair(row.dims[0], row.elements);
  });
  return Rep::vector({all.total}, all.items);
}

Rep lower_expand(Lowering& l, const Core&, Reps& args) {
  Builder& b = l.b;
  const Joined all = join_rows(l, args[2].dims[0], [&](Var i) {
    const Rep x = element(b, args[2].elements, i);
    const Var size = call1(l, args[0], x).var;
    b.check_length(size);
    return std::pair(size, tabulate(l, size, [&](Var j) { return call2(l, args[1], x, Rep::scalar(j)); }));
  });
  return Rep::vector({all.total}, all.items);
}

Rep lower_tabulate(Lowering& l, const Core& c, Reps& args) {
  Builder& b = l.b;
  const std::pair<Vars, Var> shape = checked_dimensions(b, args[0]);
  const Vars& dims = shape.first;
  const auto one = [&](Var k) {
    Reps index;
    for (const Var i : coordinates(b, k, dims)) index.push_back(Rep::scalar(i));
    if (c.number) return call(l, args[1], std::move(index));
    return call1(l, args[1], index.size() > 1 ? Rep::tuple(std::move(index)) : index[0]);
  };
  return Rep::vector(dims, tabulate(l, shape.second, one));
}

} // namespace nova::plan
