// Converts between the value of a type and the list of its plan variables, in both directions.
#include "jit/lower/values.hpp"
#include "jit/lower/boxed_functions.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/tabulate.hpp"

namespace nova::plan {

// ---- lists of variables to values ----

namespace {

/// Returns the items that come first in a sum's tuple, before the constructors' fields. This is the tag, made by
/// calling `one` with the tag's type. A sum with a single constructor has no tag, so the list is then empty.
template <class One> auto sum_items(const std::vector<std::vector<TypeId>>& fields, Types& types, One one) {
  std::vector<decltype(one(TypeId{}))> items;
  if (fields.size() > 1) items.push_back(one(types.prim(Element::I32)));
  return items;
}

} // namespace

Rep fresh(Lowering& l, TypeId t, const MakeVar& make) {
  t = l.types.resolve(t);
  Reps items;
  switch (l.types[t].kind) {
  case TypeKind::Prim: {
    const Element e = l.types.element(t);
    return e == Element::Unit ? Rep() : Rep::scalar(make({e, false}));
  }
  case TypeKind::Tuple:
    for (uint32_t k = 0; k < l.types[t].count; ++k) items.push_back(fresh(l, l.types.arg(t, k), make));
    return Rep::tuple(std::move(items));
  case TypeKind::Vector: {
    Vars dims;
    for (uint32_t d = 0; d < l.types.rank_of(t); ++d) dims.push_back(make({Element::I64, false}));
    return Rep::vector(std::move(dims), fresh_elements(l, l.types.element_of(t), make));
  }
  case TypeKind::Sum: {
    if (l.is_cell(t)) return Rep::scalar(make({Element::I64, false}));
    const auto fields = l.constructor_fields(t);
    items = sum_items(fields, l.types, [&](TypeId tag) { return fresh(l, tag, make); });
    for (const auto& each : fields) {
      Reps of;
      for (TypeId f : each) of.push_back(fresh(l, f, make));
      items.push_back(Rep::tuple(std::move(of)));
    }
    return Rep::tuple(std::move(items));
  }
  case TypeKind::Fun:
    if (l.is_cell(t)) return boxed_at(make({Element::I64, false}), t);
    [[fallthrough]];
  default: refuse(l.b, NoPlan::AnyFunction);
  }
}

Elements fresh_elements(Lowering& l, TypeId t, const MakeVar& make) {
  t = l.types.resolve(t);
  Elements e;
  switch (l.types[t].kind) {
  case TypeKind::Prim:
    if (l.types.element(t) != Element::Unit)
      e.kind = Elements::Column, e.column = make({l.types.element(t), true});
    return e;
  case TypeKind::Tuple:
    e.kind = Elements::Tuple;
    for (uint32_t k = 0; k < l.types[t].count; ++k)
      e.items.push_back(fresh_elements(l, l.types.arg(t, k), make));
    return e;
  case TypeKind::Vector:
    e.kind = Elements::Rows, e.offsets = make({Element::I64, true}), e.rank = l.types.rank_of(t);
    if (e.rank > 1) e.shape = make({Element::I64, true});
    e.items.push_back(fresh_elements(l, l.types.element_of(t), make));
    return e;
  case TypeKind::Sum: {
    if (l.is_cell(t)) return fresh_elements(l, l.types.prim(Element::I64), make);
    const auto fields = l.constructor_fields(t);
    e.kind = Elements::Tuple;
    e.items = sum_items(fields, l.types, [&](TypeId tag) { return fresh_elements(l, tag, make); });
    for (const auto& each : fields) {
      Elements of;
      of.kind = Elements::Tuple;
      for (TypeId f : each) of.items.push_back(fresh_elements(l, f, make));
      e.items.push_back(std::move(of));
    }
    return e;
  }
  case TypeKind::Fun:
    if (l.is_cell(t)) return fresh_elements(l, l.types.prim(Element::I64), make);
    [[fallthrough]];
  default: refuse(l.b, NoPlan::VectorOfFunctions);
  }
}

Rep from_flat(Lowering& l, TypeId t, std::span<const Var>& flat) {
  return fresh(l, t, [&](VarType) { return next_of(flat); });
}

Rep from_flat(Lowering& l, TypeId t, const Vars& flat) {
  std::span<const Var> all(flat);
  return from_flat(l, t, all);
}

std::vector<VarType> flat_of(Lowering& l, TypeId t) {
  std::vector<VarType> flat;
  fresh(l, t, [&](VarType v) { return flat.push_back(v), Var{}; });
  return flat;
}

Rep zero(Lowering& l, TypeId t) {
  const std::vector<ValueShape> shape{l.shape_of(t)};
  return from_flat(l, shape, zeros(l.b, flat_of(l, shape[0])))[0];
}

bool is_flat(Lowering& l, TypeId t) {
  if (l.has_function(t)) return false;
  for (const VarType& v : flat_of(l, t))
    if (v.column) return false;
  return true;
}

// ---- values to lists of variables ----

void flatten(Lowering& l, const Rep& r, Vars& flat) {
  Builder& b = l.b;
  switch (r.kind) {
  case Rep::Unit: return;
  case Rep::Scalar: return flat.push_back(r.var);
  case Rep::Tuple:
    for (const Rep& item : r.items) flatten(l, item, flat);
    return;
  case Rep::Vector:
    flat.insert(flat.end(), r.dims.begin(), r.dims.end());
    return flatten(l, r.elements, count(b, r), flat);
  default: refuse(b, NoPlan::FunctionAtRunTime);
  }
}

Vars flatten(Lowering& l, const Rep& r) {
  Vars flat;
  flatten(l, r, flat);
  return flat;
}

void flatten(Lowering& l, const Elements& e, Var n, Vars& flat) {
  switch (e.kind) {
  case Elements::Same: return flatten(l, repeated(l, *e.same, n), n, flat);
  case Elements::Unit: return;
  case Elements::Column: return flat.push_back(e.column);
  case Elements::Tuple:
    for (const Elements& item : e.items) flatten(l, item, n, flat);
    return;
  case Elements::Rows: {
    const Elements rows = contiguous(l, e, n);
    flat.push_back(*rows.offsets);
    if (e.rank > 1) flat.push_back(*rows.shape);
    return flatten(l, rows.items[0], l.b.read(*rows.offsets, n), flat);
  }
  }
}

} // namespace nova::plan
