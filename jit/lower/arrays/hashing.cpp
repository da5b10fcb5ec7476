// Lowers the hash of a value: the hashes of its parts, mixed one after the other.
#include "jit/lower/arrays/hashing.hpp"
#include "jit/lower/elements.hpp"
#include <algorithm>

namespace nova::plan {

bool is_hashable(Lowering& l, TypeId t) {
  t = l.types.resolve(t);
  const auto all = [&](const auto& types) {
    return std::ranges::all_of(types, [&](TypeId part) { return is_hashable(l, part); });
  };
  if (l.is_cell(t)) return false;
  switch (l.types[t].kind) {
  case TypeKind::Prim: return !is_real(l.types.element(t));
  case TypeKind::Tuple: return all(l.types.args(t));
  case TypeKind::Vector: return is_hashable(l, l.types.element_of(t));
  case TypeKind::Sum: return std::ranges::all_of(l.constructor_fields(t), all);
  default: return false;
  }
}

namespace {

/// Mixes the int x into the hash h. Each bit of both changes about half of the result's bits, by the last steps of
/// MurmurHash3.
Var mixed(Builder& b, Var h, Var x) {
  constexpr auto factor = static_cast<int64_t>(0xff51afd7ed558ccdull);
  const auto folded = [&](Var v) {
    return b.calc(BuiltinId::BitXor, v, b.calc(BuiltinId::ShiftRightLogical, v, b.integer(33)));
  };
  const Var start = b.add(b.mul(h, b.integer(31)), x);
  return folded(b.mul(folded(start), b.integer(factor)));
}

Var mixed_in(Lowering& l, Var h, const Rep& x, TypeId t);

/// Mixes in the dimensions and the elements of a vector.
Var vector_mixed_in(Lowering& l, Var h, const Rep& x, TypeId t) {
  Builder& b = l.b;
  for (Var d : x.dims) h = mixed(b, h, d);
  const TypeId item = l.types.element_of(t);
  const Var n = count(b, x), zero = b.integer(0);
  const VarType ints[] = {{Element::I64, false}, {Element::I64, false}};
  Stm s{.op = Op::Loop, .args = {zero, h}};
  const Vars now{b.index(), b.index()}, step{b.index(), b.index()};
  s.bodies.push_back(b.body(now, [&] { return Vars{b.less(now[0], n)}; }));
  s.bodies.push_back(b.body(step, [&] {
    const Var next = mixed_in(l, step[1], element(b, x.elements, step[0]), item);
    return Vars{b.add(step[0], b.integer(1)), next};
  }));
  return b.emit(std::move(s), ints)[1];
}

/// Mixes in the tag of a sum and the fields of all its constructors; those of the others are zeros.
Var sum_mixed_in(Lowering& l, Var h, const Rep& x, TypeId t) {
  const auto fields = l.constructor_fields(t);
  const size_t tags = fields.size() > 1;
  if (tags) h = mixed_in(l, h, x.items[0], l.types.prim(Element::I32));
  for (size_t c = 0; c < fields.size(); ++c)
    for (size_t k = 0; k < fields[c].size(); ++k)
      h = mixed_in(l, h, x.items[c + tags].items[k], fields[c][k]);
  return h;
}

/// Emits the hash of a value of type `t` after values whose hash is h, and returns it.
Var mixed_in(Lowering& l, Var h, const Rep& x, TypeId t) {
  Builder& b = l.b;
  t = l.types.resolve(t);
  switch (x.kind) {
  case Rep::Scalar: {
    const Element e = b.plan[x.var].element;
    return mixed(b, h, e == Element::I64 ? x.var : b.scalar(BuiltinId::ToInt, e, Element::I64, {x.var}));
  }
  case Rep::Vector: return vector_mixed_in(l, h, x, t);
  case Rep::Tuple:
    if (l.types.is(t, TypeKind::Sum)) return sum_mixed_in(l, h, x, t);
    for (size_t k = 0; k < x.items.size(); ++k)
      h = mixed_in(l, h, x.items[k], l.types.arg(t, static_cast<uint32_t>(k)));
    return h;
  default: return h;
  }
}

} // namespace

Var hash(Lowering& l, const Rep& x, TypeId t) { return mixed_in(l, l.b.integer(0), x, t); }

} // namespace nova::plan
