// Regions: the inputs of a plan that store the cells of recursive types, and the elements of vectors that are in
// cells.
#include "jit/lower/regions.hpp"
#include "jit/lower/boxed_functions.hpp"
#include "jit/lower/values.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

bool is_stored(Lowering& l, TypeId t);
Elements stored_fields(Lowering& l, const TypeIds& fields, const MakeVar& make, Element place);
void refuse_ever_larger(Lowering& l, TypeId t);
void note_stored(Lowering& l, TypeId t, std::vector<TypeId>& out);

} // namespace

bool has_region(Lowering& l, TypeId t) {
  t = l.types.resolve(t);
  // While the fields of a recursive type are examined, the type itself is assumed to have a region.
  const auto [at, added] = l.regions.able.try_emplace(static_cast<uint32_t>(t), true);
  if (!added) return at->second;
  refuse_ever_larger(l, t);
  bool all = true;
  for (const auto& fields : l.constructor_fields(t))
    for (TypeId f : fields) all = all && is_stored(l, f);
  return l.regions.able[static_cast<uint32_t>(t)] = all;
}

namespace {

bool is_stored(Lowering& l, TypeId t) {
  t = l.types.resolve(t);
  if (l.is_cell(t)) return has_region(l, t);
  const auto all = [&](const TypeIds& items) {
    return std::ranges::all_of(items, [&](TypeId item) { return is_stored(l, item); });
  };
  switch (l.types[t].kind) {
  case TypeKind::Prim: return true;
  case TypeKind::Vector:
    return is_stored(l, l.types.element_of(t)) && !region_parts(l.types, t, &l.boxes.boxed).empty();
  case TypeKind::Tuple: return all({l.types.args(t).begin(), l.types.args(t).end()});
  case TypeKind::Sum: return std::ranges::all_of(l.constructor_fields(t), all);
  case TypeKind::Fun: lower_again(l, t);
  default: return false;
  }
}

/// Returns the columns that values of type `t` take in a region, as elements. A cell takes a column of indices, of
/// the element type `place`. Rows take columns of the indices at which they begin and end in another region.
Elements stored_form(Lowering& l, TypeId t, const MakeVar& make, Element place) {
  t = l.types.resolve(t);
  Elements e;
  const auto column = [&] { return make({Element::I64, true}); };
  if (l.types.is(t, TypeKind::Vector)) {
    e.kind = Elements::Rows, e.rank = l.types.rank_of(t);
    e.starts = column(), e.ends = column();
    for (uint32_t d = 0; d < e.rank && e.rank > 1; ++d) e.extents.push_back(column());
    return e;
  }
  if (l.types.is(t, TypeKind::Prim)) return fresh_elements(l, t, make);
  if (l.is_cell(t)) return fresh_elements(l, l.types.prim(place), make);
  e.kind = Elements::Tuple;
  if (l.types.is(t, TypeKind::Tuple)) {
    const TypeIds items(l.types.args(t).begin(), l.types.args(t).end());
    for (TypeId item : items) e.items.push_back(stored_form(l, item, make, place));
    return e;
  }
  const auto fields = l.constructor_fields(t);
  if (fields.size() > 1) e.items.push_back(fresh_elements(l, l.types.prim(Element::I32), make));
  for (const TypeIds& each : fields) e.items.push_back(stored_fields(l, each, make, place));
  return e;
}

Elements stored_fields(Lowering& l, const TypeIds& fields, const MakeVar& make, Element place) {
  Elements e;
  e.kind = Elements::Tuple;
  for (TypeId f : fields) e.items.push_back(stored_form(l, f, make, place));
  return e;
}

} // namespace

RegionForm make_region(Lowering& l, TypeId t, const MakeVar& make) {
  RegionForm r{
      .room = make({Element::I64, false}), .count = make({Element::I64, true}), .columns = {}, .form = {}};
  const auto column = [&](VarType v) { return r.columns.emplace_back(make(v)); };
  if (!l.is_cell(t)) return r.form = stored_form(l, l.types.element_of(t), column, Element::I64), r;
  const auto fields = l.constructor_fields(t);
  r.form.kind = Elements::Tuple;
  r.form.items.push_back(fresh_elements(l, l.types.prim(tag_element(fields.size())), column));
  for (const TypeIds& each : fields) r.form.items.push_back(stored_fields(l, each, column, place_in_cell));
  return r;
}

