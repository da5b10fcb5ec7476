// Makes the elements of vectors by a function of the index, and stores the rows of nested vectors contiguously.
#include "jit/lower/tabulate.hpp"
#include "jit/lower/elements.hpp"
#include "jit/lower/function_values.hpp"
#include "jit/lower/values.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

Joined join_made(Lowering& l, Var n, const MakeRow& make);
Elements joined_items(Lowering& l, const Elements& row, Var n, Var total, std::span<const Var>& columns,
                      const MakeRow& f);
Elements tabulated(Lowering& l, const Rep& made, Var n, const MakeElement& f, std::span<const Var>& scalars);
Elements spread(Lowering& l, const Elements& e, Var n);
Elements tabulate_once(Lowering& l, Var n, const MakeElement& f);

// ---- contiguous rows ----

std::vector<VarType> as_columns(std::vector<VarType> types) {
  for (VarType& t : types) t.column = true;
  return types;
}

Elements rows_of(Var offsets, Elements items) {
  Elements e;
  e.kind = Elements::Rows, e.offsets = offsets, e.items.push_back(std::move(items));
  return e;
}

bool has_rows(const Elements& e) {
  return e.kind == Elements::Rows || (e.kind == Elements::Tuple && std::ranges::any_of(e.items, has_rows));
}

/// Whether the body calls functions of the plan, which may be recursive, or has a loop of any number of iterations.
/// Computing it twice may then take twice as long.
bool is_costly(const Body& b) {
  bool found = false;
  for_each_stm(b, [&](const Stm& s) { found |= s.op == Op::Call || s.op == Op::Loop; });
  return found;
}

/// Appends to `out` the columns of the m elements `e` of one row. If these elements are rows themselves, appends the
/// columns of their lengths and dimensions instead of their elements.
void row_columns(Builder& b, const Elements& e, Var m, Vars& out) {
  const VarType ints{Element::I64, true};
  switch (e.kind) {
  case Elements::Unit:
  case Elements::Same: return;
  case Elements::Column: return out.push_back(e.column);
  case Elements::Tuple:
    for (const Elements& item : e.items) row_columns(b, item, m, out);
    return;
  case Elements::Rows:
    out.push_back(emit_map(b, m, std::span(&ints, 1), [&](Var k) { return Vars{row_length(b, e, k)}; })[0]);
    if (e.rank > 1)
      for (Var v : extents(b, e, m)) out.push_back(v);
  }
}

} // namespace

Joined join_rows(Lowering& l, Var n, const MakeRow& make) {
  Builder& b = l.b;
  const auto first = static_cast<uint32_t>(b.plan.types.size());
  const MakeRow f = [&](Var i) {
    const auto [m, elements] = make(i);
    return std::pair(m, solid(l, elements, m, first));
  };
  Elements row;
  Stm s{.op = Op::Rows, .args = {n}};
  s.bodies.push_back(b.loop_body([&](Var i) {
    auto [m, elements] = f(i);
    row = elements;
    Vars results{m};
    row_columns(b, row, m, results);
    return results;
  }));
  if (has_rows(row) && is_costly(s.bodies[0])) return join_made(l, n, make);
  std::vector<VarType> types{{Element::I64, true}, {Element::I64, false}};
  const Vars& results = s.bodies[0].results;
  for (size_t k = 1; k < results.size(); ++k) types.push_back(b.plan[results[k]]);
  const Vars outs = b.emit(std::move(s), types);
  std::span<const Var> columns = std::span(outs).subspan(2);
  return {outs[0], outs[1], joined_items(l, row, n, outs[1], columns, f)};
}

