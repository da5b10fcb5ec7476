// Operations on the elements of a vector: reading elements, rearranging them, and computing lengths.
#include "jit/lower/elements.hpp"

namespace nova::plan {

namespace {

void lengths(Builder& b, const Elements& e, Var n, Vars& out);

} // namespace

Var product(Builder& b, std::span<const Var> dims) {
  if (dims.empty()) return b.integer(1);
  Var n = dims[0];
  for (const Var d : dims.subspan(1)) n = b.mul(n, d);
  return n;
}

Vars columns(const Elements& e) {
  if (e.kind == Elements::Column) return {e.column};
  Vars all;
  for (const Elements& item : e.items)
    for (Var v : columns(item)) all.push_back(v);
  return all;
}

bool is_flat(const Elements& e) {
  if (e.kind == Elements::Rows) return false;
  for (const Elements& item : e.items)
    if (!is_flat(item)) return false;
  return true;
}

Elements shift(Builder& b, const Elements& e, Var by) {
  Elements s = e;
  switch (e.kind) {
  case Elements::Unit:
  case Elements::Same: return s;
  case Elements::Column: return s.column = b.shift(e.column, by), s;
  case Elements::Tuple:
    for (Elements& item : s.items) item = shift(b, item, by);
    return s;
  case Elements::Rows:
    if (e.shape) s.shape = b.shift(*e.shape, b.mul(by, b.integer(e.rank)));
    for (Var& v : s.extents) v = b.shift(v, by);
    if (e.offsets)
      s.offsets = b.shift(*e.offsets, by);
    else
      s.starts = b.shift(e.starts, by), s.ends = b.shift(e.ends, by);
    return s;
  }
  return s;
}

Vars row_dims(Builder& b, const Elements& rows, Var i) {
  Vars dims;
  for (uint32_t d = 0; d < rows.rank && rows.rank > 1; ++d)
    dims.push_back(rows.shape ? b.read(*rows.shape, b.add(b.mul(i, b.integer(rows.rank)), b.integer(d)))
                              : b.read(rows.extents[d], i));
  return dims;
}

Vars extents(Builder& b, const Elements& rows, Var n) {
  if (!rows.shape) return rows.extents;
  return emit_map(b, n, std::vector<VarType>(rows.rank, {Element::I64, true}),
                  [&](Var i) { return row_dims(b, rows, i); });
}

Var row_shapes(Builder& b, const Elements& rows, Var n) {
  if (rows.shape) return *rows.shape;
  const Var rank = b.integer(rows.rank);
  const VarType ints{Element::I64, true}, number{Element::I64, false};
  return emit_map(b, b.mul(n, rank), std::span(&ints, 1), [&](Var k) {
    const Var i = b.calc(BuiltinId::Divide, k, rank), at = b.calc(BuiltinId::Remainder, k, rank);
    std::function<Vars(uint32_t)> pick = [&](uint32_t d) {
      if (d + 1 == rows.rank) return Vars{b.read(rows.extents[d], i)};
      return b.choose(
          b.equal(at, b.integer(d)), std::span(&number, 1), [&] { return Vars{b.read(rows.extents[d], i)}; },
          [&] { return pick(d + 1); });
    };
    return pick(0);
  })[0];
}

Var row_start(Builder& b, const Elements& rows, Var i) {
  return b.read(rows.offsets.value_or(rows.starts), i);
}

Var row_end(Builder& b, const Elements& rows, Var i) {
  return rows.offsets ? b.read(*rows.offsets, b.add(i, b.integer(1))) : b.read(rows.ends, i);
}

Var row_length(Builder& b, const Elements& rows, Var i) {
  if (const auto all = rows.offsets ? b.step_of(*rows.offsets) : std::nullopt) return *all;
  const Var start = row_start(b, rows, i);
  return b.sub(row_end(b, rows, i), start);
}

Rep element(Builder& b, const Elements& e, Var i) {
  switch (e.kind) {
  case Elements::Unit: return {};
  case Elements::Same: return *e.same;
  case Elements::Column: return Rep::scalar(b.read(e.column, i));
  case Elements::Tuple: {
    Reps items;
    for (const Elements& item : e.items) items.push_back(element(b, item, i));
    if (e.role == Elements::Closure) return Rep::function(e.lambda, std::move(items));
    if (e.role == Elements::Choice) return Rep::choice(e.type, std::move(items));
    return Rep::tuple(std::move(items));
  }
  case Elements::Rows: {
    const Var start = row_start(b, e, i);
    return Rep::vector(e.rank > 1 ? row_dims(b, e, i) : Vars{row_length(b, e, i)},
                       shift(b, e.items[0], start));
  }
  }
  return {};
}

// ---- elements in another order ----

void leaves(Builder& b, const Elements& e, Var i, Vars& out) {
  switch (e.kind) {
  case Elements::Unit:
  case Elements::Same: return;
  case Elements::Column: return out.push_back(b.read(e.column, i));
  case Elements::Tuple:
    for (const Elements& item : e.items) leaves(b, item, i, out);
    return;
  case Elements::Rows:
    out.push_back(row_start(b, e, i)), out.push_back(row_end(b, e, i));
    for (Var d : row_dims(b, e, i)) out.push_back(d);
  }
}

std::vector<VarType> leaf_columns(Builder& b, const Elements& e) {
  if (e.kind == Elements::Column) return {b.plan[e.column]};
  if (e.kind == Elements::Rows)
    return std::vector<VarType>(e.rank > 1 ? 2 + e.rank : 2, {Element::I64, true});
  std::vector<VarType> all;
  for (const Elements& item : e.items)
    for (const VarType& t : leaf_columns(b, item)) all.push_back(t);
  return all;
}

Elements moved(const Elements& e, std::span<const Var>& columns) {
  Elements m = e;
  if (e.kind == Elements::Column) m.column = next_of(columns);
  if (e.kind == Elements::Rows) {
    m.offsets.reset(), m.starts = next_of(columns), m.ends = next_of(columns);
    m.shape.reset(), m.extents.clear();
    for (uint32_t d = 0; d < e.rank && e.rank > 1; ++d) m.extents.push_back(next_of(columns));
  }
  if (e.kind == Elements::Tuple)
    for (Elements& item : m.items) item = moved(item, columns);
  return m;
}

Elements moved(const Elements& e, const Vars& columns) {
  std::span<const Var> all(columns);
  return moved(e, all);
}

Vars emit_map(Builder& b, Var n, std::span<const VarType> columns, const std::function<Vars(Var)>& f) {
  Stm s{.op = Op::Map, .args = {n}};
  s.bodies.push_back(b.loop_body(f));
  return b.emit(std::move(s), columns);
}

Elements gathered(Builder& b, const Elements& e, Var n, const std::function<Var(Var)>& from) {
  return moved(e, emit_map(b, n, leaf_columns(b, e), [&](Var i) {
                 Vars all;
                 leaves(b, e, from(i), all);
                 return all;
               }));
}

Vars zeros(Builder& b, std::span<const VarType> types) {
  Vars all;
  for (const VarType& t : types)
    all.push_back(t.column ? emit_map(b, b.integer(1), std::span(&t, 1),
                                      [&](Var) { return Vars{b.constant(t.element, 0)}; })[0]
                           : b.constant(t.element, 0));
  return all;
}

Rep like(const Rep& r, std::span<const Var>& flat) {
  Rep made = r;
  if (r.kind == Rep::Held) return made;
  if (r.kind == Rep::Scalar) made.var = next_of(flat);
  for (Rep& item : made.items) item = like(item, flat);
  for (Var& d : made.dims) d = next_of(flat);
  if (r.kind == Rep::Vector) made.elements = like(r.elements, flat);
  return made;
}

Elements like(const Elements& e, std::span<const Var>& flat) {
  Elements made = e;
  if (e.kind == Elements::Column) made.column = next_of(flat);
  if (e.kind == Elements::Rows) made.offsets = next_of(flat), made.extents.clear();
  if (e.kind == Elements::Rows && e.rank > 1) made.shape = next_of(flat);
  for (Elements& item : made.items) item = like(item, flat);
  return made;
}

namespace {

/// Appends to `out`, for each column that the value `r` consists of, how many elements it has. The columns are in the
/// order of the flat layout.
void lengths(Builder& b, const Rep& r, Vars& out) {
  if (r.kind == Rep::Held) return;
  for (const Rep& item : r.items) lengths(b, item, out);
  if (r.kind == Rep::Vector) lengths(b, r.elements, count(b, r), out);
}

void lengths(Builder& b, const Elements& e, Var n, Vars& out) {
  if (e.kind == Elements::Column) out.push_back(n);
  if (e.kind == Elements::Rows) {
    out.push_back(b.add(n, b.integer(1)));
    if (e.rank > 1) out.push_back(b.mul(n, b.integer(e.rank)));
    n = b.read(*e.offsets, n);
  }
  for (const Elements& item : e.items) lengths(b, item, n, out);
}

} // namespace

Vars lengths(Builder& b, const Rep& r) {
  Vars all;
  lengths(b, r, all);
  return all;
}

std::optional<Body> sizes(Builder& b, const Rep& form, const std::vector<VarType>& types) {
  bool columns = false;
  Vars params;
  for (const VarType& t : types) columns |= t.column, params.push_back(b.parameter(t));
  if (!columns) return {};
  return b.body(params, [&] {
    std::span<const Var> flat(params);
    return lengths(b, like(form, flat));
  });
}

std::vector<VarType> stored_types(const std::vector<VarType>& element) {
  std::vector<VarType> all;
  for (const VarType& t : element) {
    if (t.column) all.push_back({Element::I64, true});
    all.push_back({t.element, true});
  }
  return all;
}

Rep stored_element(Builder& b, const Rep& form, const std::vector<VarType>& element, const Vars& outs,
                   Var i) {
  const Vars flat = b.stored(element, outs, i);
  std::span<const Var> all(flat);
  return like(form, all);
}

} // namespace nova::plan