const RegionForm& region(Lowering& l, TypeId t) {
  Builder& b = l.b;
  t = l.types.resolve(t);
  const auto key = static_cast<uint32_t>(t);
  if (const auto made = l.regions.made.find(key); made != l.regions.made.end()) return made->second;
  if (l.inputs.in_function) refuse(b, NoPlan::MakesInFunction);
  if (l.is_cell(t) && !has_region(l, t))
    refuse(b, NoPlan::CellsOfUnits, l.types.print(t, l.frontend.symbols));
  l.inputs.list.push_back({.kind = Input::Region, .index = 0, .type = t, .path = {}});
  Vars& params = b.plan.body.params;
  const RegionForm& r = l.regions.made[key] =
      make_region(l, t, [&](VarType v) { return params.emplace_back(b.plan.make(v)); });
  b.plan.regions.push_back({r.room, r.count, r.columns});
  return r;
}

namespace {

/// Refuses a type that contains ever larger types of its own kind, such as a (Nest 'a) that holds a (Nest ('a, 'a)):
/// it would need infinitely many regions.
void refuse_ever_larger(Lowering& l, TypeId t) {
  const auto [at, added] =
      l.regions.ever_larger.try_emplace(static_cast<uint32_t>(l.types.resolve(t)), false);
  if (added) at->second = holds_ever_larger(l.types, t);
  if (at->second) refuse(l.b, NoPlan::EverLargerType, l.types.print(t, l.frontend.symbols));
}

} // namespace

void flatten_region(Lowering& l, TypeId t, Vars& flat) {
  const RegionForm& r = region(l, t);
  flat.push_back(r.room), flat.push_back(r.count);
  flat.insert(flat.end(), r.columns.begin(), r.columns.end());
}

void need_regions(Lowering& l, TypeId t) {
  std::vector<TypeId> all;
  note_cells(l, t, all);
  note_inner_regions(l, all);
  for (TypeId each : all) region(l, each);
}

namespace {

/// Appends to `all` each recursive type of which a value of shape `s` may contain a cell, either directly or as a
/// captured value of a function in it.
void cells_of(const ValueShape& s, std::vector<TypeId>& all) {
  if (s.kind == ValueShape::Cell) all.push_back(s.type);
  for (const ValueShape& item : s.items) cells_of(item, all);
}

} // namespace

std::vector<TypeId> give_regions(Lowering& l, const ValueShape& value) {
  Builder& b = l.b;
  std::vector<TypeId> cells;
  cells_of(value, cells);
  if (cells.empty()) return {};
  for (TypeId t : cells) need_regions(l, t);
  std::vector<TypeId> given;
  for (const auto& [type, region] : l.regions.made) {
    given.push_back(static_cast<TypeId>(type));
    b.plan.body.results.push_back(region.count);
    for (Var v : region.columns) b.plan.body.results.push_back(v);
  }
  return given;
}

void note_inner_regions(Lowering& l, std::vector<TypeId>& all) {
  for (size_t k = 0; k < all.size(); ++k) {
    refuse_ever_larger(l, all[k]);
    if (!l.is_cell(all[k])) {
      note_stored(l, l.types.element_of(all[k]), all);
      continue;
    }
    for (const auto& fields : l.constructor_fields(all[k]))
      for (TypeId f : fields) note_stored(l, f, all);
  }
}

namespace {

void note_stored(Lowering& l, TypeId t, std::vector<TypeId>& out) {
  t = l.types.resolve(t);
  if (l.is_cell(t) || l.types.is(t, TypeKind::Vector)) {
    if (std::ranges::find(out, t) == out.end()) out.push_back(t);
    return;
  }
  const TypeIds args(l.types.args(t).begin(), l.types.args(t).end());
  if (l.types.is(t, TypeKind::Tuple))
    for (TypeId item : args) note_stored(l, item, out);
  if (l.types.is(t, TypeKind::Sum))
    for (const auto& fields : l.constructor_fields(t))
      for (TypeId f : fields) note_stored(l, f, out);
}

} // namespace

void note_cells(Lowering& l, TypeId t, std::vector<TypeId>& out) {
  t = l.types.resolve(t);
  if (!is_open(l.types, t)) return;
  if (l.is_cell(t)) {
    if (std::ranges::find(out, t) == out.end()) out.push_back(t);
    return;
  }
  const std::vector<TypeId> args(l.types.args(t).begin(), l.types.args(t).end());
  if (l.types.is(t, TypeKind::Tuple))
    for (TypeId item : args) note_cells(l, item, out);
  if (l.types.is(t, TypeKind::Vector)) note_cells(l, l.types.element_of(t), out);
  if (l.types.is(t, TypeKind::Sum))
    for (const auto& fields : l.constructor_fields(t))
      for (TypeId f : fields) note_cells(l, f, out);
}

void note_cells(Lowering& l, const CorePattern& p, std::vector<TypeId>& out) {
  note_cells(l, p.type, out);
  for (const CorePattern& item : p.items) note_cells(l, item, out);
}

void note_cells(Lowering& l, const Core& c, std::vector<TypeId>& out) {
  note_cells(l, c.type, out);
  for (const CoreArm& arm : c.arms) note_cells(l, arm.pattern, out);
}

} // namespace nova::plan