namespace {

/// Returns what `join_rows` returns, for rows that contain rows and are costly to compute. All rows are computed once
/// and stored, and then copied so that they are contiguous.
Joined join_made(Lowering& l, Var n, const MakeRow& make) {
  const Elements made = tabulate(l, n, [&](Var i) {
    const auto [m, elements] = make(i);
    return Rep::vector({m}, elements);
  });
  const Elements rows = contiguous(l, made, n);
  return {*rows.offsets, l.b.read(*rows.offsets, n), rows.items[0]};
}

/// Returns the elements of all rows, with the structure of `row`, the elements of one row. They are taken from
/// `columns`, the columns of a Rows statement. If the elements are rows themselves, further loops compute these inner
/// rows by `f` and store them contiguously.
Elements joined_items(Lowering& l, const Elements& row, Var n, Var total, std::span<const Var>& columns,
                      const MakeRow& f) {
  Builder& b = l.b;
  Elements e = row;
  switch (row.kind) {
  case Elements::Unit:
  case Elements::Same: return e;
  case Elements::Column: e.column = next_of(columns); return e;
  case Elements::Tuple:
    for (size_t k = 0; k < e.items.size(); ++k)
      e.items[k] = joined_items(l, row.items[k], n, total, columns, [&](Var i) {
        auto [m, elements] = f(i);
        return std::pair(m, elements.items[k]);
      });
    return e;
  case Elements::Rows: {
    const Var lengths = columns.front();
    const size_t extents = row.rank > 1 ? row.rank : 0;
    Elements all = rows_of(Var{}, {});
    all.rank = row.rank,
    all.extents.assign(columns.begin() + 1, columns.begin() + 1 + static_cast<ptrdiff_t>(extents));
    columns = columns.subspan(1 + extents);
    all.offsets =
        join_rows(l, total, [&](Var j) { return std::pair(b.read(lengths, j), Elements()); }).offsets;
    Joined inner = join_rows(l, n, [&](Var i) {
      auto [m, elements] = f(i);
      const Elements rows = contiguous(l, elements, m);
      const Var first = b.read(*rows.offsets, b.integer(0));
      return std::pair(b.sub(b.read(*rows.offsets, m), first), shift(b, rows.items[0], first));
    });
    return all.items[0] = std::move(inner.items), all;
  }
  }
  return e;
}

} // namespace

Elements contiguous(Lowering& l, const Elements& e, Var n) {
  Builder& b = l.b;
  Elements rows = e;
  if (!e.offsets) {
    Joined all = join_rows(l, n, [&](Var i) {
      const Var start = row_start(b, e, i);
      return std::pair(row_length(b, e, i), shift(b, e.items[0], start));
    });
    rows = rows_of(all.offsets, std::move(all.items));
    rows.rank = e.rank;
  }
  if (e.rank > 1) rows.shape = row_shapes(b, e, n), rows.extents.clear();
  return rows;
}

namespace {

/// Appends to `out` the scalars of the element `r`, and the dimensions of each vector#n in it. The elements of
/// vectors are computed by loops of their own.
void scalars_of(const Rep& r, Vars& out) {
  if (r.kind == Rep::Scalar) out.push_back(r.var);
  if (r.dims.size() > 1) out.insert(out.end(), r.dims.begin(), r.dims.end());
  if (r.kind != Rep::Held)
    for (const Rep& item : r.items) scalars_of(item, out);
}

bool has_vectors(const Rep& r) {
  if (r.kind == Rep::Vector || r.kind == Rep::Held) return r.kind == Rep::Vector;
  for (const Rep& item : r.items)
    if (has_vectors(item)) return true;
  return false;
}

size_t passes_for(const Elements& e) {
  size_t n = e.kind == Elements::Rows;
  for (const Elements& item : e.items) n += passes_for(item);
  return n;
}

/// Returns how often the element `r` would be computed if each of its vectors, and all scalars together, were
/// computed by a separate loop.
size_t passes_for(const Rep& r) {
  size_t n = r.kind == Rep::Vector ? 1 + (r.dims.size() > 1) + passes_for(r.elements) : 0;
  Vars scalars;
  scalars_of(r, scalars);
  for (const Rep& item : r.items) n += item.kind == Rep::Scalar ? 0 : passes_for(item);
  return n + (r.kind == Rep::Tuple && !scalars.empty());
}

} // namespace

Elements tabulate(Lowering& l, Var n, const MakeElement& make) {
  Builder& b = l.b;
  const auto first = static_cast<uint32_t>(b.plan.types.size());
  const MakeElement f = [&](Var i) { return held(l, make(i), first); };
  Rep made;
  Stm s{.op = Op::Map, .args = {n}};
  s.bodies.push_back(b.loop_body([&](Var i) {
    made = f(i);
    Vars results;
    scalars_of(made, results);
    return results;
  }));
  if (has_vectors(made) && passes_for(made) > 1 && is_costly(s.bodies[0])) return tabulate_once(l, n, f);
  Vars scalars;
  const std::vector<VarType> types = as_columns(b.types_of(s.bodies[0].results));
  if (!types.empty() || !has_vectors(made)) scalars = b.emit(std::move(s), types);
  std::span<const Var> all(scalars);
  return tabulated(l, made, n, f, all);
}

