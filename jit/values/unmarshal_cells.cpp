#include "jit/values/unmarshal_cells.hpp"
#include "runtime/word.hpp"

namespace nova::plan {

void Cells::add(TypeId t, std::span<const ResultColumn>& columns) {
  const Stored& s = types_.of(t);
  const std::vector<Element> parts = region_parts(at_.types, s.type, at_.boxed);
  auto r = std::make_unique<Region>();
  const auto used =
      static_cast<int64_t>(Column{Element::I64, elements_at(columns[0], Element::I64, 0, 1)}.word(0));
  r->used = static_cast<uint64_t>(checked_count({&used, 1}));
  r->held.assign(columns.begin() + 1, columns.begin() + 1 + static_cast<std::ptrdiff_t>(parts.size()));
  for (size_t k = 0; k < parts.size(); ++k)
    r->columns.push_back({parts[k], elements_at(r->held[k], parts[k], 0, used)});
  if (s.kind == Stored::Cell) r->made.resize(r->used), r->open.resize(r->used);
  columns = columns.subspan(1 + parts.size());
  if (s.number >= regions_.size()) regions_.resize(s.number + 1);
  regions_[s.number] = std::move(r);
}

uint64_t Cells::Column::word(uint64_t place) const {
  return with_element(element,
                      [&](auto t) { return to_word(reinterpret_cast<const decltype(t)*>(at)[place]); });
}

/// Builds the cells inside of a cell before the cell itself, with an explicit stack. Fails with BadAnswer if a cell
/// holds itself, directly or through other cells.
Value Cells::operator()(TypeId type, uint64_t at) {
  const Stored& own = types_.of(type);
  if (at == 0) return {};
  InnerCells waiting{{&own, at}};
  while (!waiting.empty()) {
    const auto [s, place] = waiting.back();
    Region& r = region(*s);
    if (r.made[checked(r, place)].tag() != Tag::Unit) {
      waiting.pop_back();
      continue;
    }
    const Part p{r, place, 0};
    const auto constructor =
        static_cast<uint32_t>(checked_tag(r.columns[0].word(place), s->constructors.size()));
    const Stored::Constructor& c = s->constructors[constructor];
    const size_t before = waiting.size();
    inner_cells(c, 0, p, waiting);
    if (waiting.size() > before) {
      if (r.open[place]) throw BadAnswer{"a cell that holds itself"};
      r.open[place] = true;
      continue;
    }
    std::vector<Value> fields = values(c, 0, p);
    r.made[place] = made(*s, constructor, fields);
  }
  return region(own).made[at];
}

Value Cells::made(const Stored& s, uint32_t constructor, std::vector<Value>& fields) const {
  if (!s.function) return Value::sum(constructor, fields);
  return closure_of_items(at_, *at_.boxed->at(s.type)[constructor].lambda, std::move(fields));
}

std::vector<Value> Cells::values(const Stored::Constructor& c, size_t begin, const Part& p) {
  Part own{p.region, p.place, begin + c.begin};
  std::vector<Value> all;
  all.reserve(c.fields.size());
  for (const Stored* f : c.fields) all.push_back(value(*f, own));
  return all;
}

/// Returns the value at `p`, and moves `p` past it.
Value Cells::value(const Stored& s, Part& p) {
  const size_t begin = p.number;
  switch (s.kind) {
  case Stored::Nothing: return Value::unit();
  case Stored::Number: return Value::from_bits(static_cast<Tag>(s.element), next(p));
  case Stored::Vector: return vector(s, p);
  case Stored::Cell: {
    const uint64_t place = next(p);
    return place ? region(s).made[checked(region(s), place)] : Value();
  }
  default: break;
  }
  const auto number =
      static_cast<uint32_t>(checked_tag(s.constructors.size() > 1 ? next(p) : 0, s.constructors.size()));
  p.number = begin + s.parts;
  std::vector<Value> fields = values(s.constructors[number], begin, p);
  return s.kind == Stored::Tuple ? Value::tuple(fields) : Value::sum(number, fields);
}

/// Fails with BadAnswer if elements [first, end) are not in the region. For elements without columns, such as units,
/// no other check follows.
void Cells::check_range(const Region& r, uint64_t first, uint64_t end) const {
  if (first > end || (end > first && end > r.used)) throw BadAnswer{"elements outside of their region"};
}

/// Returns the vector at `p`, and moves `p` past it. A vector that several cells hold is built only once.
Value Cells::vector(const Stored& s, Part& p) {
  const uint64_t first = next(p), end = next(p);
  std::vector<int64_t> dims{static_cast<int64_t>(end - first)};
  if (s.rank > 1) {
    dims.resize(s.rank);
    for (int64_t& d : dims) d = static_cast<int64_t>(next(p));
  }
  Region& r = region(s);
  check_range(r, first, end);
  if (s.rank > 1 && checked_count(dims) != static_cast<int64_t>(end - first))
    throw BadAnswer{"dimensions that are not a row's"};
  const auto known = end > first ? r.vectors.find(first) : r.vectors.end();
  if (known != r.vectors.end()) return known->second;
  ColumnBuilder all(at_.layout_of(s.item->type), static_cast<int64_t>(end - first));
  for (uint64_t place = first; place < end; ++place) {
    Part one{r, place, 0};
    all.push(value(*s.item, one));
  }
  Value made = Value::vector(Array(all.finish(), 0, std::move(dims)));
  return end > first ? r.vectors.emplace(first, std::move(made)).first->second : made;
}

/// Appends to `out` the cells inside of the value at `p` that are not built yet, and moves `p` past the value.
void Cells::inner_cells(const Stored& s, Part& p, InnerCells& out) {
  const size_t begin = p.number;
  if (s.kind == Stored::Cell) {
    const uint64_t place = next(p);
    if (place && region(s).made[checked(region(s), place)].tag() == Tag::Unit) out.emplace_back(&s, place);
    return;
  }
  if (s.open && s.kind == Stored::Vector) return inner_vector(s, p, out);
  const size_t number = s.open && s.kind == Stored::Sum && s.constructors.size() > 1 ? next(p) : 0;
  p.number = begin + s.parts;
  if (s.open) checked_tag(number, s.constructors.size());
  if (s.open) inner_cells(s.constructors[number], begin, p, out);
}

void Cells::inner_cells(const Stored::Constructor& c, size_t begin, const Part& p, InnerCells& out) {
  Part own{p.region, p.place, begin + c.begin};
  for (const Stored* f : c.fields) inner_cells(*f, own, out);
}

void Cells::inner_vector(const Stored& s, Part& p, InnerCells& out) {
  const uint64_t first = next(p), end = next(p);
  if (s.rank > 1) p.number += s.rank;
  Region& r = region(s);
  check_range(r, first, end);
  if (end > first && r.vectors.contains(first)) return;
  for (uint64_t place = first; place < end; ++place) {
    Part one{r, place, 0};
    inner_cells(*s.item, one, out);
  }
}

} // namespace nova::plan
