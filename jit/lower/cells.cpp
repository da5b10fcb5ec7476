// Values of recursive types: a cell is its place in the region of its type, which is an input. A cell that is made
// writes what its own constructor has. What is read without being needed lies nowhere outside all the same: place 0
// is no cell's and has zeros, as have all places that were never written, and other cells' fields are places in the
// same regions. The constructors without fields follow place 0. Vectors that cells hold have their elements in a region of the vector's type.
#include "jit/lower/lowering.hpp"
#include <algorithm>

namespace nova::plan {

/// May it have a region? The functions in its fields are boxed.
bool Lowering::has_region(TypeId t) {
  t = types_.resolve(t);
  const auto [at, added] = regional_.try_emplace(static_cast<uint32_t>(t), true); // as it is used in itself
  if (!added) return at->second;
  refuse_ever_larger(t);
  bool all = true;
  for (const auto& fields : constructor_fields(t))
    for (TypeId f : fields) all = all && is_stored(f);
  return regional_[static_cast<uint32_t>(t)] = all;
}

bool Lowering::is_stored(TypeId t) {
  t = types_.resolve(t);
  if (is_cell(t)) return has_region(t);
  const auto all = [this](const TypeIds& items) {
    return std::ranges::all_of(items, [this](TypeId item) { return is_stored(item); });
  };
  switch (types_[t].kind) {
  case TypeKind::Prim: return true;
  case TypeKind::Vector: return is_stored(types_.element_of(t)) && !region_parts(types_, t, &boxed_).empty();
  case TypeKind::Tuple: return all({types_.args(t).begin(), types_.args(t).end()});
  case TypeKind::Sum: return std::ranges::all_of(constructor_fields(t), all);
  case TypeKind::Fun: lower_again(t);
  default: return false;
  }
}

/// A value's columns in a region, where places of cells have that type: rows are places in other regions.
Elements Lowering::stored_form(TypeId t, const MakeVar& make, Element place) {
  t = types_.resolve(t);
  Elements e;
  const auto column = [&] { return make({Element::I64, true}); };
  if (types_.is(t, TypeKind::Vector)) {
    e.kind = Elements::Rows, e.rank = types_.rank_of(t);
    e.starts = column(), e.ends = column();
    for (uint32_t d = 0; d < e.rank && e.rank > 1; ++d) e.extents.push_back(column());
    return e;
  }
  if (types_.is(t, TypeKind::Prim)) return fresh_elements(t, make);
  if (is_cell(t)) return fresh_elements(types_.prim(place), make);
  e.kind = Elements::Tuple;
  if (types_.is(t, TypeKind::Tuple)) {
    const TypeIds items(types_.args(t).begin(), types_.args(t).end());
    for (TypeId item : items) e.items.push_back(stored_form(item, make, place));
    return e;
  }
  const auto fields = constructor_fields(t);
  if (fields.size() > 1) e.items.push_back(fresh_elements(types_.prim(Element::I32), make));
  for (const TypeIds& each : fields) e.items.push_back(stored_fields(each, make, place));
  return e;
}

Elements Lowering::stored_fields(const TypeIds& fields, const MakeVar& make, Element place) {
  Elements e;
  e.kind = Elements::Tuple;
  for (TypeId f : fields) e.items.push_back(stored_form(f, make, place));
  return e;
}

Lowering::RegionForm Lowering::make_region(TypeId t, const MakeVar& make) {
  RegionForm r{
      .room = make({Element::I64, false}), .count = make({Element::I64, true}), .columns = {}, .form = {}};
  const auto column = [&](VarType v) { return r.columns.emplace_back(make(v)); };
  if (!is_cell(t)) return r.form = stored_form(types_.element_of(t), column, Element::I64), r;
  const auto fields = constructor_fields(t);
  r.form.kind = Elements::Tuple;
  r.form.items.push_back(fresh_elements(types_.prim(tag_element(fields.size())), column));
  for (const TypeIds& each : fields) r.form.items.push_back(stored_fields(each, column, place_in_cell));
  return r;
}

const Lowering::RegionForm& Lowering::region(TypeId t) {
  t = types_.resolve(t);
  const auto key = static_cast<uint32_t>(t);
  if (const auto made = regions_.find(key); made != regions_.end()) return made->second;
  if (in_function_)
    refuse("a function that calls itself makes values of a type that is not known before it runs");
  if (is_cell(t) && !has_region(t))
    refuse("it uses the recursive type " + types_.print(t, frontend_.symbols) +
           ", which holds vectors of unit");
  inputs_.push_back({.kind = Input::Region, .index = 0, .type = t, .path = {}});
  Vars& params = b.plan.body.params;
  const RegionForm& r = regions_[key] =
      make_region(t, [&](VarType v) { return params.emplace_back(b.plan.make(v)); });
  b.plan.regions.push_back({r.room, r.count, r.columns});
  return r;
}

/// There would be no end of regions.
void Lowering::refuse_ever_larger(TypeId t) {
  const auto [at, added] = ever_larger_.try_emplace(static_cast<uint32_t>(types_.resolve(t)), false);
  if (added) at->second = holds_ever_larger(types_, t);
  if (at->second)
    refuse("the type " + types_.print(t, frontend_.symbols) + " holds ever larger ones of itself");
}

/// The regions of what values of the type may hold.
void Lowering::need_regions(TypeId t) {
  std::vector<TypeId> all;
  note_cells(t, all);
  note_inner_regions(all);
  for (TypeId each : all) region(each);
}

/// And those of what they hold.
void Lowering::note_inner_regions(std::vector<TypeId>& all) {
  for (size_t k = 0; k < all.size(); ++k) {
    refuse_ever_larger(all[k]);
    if (!is_cell(all[k])) {
      note_stored(types_.element_of(all[k]), all);
      continue;
    }
    for (const auto& fields : constructor_fields(all[k]))
      for (TypeId f : fields) note_stored(f, all);
  }
}

void Lowering::note_stored(TypeId t, std::vector<TypeId>& out) {
  t = types_.resolve(t);
  if (is_cell(t) || types_.is(t, TypeKind::Vector)) {
    if (std::ranges::find(out, t) == out.end()) out.push_back(t);
    return;
  }
  const TypeIds args(types_.args(t).begin(), types_.args(t).end());
  if (types_.is(t, TypeKind::Tuple))
    for (TypeId item : args) note_stored(item, out);
  if (types_.is(t, TypeKind::Sum))
    for (const auto& fields : constructor_fields(t))
      for (TypeId f : fields) note_stored(f, out);
}

void Lowering::note_cells(TypeId t, std::vector<TypeId>& out) {
  t = types_.resolve(t);
  if (!is_open(types_, t)) return;
  if (is_cell(t)) {
    if (std::ranges::find(out, t) == out.end()) out.push_back(t);
    return;
  }
  const std::vector<TypeId> args(types_.args(t).begin(), types_.args(t).end());
  if (types_.is(t, TypeKind::Tuple))
    for (TypeId item : args) note_cells(item, out);
  if (types_.is(t, TypeKind::Vector)) note_cells(types_.element_of(t), out);
  if (types_.is(t, TypeKind::Sum))
    for (const auto& fields : constructor_fields(t))
      for (TypeId f : fields) note_cells(f, out);
}

void Lowering::note_cells(const CorePattern& p, std::vector<TypeId>& out) {
  note_cells(p.type, out);
  for (const CorePattern& item : p.items) note_cells(item, out);
}

void Lowering::note_cells(const Core& c, std::vector<TypeId>& out) {
  note_cells(c.type, out);
  for (const CoreArm& arm : c.arms) note_cells(arm.pattern, out);
}

// ---- reading ----

/// The elements of a region, or parts of them: rows with what they are rows of.
Elements Lowering::with_rows(const Elements& form, TypeId t) {
  t = types_.resolve(t);
  Elements e = form;
  if (is_cell(t) || types_.is(t, TypeKind::Prim)) return e;
  if (types_.is(t, TypeKind::Vector)) return e.items = {with_rows(region(t).form, types_.element_of(t))}, e;
  if (types_.is(t, TypeKind::Sum)) return with_field_rows(e, constructor_fields(t));
  const TypeIds items(types_.args(t).begin(), types_.args(t).end());
  for (size_t k = 0; k < items.size(); ++k) e.items[k] = with_rows(form.items[k], items[k]);
  return e;
}

Elements Lowering::with_field_rows(const Elements& form, const std::vector<TypeIds>& fields) {
  Elements e = form;
  const size_t tags = form.items.size() - fields.size();
  for (size_t k = 0; k < fields.size(); ++k)
    for (size_t f = 0; f < fields[k].size(); ++f)
      e.items[k + tags].items[f] = with_rows(form.items[k + tags].items[f], fields[k][f]);
  return e;
}

Rep Lowering::opened(const Rep& cell, TypeId t) {
  const auto fields = constructor_fields(types_.resolve(t));
  Rep all = element(with_field_rows(region(t).form, fields), cell.var);
  all.items[0].var = converted(all.items[0].var, Element::I32);
  for (size_t k = 0; k < fields.size(); ++k)
    for (size_t f = 0; f < fields[k].size(); ++f)
      all.items[k + 1].items[f] = widened(all.items[k + 1].items[f], fields[k][f]);
  if (fields.size() == 1) all.items.erase(all.items.begin());
  return all;
}

/// What was read of a cell, as it is elsewhere: places have 64 bits.
Rep Lowering::widened(Rep field, TypeId t) {
  t = types_.resolve(t);
  if (is_cell(t)) return field.var = converted(field.var, Element::I64), field;
  if (types_.is(t, TypeKind::Tuple)) {
    const TypeIds items(types_.args(t).begin(), types_.args(t).end());
    for (size_t k = 0; k < items.size(); ++k) field.items[k] = widened(field.items[k], items[k]);
  }
  if (!types_.is(t, TypeKind::Sum)) return field;
  const auto fields = constructor_fields(t);
  const size_t tags = field.items.size() - fields.size();
  for (size_t k = 0; k < fields.size(); ++k)
    for (size_t f = 0; f < fields[k].size(); ++f)
      field.items[k + tags].items[f] = widened(field.items[k + tags].items[f], fields[k][f]);
  return field;
}

/// An integer as one of another size.
Var Lowering::converted(Var v, Element to) {
  const Element from = b.plan[v].element;
  if (from == to) return v;
  return b.scalar(to == Element::I64 ? BuiltinId::ToInt : BuiltinId::ToInt32, from, to, {v});
}

// ---- making ----

Rep Lowering::made_cell(TypeId t, uint32_t constructor, const Reps& own) {
  if (const auto at = place_of_constant(types_, t, constructor, &boxed_)) {
    region(t);
    return Rep::scalar(b.constant(Element::I64, *at));
  }
  const RegionForm& r = region(t);
  const auto fields = constructor_fields(t);
  Vars values{b.constant(tag_element(fields.size()), constructor)};
  for (size_t f = 0; f < fields[constructor].size(); ++f) store(own[f], fields[constructor][f], values);
  Stm s{.op = Op::Cell, .args = {r.room, r.count, r.columns[0]}};
  size_t first = 1;
  for (uint32_t k = 0; k < constructor; ++k) first += parts_of(fields[k]);
  for (size_t k = 1; k < values.size(); ++k) s.args.push_back(r.columns[first + k - 1]);
  s.args.insert(s.args.end(), values.begin(), values.end());
  return Rep::scalar(add_places(std::move(s)));
}

/// How many columns they have in a cell's region.
size_t Lowering::parts_of(const TypeIds& fields) {
  std::vector<Element> parts;
  for (TypeId f : fields) add_parts(types_, f, parts, place_in_cell, &boxed_);
  return parts.size();
}

Var Lowering::add_places(Stm s) {
  b.plan.sites.push_back({std::string(out_of_room), b.at});
  s.site = static_cast<uint32_t>(b.plan.sites.size() - 1);
  return b.emit(std::move(s), {Element::I64, false});
}

/// The parts of a value that is to lie in a cell.
void Lowering::store(const Rep& v, TypeId t, Vars& out) {
  t = types_.resolve(t);
  if (v.kind == Rep::Scalar) return out.push_back(v.var); // a place loses its upper half there
  if (boxed_.has(t)) return out.push_back(boxed(v, t));
  if (v.kind == Rep::Vector) {
    const Var n = count(v), at = append(v.elements, n, t);
    out.push_back(at), out.push_back(b.add(at, n));
    if (v.dims.size() > 1) out.insert(out.end(), v.dims.begin(), v.dims.end());
    return;
  }
  for_each_item(t, v, [&](const Rep& item, TypeId of) { store(item, of, out); });
}

/// The parts of a tuple or a sum, or of elements of such a type.
template <class R, class F> void Lowering::for_each_item(TypeId t, const R& r, const F& f) {
  if (types_.is(t, TypeKind::Tuple)) {
    const TypeIds items(types_.args(t).begin(), types_.args(t).end());
    for (size_t k = 0; k < items.size(); ++k) f(r.items[k], items[k]);
  }
  if (!types_.is(t, TypeKind::Sum)) return;
  const auto fields = constructor_fields(t);
  const size_t tags = r.items.size() - fields.size();
  if (tags > 0) f(r.items[0], types_.prim(Element::I32));
  for (size_t k = 0; k < fields.size(); ++k)
    for (size_t i = 0; i < fields[k].size(); ++i) f(r.items[k + tags].items[i], fields[k][i]);
}

/// A vector's elements go to its type's region; where they begin there.
Var Lowering::append(const Elements& e, Var n, TypeId vector) {
  const RegionForm& r = region(vector);
  Stm s{.op = Op::Append, .args = {r.room, r.count, n}};
  s.args.insert(s.args.end(), r.columns.begin(), r.columns.end());
  store_elements(e, n, types_.element_of(vector), s.args);
  return add_places(std::move(s));
}

void Lowering::store_elements(const Elements& e, Var n, TypeId t, Vars& out) {
  t = types_.resolve(t);
  if (boxed_.has(t)) return out.push_back(boxed(e, n, t).column);
  if (e.kind == Elements::Same) return store_elements(repeated(*e.same, n), n, t, out);
  if (e.kind == Elements::Column) return out.push_back(e.column);
  if (e.kind == Elements::Rows) return store_rows(contiguous(e, n), n, t, out);
  for_each_item(t, e, [&](const Elements& item, TypeId of) { store_elements(item, n, of, out); });
}

void Lowering::store_rows(const Elements& rows, Var n, TypeId t, Vars& out) {
  const Var first = b.read(*rows.offsets, b.integer(0)), total = b.sub(b.read(*rows.offsets, n), first);
  const Var by = b.sub(append(shift(rows.items[0], first), total, t), first);
  const std::vector<VarType> ints(2, {Element::I64, true});
  const Vars bounds = map(n, ints, [&](Var i) {
    return Vars{b.add(row_start(rows, i), by), b.add(row_end(rows, i), by)};
  });
  out.insert(out.end(), bounds.begin(), bounds.end());
  if (rows.rank > 1)
    for (Var v : extents(rows, n)) out.push_back(v);
}

// ---- equality ----

/// A function of the plan for each type.
Var Lowering::equal_cells(Var x, Var y, TypeId t) {
  std::vector<TypeId> cells{t};
  note_inner_regions(cells);
  Stm s{.op = Op::Call, .args = {x, y}};
  for (TypeId c : cells) flatten_region(c, s.args);
  s.function = equality(t, cells);
  b.plan.sites.push_back({"E0602", b.at});
  s.site = static_cast<uint32_t>(b.plan.sites.size() - 1);
  return b.emit(std::move(s), {Element::Bool, false});
}

void Lowering::flatten_region(TypeId t, Vars& flat) {
  const RegionForm& r = region(t);
  flat.push_back(r.room), flat.push_back(r.count);
  flat.insert(flat.end(), r.columns.begin(), r.columns.end());
}

uint32_t Lowering::equality(TypeId t, const std::vector<TypeId>& cells) {
  const auto [known, added] =
      equalities_.try_emplace(static_cast<uint32_t>(t), static_cast<uint32_t>(b.plan.functions.size()));
  const uint32_t number = known->second;
  if (!added) return number;
  b.plan.functions.push_back({.name = "equal " + types_.print(t, frontend_.symbols), .body = {}});
  const Vars pair{b.index(), b.index()};
  Body body = function_body(pair, cells, [&] { return Vars{compared_cells(pair[0], pair[1], t)}; });
  b.plan.functions[number].body = std::move(body);
  return number;
}

/// A loop along the cells that come last in cells: the pair, whether it is to be compared, whether all was
/// the same.
Var Lowering::compared_cells(Var x, Var y, TypeId t) {
  const TypeId place = types_.prim(Element::I64), boolean = types_.prim(Element::Bool);
  const TypeIds types{place, place, boolean, boolean};
  const Var none = b.integer(0);
  const Var some = b.both(b.less(none, x), b.less(none, y));
  const Reps first{Rep::scalar(x), Rep::scalar(y), Rep::scalar(some), Rep::scalar(b.equal(x, y))};
  const auto fields = constructor_fields(t);
  const size_t tags = fields.size() > 1;
  const auto step = [&](const Reps& now) {
    const Rep p = opened(now[0], t), q = opened(now[1], t);
    std::function<Reps(uint32_t)> from = [&](uint32_t k) {
      const auto here = [&] {
        return compared_fields(p.items[k + tags], q.items[k + tags], fields[k], t, now);
      };
      if (k + 1 == fields.size()) return here();
      const Var is = b.scalar(BuiltinId::Equal, Element::I32, Element::Bool,
                              {p.items[0].var, b.constant(Element::I32, k)});
      return choose(is, types, here, [&] { return from(k + 1); });
    };
    if (!tags) return from(0);
    const Rep differs = Rep::scalar(b.boolean(false));
    return choose(
        equal(p.items[0], q.items[0], types_.prim(Element::I32)), types, [&] { return from(0); },
        [&] {
          return Reps{now[0], now[1], differs, differs};
        });
  };
  return loop_over(
             types, first, [](const Reps& now) { return now[2].var; }, step)[3]
      .var;
}

namespace {

/// What two values consist of, tuples taken apart.
struct Parts {
  Reps x, y;
  TypeIds types;
};

void note_parts(const Types& types, const Rep& x, const Rep& y, TypeId t, Parts& out) {
  t = types.resolve(t);
  if (!types.is(t, TypeKind::Tuple)) return out.x.push_back(x), out.y.push_back(y), out.types.push_back(t);
  for (uint32_t k = 0; k < x.items.size(); ++k)
    note_parts(types, x.items[k], y.items[k], types.arg(t, k), out);
}

} // namespace

/// The next round's state.
Reps Lowering::compared_fields(const Rep& x, const Rep& y, const TypeIds& fields, TypeId cell,
                               const Reps& now) {
  Parts parts;
  for (size_t k = 0; k < fields.size(); ++k) note_parts(types_, x.items[k], y.items[k], fields[k], parts);
  const bool goes_on = !parts.types.empty() && parts.types.back() == cell;
  const VarType boolean{Element::Bool, false};
  Var same = b.boolean(true);
  for (size_t k = 0; k + goes_on < parts.types.size(); ++k)
    same = b.choose(
        same, std::span(&boolean, 1), [&, k] { return Vars{equal(parts.x[k], parts.y[k], parts.types[k])}; },
        [&] { return Vars{b.boolean(false)}; })[0];
  const Rep result = Rep::scalar(same);
  if (goes_on) return {parts.x.back(), parts.y.back(), result, result};
  return {now[0], now[1], Rep::scalar(b.boolean(false)), result};
}

} // namespace nova::plan