namespace {

Elements tabulated(Lowering& l, const Rep& made, Var n, const MakeElement& f, std::span<const Var>& scalars) {
  Builder& b = l.b;
  Elements e;
  switch (made.kind) {
  case Rep::Unit: return e;
  case Rep::Scalar: e.kind = Elements::Column, e.column = next_of(scalars); return e;
  case Rep::Held: e.kind = Elements::Same, e.same = std::make_shared<Rep>(made.items[0]); return e;
  case Rep::Tuple:
  case Rep::Function:
  case Rep::Choice:
    e.kind = Elements::Tuple, e.lambda = made.lambda, e.type = made.type, e.role = role_of(made);
    for (size_t k = 0; k < made.items.size(); ++k)
      e.items.push_back(tabulated(
          l, made.items[k], n, [&](Var i) { return f(i).items[k]; }, scalars));
    return e;
  case Rep::Vector: {
    const size_t extents = made.dims.size() > 1 ? made.dims.size() : 0;
    const Vars dims(scalars.begin(), scalars.begin() + static_cast<ptrdiff_t>(extents));
    scalars = scalars.subspan(extents);
    Joined rows = join_rows(l, n, [&](Var i) {
      const Rep row = f(i);
      return std::pair(count(b, row), row.elements);
    });
    e = rows_of(rows.offsets, std::move(rows.items));
    e.rank = static_cast<uint32_t>(made.dims.size()), e.extents = dims;
    return e;
  }
  case Rep::Free: refuse(b, NoPlan::VectorOfFunctions);
  }
  return e;
}

} // namespace

Elements stored_elements(Lowering& l, const Rep& form, const std::vector<VarType>& element, const Vars& outs,
                         Var n) {
  if (form.kind == Rep::Vector && form.dims.size() == 1 && is_flat(form.elements) && element.size() > 1) {
    Vars columns; // each stored column has its own column of offsets; all of these are equal, so one is used
    for (size_t k = 2; k < outs.size(); k += 2) columns.push_back(outs[k]);
    Elements rows;
    rows.kind = Elements::Rows, rows.offsets = outs[1];
    std::span<const Var> all(columns);
    rows.items.push_back(like(form.elements, all));
    return rows;
  }
  return tabulate(l, n, [&](Var i) { return stored_element(l.b, form, element, outs, i); });
}

namespace {

/// Returns the value `r` in the form that `flatten` and `like` need: all rows are stored contiguously, and a value
/// that all elements of a vector share (Same) is stored once for each element.
Rep spread(Lowering& l, Rep r) {
  if (r.kind == Rep::Held) return r;
  for (Rep& item : r.items) item = spread(l, std::move(item));
  if (r.kind == Rep::Vector) r.elements = spread(l, r.elements, count(l.b, r));
  return r;
}

Elements spread(Lowering& l, const Elements& e, Var n) {
  if (e.kind == Elements::Same) return spread(l, repeated(l, *e.same, n), n);
  Elements s = e.kind == Elements::Rows ? contiguous(l, e, n) : e;
  if (e.kind == Elements::Rows) n = l.b.read(*s.offsets, n);
  for (Elements& item : s.items) item = spread(l, item, n);
  return s;
}

/// Appends to `flat` the variables of the element `r` that are stored for each element. For a function these are the
/// values that it captured and its arguments. Values that are the same for all elements (Held) are left out.
void parts(Lowering& l, const Rep& r, Vars& flat) {
  if (r.kind == Rep::Held) return;
  const bool has_items = r.kind == Rep::Tuple || r.kind == Rep::Function || r.kind == Rep::Choice;
  if (!has_items) return flatten(l, r, flat);
  for (const Rep& item : r.items) parts(l, item, flat);
}

/// Returns n elements that `f` computes. One loop computes all parts of an element, since it would be costly to
/// compute the element again for each part.
Elements tabulate_once(Lowering& l, Var n, const MakeElement& f) {
  Builder& b = l.b;
  Rep made;
  Stm s{.op = Op::Map, .args = {n}};
  s.bodies.push_back(b.loop_body([&](Var i) {
    Vars all;
    parts(l, made = spread(l, f(i)), all);
    return all;
  }));
  const std::vector<VarType> types = b.types_of(s.bodies[0].results);
  if (std::optional<Body> columns = sizes(b, made, types))
    s.op = Op::Each, s.bodies.push_back(std::move(*columns));
  const Vars outs = b.emit(std::move(s), stored_types(types));
  return stored_elements(l, made, types, outs, n);
}

} // namespace

} // namespace nova::plan
