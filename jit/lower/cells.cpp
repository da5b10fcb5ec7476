// Values of recursive types, which are cells. A cell is represented by its index in the region of its type, and the
// region is an input of the plan. Index 0 belongs to no cell. The indices after it belong to the cells of
// constructors without fields, one cell for each.
//
// A new cell writes only the columns of its own constructor's fields. All other entries are zeros. So the fields of a
// constructor that did not make the cell may be read, too: such a read yields 0, which is a valid index in all
// regions. Fields that are cells are stored as indices. The elements of vectors in cells are in a region of the
// vector's type.
#include "jit/lower/cells.hpp"
#include "jit/lower/boxed_functions.hpp"
#include "jit/lower/calls.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/forms.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/regions.hpp"
#include "jit/lower/scalars.hpp"
#include "jit/lower/tabulate.hpp"

namespace nova::plan {

namespace {

Elements with_field_rows(Lowering& l, const Elements& form, const std::vector<TypeIds>& fields);
Rep widened(Lowering& l, Rep field, TypeId t);
Var converted(Builder& b, Var v, Element to);
size_t parts_of(Lowering& l, const TypeIds& fields);
Var add_places(Builder& b, Stm s);
void store(Lowering& l, const Rep& v, TypeId t, Vars& out);
template <class R, class F> void for_each_item(Lowering& l, TypeId t, const R& r, const F& f);
Var append(Lowering& l, const Elements& e, Var n, TypeId vector);
void store_elements(Lowering& l, const Elements& e, Var n, TypeId t, Vars& out);
void store_rows(Lowering& l, const Elements& rows, Var n, TypeId t, Vars& out);
uint32_t equality(Lowering& l, TypeId t, const std::vector<TypeId>& cells);
Var compared_cells(Lowering& l, Var x, Var y, TypeId t);
Reps compared_fields(Lowering& l, const Rep& x, const Rep& y, const TypeIds& fields, TypeId cell,
                     const Reps& now);

// ---- reading ----

/// Returns `form`, the columns of values of type `t` in a region, after completing the rows in it: their items are
/// set to the elements of the region to which the rows' starts and ends refer.
Elements with_rows(Lowering& l, const Elements& form, TypeId t) {
  t = l.types.resolve(t);
  Elements e = form;
  if (l.is_cell(t) || l.types.is(t, TypeKind::Prim)) return e;
  if (l.types.is(t, TypeKind::Vector))
    return e.items = {with_rows(l, region(l, t).form, l.types.element_of(t))}, e;
  if (l.types.is(t, TypeKind::Sum)) return with_field_rows(l, e, l.constructor_fields(t));
  const TypeIds items(l.types.args(t).begin(), l.types.args(t).end());
  for (size_t k = 0; k < items.size(); ++k) e.items[k] = with_rows(l, form.items[k], items[k]);
  return e;
}

Elements with_field_rows(Lowering& l, const Elements& form, const std::vector<TypeIds>& fields) {
  Elements e = form;
  const size_t tags = form.items.size() - fields.size();
  for (size_t k = 0; k < fields.size(); ++k)
    for (size_t f = 0; f < fields[k].size(); ++f)
      e.items[k + tags].items[f] = with_rows(l, form.items[k + tags].items[f], fields[k][f]);
  return e;
}

} // namespace

Rep opened(Lowering& l, const Rep& cell, TypeId t) {
  Builder& b = l.b;
  const auto fields = l.constructor_fields(l.types.resolve(t));
  Rep all = element(b, with_field_rows(l, region(l, t).form, fields), cell.var);
  all.items[0].var = converted(b, all.items[0].var, Element::I32);
  for (size_t k = 0; k < fields.size(); ++k)
    for (size_t f = 0; f < fields[k].size(); ++f)
      all.items[k + 1].items[f] = widened(l, all.items[k + 1].items[f], fields[k][f]);
  if (fields.size() == 1) all.items.erase(all.items.begin());
  return all;
}

namespace {

/// Returns `field`, a value of type `t` that was read from a cell, with its cell indices converted to 64 bits.
/// Regions store cell indices in 32 bits.
Rep widened(Lowering& l, Rep field, TypeId t) {
  t = l.types.resolve(t);
  if (l.is_cell(t)) return field.var = converted(l.b, field.var, Element::I64), field;
  if (l.types.is(t, TypeKind::Tuple)) {
    const TypeIds items(l.types.args(t).begin(), l.types.args(t).end());
    for (size_t k = 0; k < items.size(); ++k) field.items[k] = widened(l, field.items[k], items[k]);
  }
  if (!l.types.is(t, TypeKind::Sum)) return field;
  const auto fields = l.constructor_fields(t);
  const size_t tags = field.items.size() - fields.size();
  for (size_t k = 0; k < fields.size(); ++k)
    for (size_t f = 0; f < fields[k].size(); ++f)
      field.items[k + tags].items[f] = widened(l, field.items[k + tags].items[f], fields[k][f]);
  return field;
}

/// Returns the integer `v` converted to the element type `to`.
Var converted(Builder& b, Var v, Element to) {
  const Element from = b.plan[v].element;
  if (from == to) return v;
  return b.scalar(to == Element::I64 ? BuiltinId::ToInt : BuiltinId::ToInt32, from, to, {v});
}

} // namespace

// ---- making ----

Rep made_cell(Lowering& l, TypeId t, uint32_t constructor, const Reps& own) {
  Builder& b = l.b;
  if (const auto at = place_of_constant(l.types, t, constructor, &l.boxes.boxed)) {
    region(l, t);
    return Rep::scalar(b.constant(Element::I64, *at));
  }
  const RegionForm& r = region(l, t);
  const auto fields = l.constructor_fields(t);
  Vars values{b.constant(tag_element(fields.size()), constructor)};
  for (size_t f = 0; f < fields[constructor].size(); ++f) store(l, own[f], fields[constructor][f], values);
  Stm s{.op = Op::Cell, .args = {r.room, r.count, r.columns[0]}};
  size_t first = 1;
  for (uint32_t k = 0; k < constructor; ++k) first += parts_of(l, fields[k]);
  for (size_t k = 1; k < values.size(); ++k) s.args.push_back(r.columns[first + k - 1]);
  s.args.insert(s.args.end(), values.begin(), values.end());
  return Rep::scalar(add_places(b, std::move(s)));
}

namespace {

/// Returns how many columns of a cell's region the fields of these types take.
size_t parts_of(Lowering& l, const TypeIds& fields) {
  std::vector<Element> parts;
  for (TypeId f : fields) add_parts(l.types, f, parts, place_in_cell, &l.boxes.boxed);
  return parts.size();
}

Var add_places(Builder& b, Stm s) {
  b.plan.sites.push_back({std::string(out_of_room), b.at});
  s.site = static_cast<uint32_t>(b.plan.sites.size() - 1);
  return b.emit(std::move(s), {Element::I64, false});
}

/// Appends to `out` the values to store in the columns of a region for the value `v`, which becomes a field of a
/// cell.
void store(Lowering& l, const Rep& v, TypeId t, Vars& out) {
  Builder& b = l.b;
  t = l.types.resolve(t);
  // A scalar may be a cell index of 64 bits. The Cell or Append statement stores its lower 32 bits.
  if (v.kind == Rep::Scalar) return out.push_back(v.var);
  if (l.boxes.boxed.has(t)) return out.push_back(boxed(l, v, t));
  if (v.kind == Rep::Vector) {
    const Var n = count(b, v), at = append(l, v.elements, n, t);
    out.push_back(at), out.push_back(b.add(at, n));
    if (v.dims.size() > 1) out.insert(out.end(), v.dims.begin(), v.dims.end());
    return;
  }
  for_each_item(l, t, v, [&](const Rep& item, TypeId of) { store(l, item, of, out); });
}

/// Calls f(part, its type) for each item of a tuple, or for the tag and each field of a sum. `r` is the value of type
/// `t`, or elements of that type. Does nothing for other types.
template <class R, class F> void for_each_item(Lowering& l, TypeId t, const R& r, const F& f) {
  if (l.types.is(t, TypeKind::Tuple)) {
    const TypeIds items(l.types.args(t).begin(), l.types.args(t).end());
    for (size_t k = 0; k < items.size(); ++k) f(r.items[k], items[k]);
  }
  if (!l.types.is(t, TypeKind::Sum)) return;
  const auto fields = l.constructor_fields(t);
  const size_t tags = r.items.size() - fields.size();
  if (tags > 0) f(r.items[0], l.types.prim(Element::I32));
  for (size_t k = 0; k < fields.size(); ++k)
    for (size_t i = 0; i < fields[k].size(); ++i) f(r.items[k + tags].items[i], fields[k][i]);
}

/// Emits an Append of the n elements `e` to the region of the type `vector`, and returns the index at which they
/// begin there.
Var append(Lowering& l, const Elements& e, Var n, TypeId vector) {
  const RegionForm& r = region(l, vector);
  Stm s{.op = Op::Append, .args = {r.room, r.count, n}};
  s.args.insert(s.args.end(), r.columns.begin(), r.columns.end());
  store_elements(l, e, n, l.types.element_of(vector), s.args);
  return add_places(l.b, std::move(s));
}

void store_elements(Lowering& l, const Elements& e, Var n, TypeId t, Vars& out) {
  t = l.types.resolve(t);
  if (l.boxes.boxed.has(t)) return out.push_back(boxed(l, e, n, t).column);
  if (e.kind == Elements::Same) return store_elements(l, repeated(l, *e.same, n), n, t, out);
  if (e.kind == Elements::Column) return out.push_back(e.column);
  if (e.kind == Elements::Rows) return store_rows(l, contiguous(l, e, n), n, t, out);
  for_each_item(l, t, e, [&](const Elements& item, TypeId of) { store_elements(l, item, n, of, out); });
}

void store_rows(Lowering& l, const Elements& rows, Var n, TypeId t, Vars& out) {
  Builder& b = l.b;
  const Var first = b.read(*rows.offsets, b.integer(0)), total = b.sub(b.read(*rows.offsets, n), first);
  const Var by = b.sub(append(l, shift(b, rows.items[0], first), total, t), first);
  const std::vector<VarType> ints(2, {Element::I64, true});
  const Vars bounds = emit_map(b, n, ints, [&](Var i) {
    return Vars{b.add(row_start(b, rows, i), by), b.add(row_end(b, rows, i), by)};
  });
  out.insert(out.end(), bounds.begin(), bounds.end());
  if (rows.rank > 1)
    for (Var v : extents(b, rows, n)) out.push_back(v);
}

} // namespace

// ---- equality ----

Var equal_cells(Lowering& l, Var x, Var y, TypeId t) {
  Builder& b = l.b;
  std::vector<TypeId> cells{t};
  note_inner_regions(l, cells);
  Stm s{.op = Op::Call, .args = {x, y}};
  for (TypeId c : cells) flatten_region(l, c, s.args);
  s.function = equality(l, t, cells);
  b.plan.sites.push_back({"E0602", b.at});
  s.site = static_cast<uint32_t>(b.plan.sites.size() - 1);
  return b.emit(std::move(s), {Element::Bool, false});
}

namespace {

uint32_t equality(Lowering& l, TypeId t, const std::vector<TypeId>& cells) {
  Builder& b = l.b;
  const auto [known, added] = l.regions.equalities.try_emplace(
      static_cast<uint32_t>(t), static_cast<uint32_t>(b.plan.functions.size()));
  const uint32_t number = known->second;
  if (!added) return number;
  b.plan.functions.push_back({.name = "equal " + l.types.print(t, l.frontend.symbols), .body = {}});
  const Vars pair{b.index(), b.index()};
  Body body = function_body(l, pair, cells, [&] { return Vars{compared_cells(l, pair[0], pair[1], t)}; });
  b.plan.functions[number].body = std::move(body);
  return number;
}

/// Emits the comparison of two cells of type `t` and returns its result. If the last field of a cell is a cell of the
/// same type, as in a list, a loop follows these fields instead of a recursion. Its state is the two cells, whether
/// they are still to be compared, and whether all fields compared so far were equal.
Var compared_cells(Lowering& l, Var x, Var y, TypeId t) {
  Builder& b = l.b;
  const TypeId place = l.types.prim(Element::I64), boolean = l.types.prim(Element::Bool);
  const TypeIds types{place, place, boolean, boolean};
  const Var none = b.integer(0);
  const Var some = b.both(b.less(none, x), b.less(none, y));
  const Reps first{Rep::scalar(x), Rep::scalar(y), Rep::scalar(some), Rep::scalar(b.equal(x, y))};
  const auto fields = l.constructor_fields(t);
  const size_t tags = fields.size() > 1;
  const auto step = [&](const Reps& now) {
    const Rep p = opened(l, now[0], t), q = opened(l, now[1], t);
    std::function<Reps(uint32_t)> from = [&](uint32_t k) {
      const auto here = [&] {
        return compared_fields(l, p.items[k + tags], q.items[k + tags], fields[k], t, now);
      };
      if (k + 1 == fields.size()) return here();
      const Var is = b.scalar(BuiltinId::Equal, Element::I32, Element::Bool,
                              {p.items[0].var, b.constant(Element::I32, k)});
      return choose(l, is, types, here, [&] { return from(k + 1); });
    };
    if (!tags) return from(0);
    const Rep differs = Rep::scalar(b.boolean(false));
    return choose(
        l, equal(l, p.items[0], q.items[0], l.types.prim(Element::I32)), types, [&] { return from(0); },
        [&] {
          return Reps{now[0], now[1], differs, differs};
        });
  };
  return loop_over(
             l, types, first, [](const Reps& now) { return now[2].var; }, step)[3]
      .var;
}

/// The parts of two values x and y of the same types. A tuple is replaced by its items, and so on for nested tuples.
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

/// Emits the comparison of two cells' fields, and returns the loop's next state (`compared_cells`). `now` is the
/// present state. If the last field is a cell of type `cell`, it is not compared here but in the next iteration.
Reps compared_fields(Lowering& l, const Rep& x, const Rep& y, const TypeIds& fields, TypeId cell,
                     const Reps& now) {
  Builder& b = l.b;
  Parts parts;
  for (size_t k = 0; k < fields.size(); ++k) note_parts(l.types, x.items[k], y.items[k], fields[k], parts);
  const bool goes_on = !parts.types.empty() && parts.types.back() == cell;
  const VarType boolean{Element::Bool, false};
  Var same = b.boolean(true);
  for (size_t k = 0; k + goes_on < parts.types.size(); ++k)
    same = b.choose(
        same, std::span(&boolean, 1),
        [&, k] { return Vars{equal(l, parts.x[k], parts.y[k], parts.types[k])}; },
        [&] { return Vars{b.boolean(false)}; })[0];
  const Rep result = Rep::scalar(same);
  if (goes_on) return {parts.x.back(), parts.y.back(), result, result};
  return {now[0], now[1], Rep::scalar(b.boolean(false)), result};
}

} // namespace

} // namespace nova::plan
