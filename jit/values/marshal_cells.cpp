#include "jit/values/marshal_cells.hpp"
#include "interp/machine.hpp"
#include "jit/values/unmarshal_cells.hpp"
#include <algorithm>
#include <cstring>

namespace nova::plan {

namespace {

/// Calls `f` on the outermost cells of a value, not on cells inside of other cells.
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

/// A cell's constructor and its fields (`items`). For a boxed function, the constructor is its number among the boxed
/// functions of its type.
struct Fields {
  uint32_t constructor = 0;
  std::vector<Value> held{}; ///< for a function: memory for `items`
  std::span<const Value> items{};
};

Fields fields_of(const MarshalContext& at, const Stored& s, const Value& v) {
  if (!s.function) return {v.constructor(), {}, v.items()};
  const Closure c = closure_of(v);
  Fields f{at.boxed->number(s.type, c.lambda, v.items().size()).value_or(0), items_of(v, c)};
  f.items = f.held;
  return f;
}

} // namespace

// ---- collecting cells, and giving them indices ----

/// Gives each cell its index after the cells that it holds have got theirs. The stack is explicit, since cells may be
/// nested deeply.
void Places::add(const ValueShape& s, const Value& v) {
  for_each_cell(at_.types, s, v, [&](TypeId t, const Value& cell) { push(types_.of(t), cell); });
  while (!waiting_.empty()) {
    Waiting& top = waiting_.back();
    const Stored& own = *top.stored;
    if (!top.entered && !find(own, top.cell)) {
      top.entered = true;
      const Value cell = top.cell; // a copy, since the stack may move
      const Fields f = fields_of(at_, own, cell);
      const auto& fields = own.constructors[f.constructor].fields;
      for (size_t k = 0; k < fields.size(); ++k) inner_cells(*fields[k], f.items[k]);
      continue;
    }
    const Value cell = std::move(top.cell);
    const bool entered = top.entered;
    waiting_.pop_back();
    if (entered && !find(own, cell)) settle(own, cell);
  }
}

/// Returns the region of a type, or makes it. Index 0 is no cell. The cells of constructors without fields have the
/// indices from 1 on.
Places::Region& Places::region(const Stored& s) {
  if (s.number >= regions_.size()) regions_.resize(s.number + 1);
  if (regions_[s.number]) return *regions_[s.number];
  Region& r = *(regions_[s.number] = std::make_unique<Region>());
  r.stored = &s;
  if (s.kind != Stored::Cell) return r;
  r.used = 1;
  for (const Stored::Constructor& c : s.constructors) r.constants.push_back(c.fields.empty() ? r.used++ : 0);
  return r;
}

std::optional<uint64_t> Places::find(const Stored& s, const Value& cell) {
  Region& r = region(s);
  if (s.function ? cell.items().empty() : !cell.object())
    return r.constants[fields_of(at_, s, cell).constructor];
  return r.places.find(cell.object());
}

/// Puts a cell on the stack `waiting_`, unless it has an index. A cell that holds no cells gets its index at once.
void Places::push(const Stored& s, const Value& cell) {
  if (find(s, cell)) return;
  if (!s.function && std::ranges::none_of(s.constructors[cell.constructor()].fields, &Stored::open))
    return settle(s, cell);
  waiting_.push_back({&s, cell, false});
}

void Places::settle(const Stored& s, const Value& cell) {
  Region& r = region(s);
  r.places.add(cell.object(), r.used++);
  r.held.push_back(cell);
  const Fields own = fields_of(at_, s, cell);
  const auto& fields = s.constructors[own.constructor].fields;
  for (size_t k = 0; k < fields.size(); ++k) inner_vectors(*fields[k], own.items[k], r);
}

/// Puts the outermost cells inside of `v`, a field of a cell, on the stack `waiting_`.
void Places::inner_cells(const Stored& s, const Value& v) {
  if (!s.open) return;
  if (s.kind == Stored::Cell) return push(s, v);
  if (s.kind == Stored::Vector) {
    for (int64_t k = 0; k < v.array().count(); ++k) inner_cells(*s.item, v.array().at(k));
    return;
  }
  const auto& fields = s.constructors[s.kind == Stored::Sum ? v.constructor() : 0].fields;
  for (size_t k = 0; k < fields.size(); ++k) inner_cells(*fields[k], v.items()[k]);
}

/// Gives indices to the elements of the vectors inside of `v`, and appends each vector's first index to
/// `holder.vectors`. `v` is a field of a cell, or an element of a vector, in the region `holder`. A vector that
/// occurs several times gets indices only once.
void Places::inner_vectors(const Stored& s, const Value& v, Region& holder) {
  if (!s.has_vector) return;
  if (s.kind != Stored::Vector) {
    const auto& fields = s.constructors[s.kind == Stored::Sum ? v.constructor() : 0].fields;
    for (size_t k = 0; k < fields.size(); ++k) inner_vectors(*fields[k], v.items()[k], holder);
    return;
  }
  Region& r = region(s);
  const auto known = r.places.find(v.object());
  holder.vectors.push_back(known.value_or(r.used));
  if (known) return;
  r.places.add(v.object(), r.used);
  r.held.push_back(v), r.used += static_cast<uint64_t>(v.array().count());
  for (int64_t k = 0; s.item->has_vector && k < v.array().count(); ++k)
    inner_vectors(*s.item, v.array().at(k), r);
}

// ---- the contents of regions ----

std::vector<ColumnRef> Places::columns(TypeId t, uint64_t room) {
  const Region& r = region(types_.of(t));
  if (r.used + room > most_places) fail("E0601"); // some indices would not fit into 31 bits
  const std::vector<Element> parts = region_parts(at_.types, r.stored->type, at_.boxed);
  std::vector<PrimitiveFill> fills;
  Writer w{.region = &r};
  for (const Element e : parts) { // zeros, since a new cell writes only its own fields
    PrimitiveFill& f = fills.emplace_back(at_.layout_of(at_.types.prim(e)),
                                          static_cast<int64_t>(r.used + room), Buffer::Contents::Zeros);
    w.columns.emplace_back(f.as<std::byte>(), element_size(e));
  }
  write_all(w, r);
  std::vector<ColumnRef> all;
  for (PrimitiveFill& f : fills) all.push_back(f.finish());
  return all;
}

void Places::write_all(Writer& w, const Region& r) {
  const Stored& s = *r.stored;
  const auto next = [&] { ++w.place; };
  if (s.kind == Stored::Cell) {
    w.zero(0, w.columns.size()), next();
    for (uint32_t k = 0; k < r.constants.size(); ++k)
      if (r.constants[k]) w.zero(1, w.columns.size()), w.put(0, k), next();
    for (const Value& cell : r.held) write_cell(w, s, cell), next();
    return;
  }
  for (const Value& v : r.held)
    for (int64_t k = 0; k < v.array().count(); ++k) write(w, *s.item, v.array().at(k), 0), next();
}

/// Writes a word to column `part` at the current index. Words are little-endian, so that their first bytes are the
/// number also for smaller element types.
void Places::Writer::put(size_t part, uint64_t word) const {
  const auto [column, size] = columns[part];
  std::byte* const to = column + place * size;
  switch (size) {
  case 8: std::memcpy(to, &word, 8); return;
  case 4: std::memcpy(to, &word, 4); return;
  case 2: std::memcpy(to, &word, 2); return;
  default: std::memcpy(to, &word, 1);
  }
}

void Places::write_cell(Writer& w, const Stored& s, const Value& cell) {
  const Fields own = fields_of(at_, s, cell);
  w.put(0, own.constructor);
  write_one_of(w, s, own.constructor, own.items, 0);
}

void Places::write(Writer& w, const Stored& s, const Value& v, size_t part) {
  switch (s.kind) {
  case Stored::Nothing: return;
  case Stored::Number: return w.put(part, v.bits());
  case Stored::Cell: return w.put(part, find(s, v).value_or(0));
  case Stored::Tuple: return write_one_of(w, s, 0, v.items(), part);
  case Stored::Vector: return write_vector(w, s, v, part);
  case Stored::Sum:
    if (s.constructors.size() > 1) w.put(part, v.constructor());
    return write_one_of(w, s, v.constructor(), v.items(), part);
  }
}

/// Writes the fields of all constructors: `items` for the constructor of the value, zeros for all others.
void Places::write_one_of(Writer& w, const Stored& s, uint32_t constructor, std::span<const Value> items,
                          size_t part) {
  for (uint32_t k = 0; k < s.constructors.size(); ++k) {
    const Stored::Constructor& c = s.constructors[k];
    if (k != constructor) {
      w.zero(part + c.begin, part + c.end);
      continue;
    }
    size_t at = part + c.begin;
    for (size_t f = 0; f < c.fields.size(); ++f)
      write(w, *c.fields[f], items[f], at), at += c.fields[f]->parts;
  }
}

void Places::write_vector(Writer& w, const Stored& s, const Value& v, size_t part) {
  const uint64_t first = w.region->vectors[w.vector++];
  w.put(part, first), w.put(part + 1, first + static_cast<uint64_t>(v.array().count()));
  if (s.rank == 1) return;
  for (size_t d = 0; d < s.rank; ++d) w.put(part + 2 + d, static_cast<uint64_t>(v.array().shape()[d]));
}

} // namespace nova::plan
