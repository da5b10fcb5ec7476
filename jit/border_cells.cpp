#include "jit/border_cells.hpp"
#include "interp/machine.hpp"
#include "runtime/word.hpp"
#include <algorithm>

namespace nova::plan {

namespace {

std::vector<TypeId> items_in(const Types& types, TypeId t) {
  return {types.args(t).begin(), types.args(t).end()};
}

/// Calls f on the cells of a value, but not on those in them.
template <class F> void for_each_cell(const Types& types, const ValueShape& s, const Value& v, const F& f) {
  const auto items = [&](const ValueShape& own, std::span<const Value> from) {
    for (size_t k = 0; k < own.items.size(); ++k) for_each_cell(types, own.items[k], from[k], f);
  };
  switch (s.kind) {
  case ValueShape::Plain: return;
  case ValueShape::Cell: return f(s.type, v);
  case ValueShape::Vector:
    for (int64_t k = 0; k < v.array().count(); ++k) for_each_cell(types, s.items[0], v.array().at(k), f);
    return;
  case ValueShape::Choice: {
    const Closure c = closure_of(v);
    if (const auto k = closure_number(s, c.lambda, v.items().size())) items(s.items[*k], items_of(v, c));
    return;
  }
  default: items(is_sum(types, s) ? s.items[first_constructor(s) + v.constructor()] : s, v.items());
  }
}

size_t count_parts(const Border& at, TypeId t) {
  std::vector<Element> parts;
  add_parts(at.types, t, parts, at.boxed);
  return parts.size();
}

/// Which constructor a cell has, and its fields: of a boxed function its number, and what it holds.
struct Fields {
  uint32_t constructor = 0;
  std::vector<Value> held{}; ///< a function's
  std::span<const Value> items{};
};

Fields fields_of(const Border& at, TypeId t, const Value& v) {
  t = at.types.resolve(t);
  if (!at.types.is(t, TypeKind::Fun)) return {v.constructor(), {}, v.items()};
  const Closure c = closure_of(v);
  Fields f{at.boxed->number(t, c.lambda, v.items().size()).value_or(0), items_of(v, c)};
  f.items = f.held;
  return f;
}

} // namespace

// ---- values to places ----

void Places::add(const ValueShape& s, const Value& v) {
  for_each_cell(at_.types, s, v, [&](TypeId t, const Value& cell) { push(t, cell); });
  while (!waiting_.empty()) {
    const auto [t, cell, entered] = waiting_.back();
    if (entered || find(t, cell)) {
      waiting_.pop_back();
      if (entered && !find(t, cell)) settle(t, cell);
      continue;
    }
    waiting_.back().entered = true;
    const Fields own = fields_of(at_, t, cell);
    const std::vector<TypeId>& fields = region(t).fields[own.constructor];
    for (size_t f = 0; f < fields.size(); ++f) inner_cells(fields[f], own.items[f]);
  }
}

Places::Region& Places::region(TypeId t) {
  const auto [at, added] = regions_.try_emplace(static_cast<uint32_t>(at_.types.resolve(t)));
  if (added) begin(at_.types.resolve(t), at->second);
  return at->second;
}

/// Place 0 is no cell's; the constructors without fields follow.
void Places::begin(TypeId t, Region& r) {
  r.parts = region_parts(at_.types, t, at_.boxed);
  if (!is_cell(at_.types, t, at_.boxed)) return;
  r.fields = constructor_fields(at_.types, t, at_.boxed);
  r.words.resize(r.parts.size()), r.used = 1;
  for (uint32_t k = 0; k < r.fields.size(); ++k)
    if (r.fields[k].empty()) r.words.push_back(k), r.words.resize(++r.used * r.parts.size());
}

void Places::push(TypeId t, const Value& cell) {
  if (!find(t, cell)) waiting_.push_back({t, cell, false});
}

std::optional<uint64_t> Places::find(TypeId t, const Value& cell) {
  const Region& r = region(t);
  const bool function = at_.types.is(t, TypeKind::Fun);
  if (function ? cell.items().empty() : !cell.object())
    return place_of_constant(at_.types, at_.types.resolve(t), fields_of(at_, t, cell).constructor, at_.boxed);
  const auto at = r.places.find(cell.object());
  return at == r.places.end() ? std::nullopt : std::optional(at->second);
}

void Places::settle(TypeId t, const Value& cell) {
  Region& r = region(t);
  r.places.emplace(cell.object(), r.used++);
  r.kept.push_back(cell);
  const Fields own = fields_of(at_, t, cell);
  r.words.push_back(own.constructor);
  store_one_of(r.fields, own.constructor, own.items, r.words);
}

/// Where a vector's elements begin in its type's region.
uint64_t Places::append(TypeId vector, const Value& v) {
  Region& r = region(vector);
  const auto [at, added] = r.places.try_emplace(v.object(), r.used);
  const uint64_t first = at->second;
  if (!added) return first;
  r.kept.push_back(v);
  const TypeId element = at_.types.element_of(vector);
  const int64_t n = v.array().count();
  for (int64_t k = 0; k < n; ++k) store(element, v.array().at(k), r.words);
  r.used += static_cast<uint64_t>(n);
  return first;
}

/// Appends a value's parts.
void Places::store(TypeId type, const Value& v, std::vector<uint64_t>& out) {
  const TypeId t = at_.types.resolve(type);
  if (is_cell(at_.types, t, at_.boxed)) return out.push_back((*this)(t, v));
  switch (at_.types[t].kind) {
  case TypeKind::Prim:
    if (at_.types.element(t) != Element::Unit) out.push_back(v.bits());
    return;
  case TypeKind::Tuple: {
    const std::vector<TypeId> items = items_in(at_.types, t);
    for (size_t k = 0; k < items.size(); ++k) store(items[k], v.items()[k], out);
    return;
  }
  case TypeKind::Vector: {
    const uint64_t first = append(t, v);
    out.push_back(first), out.push_back(first + static_cast<uint64_t>(v.array().count()));
    if (at_.types.rank_of(t) > 1)
      for (int64_t d : v.array().shape()) out.push_back(static_cast<uint64_t>(d));
    return;
  }
  default: break;
  }
  const auto fields = constructor_fields(at_.types, t, at_.boxed);
  if (fields.size() > 1) out.push_back(v.constructor());
  store_one_of(fields, v.constructor(), v.items(), out);
}

/// The fields of each constructor: zeros but for the value's own.
void Places::store_one_of(const std::vector<std::vector<TypeId>>& fields, uint32_t constructor,
                          std::span<const Value> items, std::vector<uint64_t>& out) {
  for (size_t k = 0; k < fields.size(); ++k)
    for (size_t f = 0; f < fields[k].size(); ++f)
      if (k == constructor)
        store(fields[k][f], items[f], out);
      else
        out.resize(out.size() + count_parts(at_, fields[k][f]));
}

/// The cells in what a cell holds wait to be settled before it.
void Places::inner_cells(TypeId type, const Value& v) {
  const TypeId t = at_.types.resolve(type);
  if (!is_open(at_.types, t)) return;
  if (is_cell(at_.types, t, at_.boxed)) return push(t, v);
  if (at_.types.is(t, TypeKind::Vector)) {
    const TypeId element = at_.types.element_of(t);
    for (int64_t k = 0; k < v.array().count(); ++k) inner_cells(element, v.array().at(k));
    return;
  }
  const std::vector<TypeId> items = at_.types.is(t, TypeKind::Sum)
                                        ? constructor_fields(at_.types, t, at_.boxed)[v.constructor()]
                                        : items_in(at_.types, t);
  for (size_t k = 0; k < items.size(); ++k) inner_cells(items[k], v.items()[k]);
}

// ---- places to values ----

namespace {

uint64_t word_at(const ResultColumn& c, Element e, uint64_t i) {
  return with_element(e, [&](auto t) {
    using T = decltype(t);
    return to_word(c.buffer ? c.buffer->as<T>()[c.begin + static_cast<int64_t>(i)]
                            : static_cast<const T*>(c.place)[i]);
  });
}

} // namespace

void Cells::add(TypeId t, std::span<const ResultColumn>& columns) {
  Region r{.parts = region_parts(at_.types, t, at_.boxed), .columns = {}};
  const uint64_t used = word_at(columns[0], Element::I64, 0);
  if (is_cell(at_.types, t, at_.boxed))
    r.made.resize(used), r.fields = constructor_fields(at_.types, at_.types.resolve(t), at_.boxed);
  const auto first = columns.begin() + 1;
  r.columns.assign(first, first + static_cast<std::ptrdiff_t>(r.parts.size()));
  columns = columns.subspan(1 + r.parts.size());
  regions_.insert_or_assign(static_cast<uint32_t>(at_.types.resolve(t)), std::move(r));
}

uint64_t Cells::next(Part& p) {
  const size_t k = p.number++;
  return word_at(p.region.columns[k], p.region.parts[k], p.place);
}

void Cells::skip(TypeId t, Part& p) const { p.number += count_parts(at_, t); }

/// Where the fields of a cell's constructor begin.
Cells::Part Cells::fields_of(const Region& r, uint64_t place, uint32_t& constructor) const {
  Part p{r, place, 0};
  constructor = static_cast<uint32_t>(next(p));
  for (uint32_t k = 0; k < constructor; ++k)
    for (TypeId f : r.fields[k]) skip(f, p);
  return p;
}

/// What is in a cell is made before it, by a stack of our own.
Value Cells::operator()(TypeId type, uint64_t at) {
  InnerCells waiting{{type, at}};
  while (!waiting.empty()) {
    const auto [t, place] = waiting.back();
    Region& r = region(t);
    if (place == 0 || r.made.at(place)) {
      waiting.pop_back();
      continue;
    }
    uint32_t constructor = 0;
    const size_t before = waiting.size();
    Part inner = fields_of(r, place, constructor), own = inner;
    for (TypeId f : r.fields[constructor]) inner_cells(f, inner, waiting);
    if (waiting.size() > before) continue;
    std::vector<Value> fields;
    for (TypeId f : r.fields[constructor]) fields.push_back(value(f, own));
    r.made[place] = made(t, constructor, std::move(fields));
  }
  return at ? *region(type).made[at] : Value();
}

Value Cells::made(TypeId type, uint32_t constructor, std::vector<Value> fields) const {
  const TypeId t = at_.types.resolve(type);
  if (!at_.types.is(t, TypeKind::Fun)) return Value::sum(constructor, fields);
  return closure_of_items(at_, *at_.boxed->at(t)[constructor].lambda, std::move(fields));
}

Value Cells::value(TypeId type, Part& p) {
  const TypeId t = at_.types.resolve(type);
  if (is_cell(at_.types, t, at_.boxed)) {
    const uint64_t place = next(p);
    return place ? *region(t).made[place] : Value();
  }
  switch (at_.types[t].kind) {
  case TypeKind::Prim: {
    const Element e = at_.types.element(t);
    return e == Element::Unit ? Value::unit() : Value::from_bits(static_cast<Tag>(e), next(p));
  }
  case TypeKind::Tuple: {
    std::vector<Value> items;
    for (TypeId item : items_in(at_.types, t)) items.push_back(value(item, p));
    return Value::tuple(items);
  }
  case TypeKind::Vector: return vector(t, p);
  default: return sum(t, p);
  }
}

Value Cells::sum(TypeId t, Part& p) {
  const auto fields = constructor_fields(at_.types, t, at_.boxed);
  const uint64_t tag = fields.size() > 1 ? next(p) : 0;
  std::vector<Value> own;
  for (size_t k = 0; k < fields.size(); ++k)
    for (TypeId f : fields[k])
      if (k == tag)
        own.push_back(value(f, p));
      else
        skip(f, p);
  return Value::sum(static_cast<uint32_t>(tag), own);
}

/// One that several cells hold is made once.
Value Cells::vector(TypeId t, Part& p) {
  const uint64_t first = next(p), end = next(p);
  std::vector<int64_t> dims{static_cast<int64_t>(end - first)};
  if (const uint32_t rank = at_.types.rank_of(t); rank > 1) {
    dims.resize(rank);
    for (int64_t& d : dims) d = static_cast<int64_t>(next(p));
  }
  Region& r = region(t);
  const auto known = end > first ? r.vectors.find(first) : r.vectors.end();
  if (known != r.vectors.end()) return known->second;
  const TypeId element = at_.types.element_of(t);
  ColumnBuilder all(at_.layout_of(element), static_cast<int64_t>(end - first));
  for (uint64_t place = first; place < end; ++place) {
    Part one{r, place, 0};
    all.push(value(element, one));
  }
  Value made = Value::vector(Array(all.finish(), 0, std::move(dims)));
  return end > first ? r.vectors.emplace(first, std::move(made)).first->second : made;
}

void Cells::inner_cells(TypeId type, Part& p, InnerCells& out) {
  const TypeId t = at_.types.resolve(type);
  if (is_cell(at_.types, t, at_.boxed)) {
    const uint64_t place = next(p);
    if (place && !region(t).made.at(place)) out.emplace_back(t, place);
    return;
  }
  if (!is_open(at_.types, t)) return skip(t, p);
  if (at_.types.is(t, TypeKind::Vector)) return inner_vector(t, p, out);
  if (at_.types.is(t, TypeKind::Sum)) return inner_sum(t, p, out);
  for (TypeId item : items_in(at_.types, t)) inner_cells(item, p, out);
}

void Cells::inner_sum(TypeId t, Part& p, InnerCells& out) {
  const auto fields = constructor_fields(at_.types, t, at_.boxed);
  const uint64_t tag = fields.size() > 1 ? next(p) : 0;
  for (size_t k = 0; k < fields.size(); ++k)
    for (TypeId f : fields[k]) k == tag ? inner_cells(f, p, out) : skip(f, p);
}

void Cells::inner_vector(TypeId t, Part& p, InnerCells& out) {
  const uint64_t first = next(p), end = next(p);
  if (const uint32_t rank = at_.types.rank_of(t); rank > 1) p.number += rank;
  Region& r = region(t);
  if (end > first && r.vectors.contains(first)) return;
  const TypeId element = at_.types.element_of(t);
  for (uint64_t place = first; place < end; ++place) {
    Part one{r, place, 0};
    inner_cells(element, one, out);
  }
}

} // namespace nova::plan
