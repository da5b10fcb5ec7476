// Values and their parts: making them from variables, taking them apart, reading and making elements.
#include "jit/lower/lowering.hpp"

namespace nova::plan {

// ---- by type ----

/// The fields of each constructor at the sum's arguments.
std::vector<std::vector<TypeId>> Lowering::constructor_fields(TypeId sum) {
  return plan::constructor_fields(types_, sum, &boxed_);
}

/// A type's parts one after the other: `one` makes a value of each. Sums are tuples, their tag first.
namespace {
template <class One> auto sum_items(const std::vector<std::vector<TypeId>>& fields, Types& types, One one) {
  std::vector<decltype(one(TypeId{}))> items;
  if (fields.size() > 1) items.push_back(one(types.prim(Element::I32)));
  return items;
}
} // namespace

Rep Lowering::fresh(TypeId t, const MakeVar& make) {
  t = types_.resolve(t);
  Reps items;
  switch (types_[t].kind) {
  case TypeKind::Prim: {
    const Element e = types_.element(t);
    return e == Element::Unit ? Rep() : Rep::scalar(make({e, false}));
  }
  case TypeKind::Tuple:
    for (uint32_t k = 0; k < types_[t].count; ++k) items.push_back(fresh(types_.arg(t, k), make));
    return Rep::tuple(std::move(items));
  case TypeKind::Vector: {
    Vars dims;
    for (uint32_t d = 0; d < types_.rank_of(t); ++d) dims.push_back(make({Element::I64, false}));
    return Rep::vector(std::move(dims), fresh_elements(types_.element_of(t), make));
  }
  case TypeKind::Sum: {
    if (is_cell(t)) return Rep::scalar(make({Element::I64, false}));
    const auto fields = constructor_fields(t);
    items = sum_items(fields, types_, [&](TypeId tag) { return fresh(tag, make); });
    for (const auto& each : fields) {
      Reps of;
      for (TypeId f : each) of.push_back(fresh(f, make));
      items.push_back(Rep::tuple(std::move(of)));
    }
    return Rep::tuple(std::move(items));
  }
  case TypeKind::Fun:
    if (is_cell(t)) return boxed_at(make({Element::I64, false}), t);
    [[fallthrough]];
  default: refuse("it makes a function of any kind");
  }
}

Elements Lowering::fresh_elements(TypeId t, const MakeVar& make) {
  t = types_.resolve(t);
  Elements e;
  switch (types_[t].kind) {
  case TypeKind::Prim:
    if (types_.element(t) != Element::Unit)
      e.kind = Elements::Column, e.column = make({types_.element(t), true});
    return e;
  case TypeKind::Tuple:
    e.kind = Elements::Tuple;
    for (uint32_t k = 0; k < types_[t].count; ++k) e.items.push_back(fresh_elements(types_.arg(t, k), make));
    return e;
  case TypeKind::Vector:
    e.kind = Elements::Rows, e.offsets = make({Element::I64, true}), e.rank = types_.rank_of(t);
    if (e.rank > 1) e.shape = make({Element::I64, true});
    e.items.push_back(fresh_elements(types_.element_of(t), make));
    return e;
  case TypeKind::Sum: {
    if (is_cell(t)) return fresh_elements(types_.prim(Element::I64), make);
    const auto fields = constructor_fields(t);
    e.kind = Elements::Tuple;
    e.items = sum_items(fields, types_, [&](TypeId tag) { return fresh_elements(tag, make); });
    for (const auto& each : fields) {
      Elements of;
      of.kind = Elements::Tuple;
      for (TypeId f : each) of.items.push_back(fresh_elements(f, make));
      e.items.push_back(std::move(of));
    }
    return e;
  }
  case TypeKind::Fun:
    if (is_cell(t)) return fresh_elements(types_.prim(Element::I64), make);
    [[fallthrough]];
  default: refuse("it has a vector of functions");
  }
}

Rep Lowering::from_flat(TypeId t, std::span<const Var>& flat) {
  return fresh(t, [&](VarType) { return next_of(flat); });
}

Rep Lowering::from_flat(TypeId t, const Vars& flat) {
  std::span<const Var> all(flat);
  return from_flat(t, all);
}

std::vector<VarType> Lowering::flat_of(TypeId t) {
  std::vector<VarType> flat;
  fresh(t, [&](VarType v) { return flat.push_back(v), Var{}; });
  return flat;
}

/// Zeros, and columns of one zero (which serve as offsets of no rows).
Vars Lowering::zeros(std::span<const VarType> types) {
  Vars all;
  for (const VarType& t : types)
    all.push_back(
        t.column ? map(b.integer(1), std::span(&t, 1), [&](Var) { return Vars{b.constant(t.element, 0)}; })[0]
                 : b.constant(t.element, 0));
  return all;
}

Rep Lowering::zero(TypeId t) {
  const std::vector<ValueShape> shape{shape_of(t)};
  return from_flat(shape, zeros(flat_of(shape[0])))[0];
}

bool Lowering::is_flat(TypeId t) {
  if (has_function(t)) return false;
  for (const VarType& v : flat_of(t))
    if (v.column) return false;
  return true;
}

// ---- flat order ----

void Lowering::flatten(const Rep& r, Vars& flat) {
  switch (r.kind) {
  case Rep::Unit: return;
  case Rep::Scalar: return flat.push_back(r.var);
  case Rep::Tuple:
    for (const Rep& item : r.items) flatten(item, flat);
    return;
  case Rep::Vector:
    flat.insert(flat.end(), r.dims.begin(), r.dims.end());
    return flatten(r.elements, count(r), flat);
  default: refuse("a function is chosen, stored or passed around at run time");
  }
}

Vars Lowering::flatten(const Rep& r) {
  Vars flat;
  flatten(r, flat);
  return flat;
}

void Lowering::flatten(const Elements& e, Var n, Vars& flat) {
  switch (e.kind) {
  case Elements::Same: return flatten(repeated(*e.same, n), n, flat);
  case Elements::Unit: return;
  case Elements::Column: return flat.push_back(e.column);
  case Elements::Tuple:
    for (const Elements& item : e.items) flatten(item, n, flat);
    return;
  case Elements::Rows: {
    const Elements rows = contiguous(e, n);
    flat.push_back(*rows.offsets);
    if (e.rank > 1) flat.push_back(*rows.shape);
    return flatten(rows.items[0], b.read(*rows.offsets, n), flat);
  }
  }
}

/// The columns of flat elements.
Vars Lowering::columns(const Elements& e) {
  if (e.kind == Elements::Column) return {e.column};
  Vars all;
  for (const Elements& item : e.items)
    for (Var v : columns(item)) all.push_back(v);
  return all;
}

// ---- elements ----

Var Lowering::product(const Vars& dims) {
  Var n = dims[0];
  for (size_t d = 1; d < dims.size(); ++d) n = b.mul(n, dims[d]);
  return n;
}

bool Lowering::is_flat(const Elements& e) const {
  if (e.kind == Elements::Rows) return false;
  for (const Elements& item : e.items)
    if (!is_flat(item)) return false;
  return true;
}

/// The elements from number `by` on.
Elements Lowering::shift(const Elements& e, Var by) {
  Elements s = e;
  switch (e.kind) {
  case Elements::Unit:
  case Elements::Same: return s;
  case Elements::Column: return s.column = b.shift(e.column, by), s;
  case Elements::Tuple:
    for (Elements& item : s.items) item = shift(item, by);
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

/// A row's dimensions; of a plain one, none.
Vars Lowering::row_dims(const Elements& rows, Var i) {
  Vars dims;
  for (uint32_t d = 0; d < rows.rank && rows.rank > 1; ++d)
    dims.push_back(rows.shape ? b.read(*rows.shape, b.add(b.mul(i, b.integer(rows.rank)), b.integer(d)))
                              : b.read(rows.extents[d], i));
  return dims;
}

/// All rows' dimensions, a column for each.
Vars Lowering::extents(const Elements& rows, Var n) {
  if (!rows.shape) return rows.extents;
  return map(n, std::vector<VarType>(rows.rank, {Element::I64, true}),
             [&](Var i) { return row_dims(rows, i); });
}

/// The same side by side.
Var Lowering::shape(const Elements& rows, Var n) {
  if (rows.shape) return *rows.shape;
  const Var rank = b.integer(rows.rank);
  const VarType ints{Element::I64, true}, number{Element::I64, false};
  return map(b.mul(n, rank), std::span(&ints, 1), [&](Var k) {
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

Var Lowering::row_start(const Elements& rows, Var i) { return b.read(rows.offsets.value_or(rows.starts), i); }

Var Lowering::row_end(const Elements& rows, Var i) {
  return rows.offsets ? b.read(*rows.offsets, b.add(i, b.integer(1))) : b.read(rows.ends, i);
}

Rep Lowering::element(const Elements& e, Var i) {
  switch (e.kind) {
  case Elements::Unit: return {};
  case Elements::Same: return *e.same;
  case Elements::Column: return Rep::scalar(b.read(e.column, i));
  case Elements::Tuple: {
    Reps items;
    for (const Elements& item : e.items) items.push_back(element(item, i));
    if (e.role == Elements::Closure) return Rep::function(e.lambda, std::move(items));
    if (e.role == Elements::Choice) return Rep::choice(e.type, std::move(items));
    return Rep::tuple(std::move(items));
  }
  case Elements::Rows: {
    const Var start = row_start(e, i);
    return Rep::vector(e.rank > 1 ? row_dims(e, i) : Vars{b.sub(row_end(e, i), start)},
                       shift(e.items[0], start));
  }
  }
  return {};
}

// ---- elements in other places ----

void Lowering::leaves(const Elements& e, Var i, Vars& out) {
  switch (e.kind) {
  case Elements::Unit:
  case Elements::Same: return;
  case Elements::Column: return out.push_back(b.read(e.column, i));
  case Elements::Tuple:
    for (const Elements& item : e.items) leaves(item, i, out);
    return;
  case Elements::Rows:
    out.push_back(row_start(e, i)), out.push_back(row_end(e, i));
    for (Var d : row_dims(e, i)) out.push_back(d);
  }
}

std::vector<VarType> Lowering::leaf_columns(const Elements& e) {
  if (e.kind == Elements::Column) return {b.plan[e.column]};
  if (e.kind == Elements::Rows)
    return std::vector<VarType>(e.rank > 1 ? 2 + e.rank : 2, {Element::I64, true});
  std::vector<VarType> all;
  for (const Elements& item : e.items)
    for (const VarType& t : leaf_columns(item)) all.push_back(t);
  return all;
}

Elements Lowering::moved(const Elements& e, std::span<const Var>& columns) {
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

Elements Lowering::moved(const Elements& e, const Vars& columns) {
  std::span<const Var> all(columns);
  return moved(e, all);
}

Vars Lowering::map(Var n, std::span<const VarType> columns, const std::function<Vars(Var)>& f) {
  Stm s{.op = Op::Map, .args = {n}};
  s.bodies.push_back(b.loop_body(f));
  return b.emit(std::move(s), columns);
}

Elements Lowering::gathered(const Elements& e, Var n, const std::function<Var(Var)>& from) {
  return moved(e, map(n, leaf_columns(e), [&](Var i) {
                 Vars all;
                 leaves(e, from(i), all);
                 return all;
               }));
}

// ---- rows one after the other ----

namespace {

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

/// Does it call a function, which may call itself again and again?
bool calls(const Body& b) {
  bool found = false;
  for_each_stm(b, [&](const Stm& s) { found |= s.op == Op::Call; });
  return found;
}

} // namespace

/// A row's columns; of a row of rows, the lengths.
void Lowering::row_columns(const Elements& e, Var m, Vars& out) {
  const VarType ints{Element::I64, true};
  switch (e.kind) {
  case Elements::Unit:
  case Elements::Same: return;
  case Elements::Column: return out.push_back(e.column);
  case Elements::Tuple:
    for (const Elements& item : e.items) row_columns(item, m, out);
    return;
  case Elements::Rows:
    out.push_back(
        map(m, std::span(&ints, 1), [&](Var k) { return Vars{b.sub(row_end(e, k), row_start(e, k))}; })[0]);
    if (e.rank > 1)
      for (Var v : extents(e, m)) out.push_back(v);
  }
}

Lowering::Joined Lowering::join_rows(Var n, const MakeRow& make) {
  const auto first = static_cast<uint32_t>(b.plan.types.size());
  const MakeRow f = [&](Var i) {
    const auto [m, elements] = make(i);
    return std::pair(m, solid(elements, m, first));
  };
  Elements row;
  Stm s{.op = Op::Rows, .args = {n}};
  s.bodies.push_back(b.loop_body([&](Var i) {
    auto [m, elements] = f(i);
    row = elements;
    Vars results{m};
    row_columns(row, m, results);
    return results;
  }));
  if (has_rows(row) && calls(s.bodies[0])) return join_made(n, make);
  std::vector<VarType> types{{Element::I64, true}, {Element::I64, false}};
  const Vars& results = s.bodies[0].results;
  for (size_t k = 1; k < results.size(); ++k) types.push_back(b.plan[results[k]]);
  const Vars outs = b.emit(std::move(s), types);
  std::span<const Var> columns = std::span(outs).subspan(2);
  return {outs[0], outs[1], joined_items(row, n, outs[1], columns, f)};
}

/// The same of rows of rows that are made at once, since making them again for each pass would cost much.
Lowering::Joined Lowering::join_made(Var n, const MakeRow& make) {
  const Elements made = tabulate(n, [&](Var i) {
    const auto [m, elements] = make(i);
    return Rep::vector({m}, elements);
  });
  const Elements rows = contiguous(made, n);
  return {*rows.offsets, b.read(*rows.offsets, n), rows.items[0]};
}

/// What lies in the rows' columns. The rows of a row of rows are joined by a pass of their own.
Elements Lowering::joined_items(const Elements& row, Var n, Var total, std::span<const Var>& columns,
                                const MakeRow& f) {
  Elements e = row;
  switch (row.kind) {
  case Elements::Unit:
  case Elements::Same: return e;
  case Elements::Column: e.column = next_of(columns); return e;
  case Elements::Tuple:
    for (size_t k = 0; k < e.items.size(); ++k)
      e.items[k] = joined_items(row.items[k], n, total, columns, [&](Var i) {
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
    all.offsets = join_rows(total, [&](Var j) { return std::pair(b.read(lengths, j), Elements()); }).offsets;
    Joined inner = join_rows(n, [&](Var i) {
      auto [m, elements] = f(i);
      const Elements rows = contiguous(elements, m);
      const Var first = b.read(*rows.offsets, b.integer(0));
      return std::pair(b.sub(b.read(*rows.offsets, m), first), shift(rows.items[0], first));
    });
    return all.items[0] = std::move(inner.items), all;
  }
  }
  return e;
}

Elements Lowering::contiguous(const Elements& e, Var n) {
  Elements rows = e;
  if (!e.offsets) {
    Joined all = join_rows(n, [&](Var i) {
      const Var start = row_start(e, i);
      return std::pair(b.sub(row_end(e, i), start), shift(e.items[0], start));
    });
    rows = rows_of(all.offsets, std::move(all.items));
    rows.rank = e.rank;
  }
  if (e.rank > 1) rows.shape = shape(e, n), rows.extents.clear();
  return rows;
}

namespace {

/// The scalars of an element that is being made, and the dimensions of vector#n; its vectors are made apart.
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

} // namespace

namespace {

size_t passes_for(const Elements& e) {
  size_t n = e.kind == Elements::Rows;
  for (const Elements& item : e.items) n += passes_for(item);
  return n;
}

/// How often an element would be computed to make its parts one after the other.
size_t passes_for(const Rep& r) {
  size_t n = r.kind == Rep::Vector ? 1 + (r.dims.size() > 1) + passes_for(r.elements) : 0;
  Vars scalars;
  scalars_of(r, scalars);
  for (const Rep& item : r.items) n += item.kind == Rep::Scalar ? 0 : passes_for(item);
  return n + (r.kind == Rep::Tuple && !scalars.empty());
}

} // namespace

/// An element that holds vectors is computed once for its scalars and once for each vector.
Elements Lowering::tabulate(Var n, const MakeElement& make) {
  const auto first = static_cast<uint32_t>(b.plan.types.size());
  const MakeElement f = [&](Var i) { return held(make(i), first); };
  Rep made;
  Stm s{.op = Op::Map, .args = {n}};
  s.bodies.push_back(b.loop_body([&](Var i) {
    made = f(i);
    Vars results;
    scalars_of(made, results);
    return results;
  }));
  if (has_vectors(made) && passes_for(made) > 1 && calls(s.bodies[0])) return tabulate_once(n, f);
  Vars scalars;
  const std::vector<VarType> types = as_columns(b.types_of(s.bodies[0].results));
  if (!types.empty() || !has_vectors(made)) scalars = b.emit(std::move(s), types);
  std::span<const Var> all(scalars);
  return tabulated(made, n, f, all);
}

Elements Lowering::tabulated(const Rep& made, Var n, const MakeElement& f, std::span<const Var>& scalars) {
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
          made.items[k], n, [&](Var i) { return f(i).items[k]; }, scalars));
    return e;
  case Rep::Vector: {
    const size_t extents = made.dims.size() > 1 ? made.dims.size() : 0;
    const Vars dims(scalars.begin(), scalars.begin() + static_cast<ptrdiff_t>(extents));
    scalars = scalars.subspan(extents);
    Joined rows = join_rows(n, [&](Var i) {
      const Rep row = f(i);
      return std::pair(count(row), row.elements);
    });
    e = rows_of(rows.offsets, std::move(rows.items));
    e.rank = static_cast<uint32_t>(made.dims.size()), e.extents = dims;
    return e;
  }
  case Rep::Free: refuse("it makes a vector of functions");
  }
  return e;
}

} // namespace nova::plan
