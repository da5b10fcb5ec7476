// Marshals Nova values to the words of a plan, and builds values from the words of a run.
#include "interp/machine.hpp"
#include "jit/values/marshal_cells.hpp"
#include "jit/values/unmarshal_cells.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova::plan {

std::vector<Value> items_of(const Value& f, const Closure& c) {
  const std::span<const Value> held = f.items();
  std::vector<Value> items(held.begin() + c.supplied, held.end());
  items.insert(items.end(), held.begin(), held.begin() + c.supplied);
  return items;
}

Value closure_of_items(const MarshalContext& at, const Core& lambda, std::vector<Value> items) {
  const size_t captures = lambda.frame.captures.size();
  std::rotate(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(captures), items.end());
  return Value::function(at.code_of(lambda, static_cast<uint32_t>(items.size() - captures)), items);
}

bool is_sum(const Types& types, const ValueShape& s) { return types.is(s.type, TypeKind::Sum); }

size_t first_constructor(const ValueShape& sum) { return sum.items[0].kind == ValueShape::Plain; }

namespace {

void add_types(Types& types, const ValueShape& s, bool column, std::vector<VarType>& out) {
  switch (s.kind) {
  case ValueShape::Plain: {
    const auto all = plan::flat_types(types, column ? types.vector(s.type) : s.type);
    if (!all) fail("E0601"); // too large
    out.insert(out.end(), all->begin() + column, all->end());
    return;
  }
  case ValueShape::Vector:
    if (column) out.insert(out.end(), types.rank_of(s.type) > 1 ? 2 : 1, {Element::I64, true});
    for (uint32_t d = column ? 0 : types.rank_of(s.type); d > 0; --d) out.push_back({Element::I64, false});
    return add_types(types, s.items[0], true, out);
  case ValueShape::Cell: return out.push_back({Element::I64, column});
  case ValueShape::Choice:
    if (s.items.size() > 1) out.push_back({Element::I32, column});
    break;
  default: break;
  }
  for (const ValueShape& item : s.items) add_types(types, item, column, out);
}

// ---- which functions a value holds ----

class Finder {
 public:
  Finder(const MarshalContext& at, BoxedFunctions& boxed) : at_(at), boxed_(boxed) {}
  bool changed = false, known = true;

  void value(ValueShape& s, const Value& v) {
    if (!known || !reaches_function(at_.types, s.type)) return;
    if (s.kind == ValueShape::Cell) return cells(s.type, v);
    if (s.kind == ValueShape::Choice) return function(s, v);
    if (s.kind == ValueShape::Vector) {
      for (int64_t k = 0; k < v.array().count() && known; ++k) value(s.items[0], v.array().at(k));
      return;
    }
    ValueShape& own = is_sum(at_.types, s) ? s.items[first_constructor(s) + v.constructor()] : s;
    for (size_t k = 0; k < own.items.size(); ++k) value(own.items[k], v.items()[k]);
  }

 private:
  void function(ValueShape& s, const Value& v) {
    constexpr size_t most = 64;
    const Closure c = closure_of(v);
    const bool too_many = closures_in(s) >= most;
    if (too_many) boxed_.add(at_.types.resolve(s.type));
    known = known && c.lambda && !too_many;
    if (!known) return;
    ValueShape& own = closure_in(at_.types, s, *c.lambda, v.items().size(), changed, &boxed_);
    const std::vector<Value> items = items_of(v, c);
    for (size_t k = 0; k < items.size(); ++k) value(own.items[k], items[k]);
  }

  // Searches a cell and all values that it holds, with an explicit stack. All functions in cells are boxed.
  void cells(TypeId t, const Value& v) {
    waiting_.emplace_back(t, v);
    while (!waiting_.empty() && known) {
      const auto [type, next] = std::move(waiting_.back());
      waiting_.pop_back();
      stored(at_.types.resolve(type), next);
    }
  }
  void stored(TypeId t, const Value& v) {
    if (!reaches(t)) return;
    if (is_cell(at_.types, t, &boxed_) && v.object() && !seen_.emplace(v.object()).second) return;
    if (at_.types.is(t, TypeKind::Fun)) return boxed_function(t, v);
    if (at_.types.is(t, TypeKind::Vector)) {
      for (int64_t k = 0; k < v.array().count(); ++k)
        waiting_.emplace_back(at_.types.element_of(t), v.array().at(k));
      return;
    }
    const std::vector<TypeId> own =
        at_.types.is(t, TypeKind::Sum)
            ? constructor_fields(at_.types, t)[v.constructor()]
            : std::vector<TypeId>(at_.types.args(t).begin(), at_.types.args(t).end());
    for (size_t k = 0; k < own.size(); ++k) waiting_.emplace_back(own[k], v.items()[k]);
  }
  void boxed_function(TypeId t, const Value& v) {
    constexpr size_t most = 256;
    const Closure c = closure_of(v);
    known = known && c.lambda;
    if (!known) return;
    const std::vector<Value> items = items_of(v, c);
    changed |= boxed_.add(t, c.lambda, items.size());
    known = boxed_.at(t).size() <= most;
    for (size_t k = 0; k < items.size(); ++k)
      if (const auto type = item_type(at_.types, *c.lambda, k)) waiting_.emplace_back(*type, items[k]);
  }
  bool reaches(TypeId t) {
    const auto [known_type, added] = reaches_.try_emplace(static_cast<uint32_t>(t), false);
    if (added) known_type->second = reaches_function(at_.types, t);
    return known_type->second;
  }

  const MarshalContext& at_;
  BoxedFunctions& boxed_;
  std::vector<std::pair<TypeId, Value>> waiting_;
  std::unordered_set<const Object*> seen_;
  std::unordered_map<uint32_t, bool> reaches_;
};

// ---- a value's words ----

class Words {
 public:
  Words(const MarshalContext& at, Places& places, FlatWords& out) : at_(at), places_(places), out_(out) {}

  void value(const ValueShape& s, const Value& v) {
    if (s.kind == ValueShape::Plain) return flatten_value(at_.types, s.type, v, out_);
    if (s.kind == ValueShape::Cell) return out_.add_scalar(places_(s.type, v));
    if (s.kind == ValueShape::Choice) return function(s, v);
    if (s.kind == ValueShape::Vector) {
      for (int64_t d : v.array().shape()) out_.add_scalar(static_cast<uint64_t>(d));
      return elements(s.items[0], elements_of(v.array()));
    }
    if (is_sum(at_.types, s)) return one_of(s, first_constructor(s), v.constructor(), v.items());
    for (size_t k = 0; k < s.items.size(); ++k) value(s.items[k], v.items()[k]);
  }

  /// Appends the words of a region before its columns: its capacity, and how many of its cells are in use.
  void size(uint64_t used, uint64_t room) {
    out_.add_scalar(used + room);
    numbers<int64_t>(Element::I64, {static_cast<int64_t>(used)});
  }
  void column(ColumnRef c) {
    out_.made.push_back(std::move(c));
    flatten_column(at_.types, ColumnRef(out_.made.back()), out_);
  }

 private:
  /// Appends `number`, the index of the value's own alternative, if there are several. Then appends the variables of
  /// the items of all alternatives: `items` for the own alternative, zeros for all others.
  void one_of(const ValueShape& s, size_t first, uint32_t number, std::span<const Value> items) {
    if (s.items.size() - first > 1) out_.add_scalar(number);
    for (size_t k = first; k < s.items.size(); ++k)
      for (size_t j = 0; j < s.items[k].items.size(); ++j)
        k - first == number ? value(s.items[k].items[j], items[j]) : nothing(s.items[k].items[j]);
  }
  void nothing(const ValueShape& s) {
    static constexpr int64_t zero[1] = {};
    for (const VarType& part : flat_types(at_.types, s))
      part.column ? out_.add_column(zero, sizeof zero) : out_.add_scalar(0);
  }
  void function(const ValueShape& s, const Value& v) {
    const Closure c = closure_of(v);
    const std::vector<Value> items = items_of(v, c);
    one_of(s, 0, closure_number(s, c.lambda, items.size()).value_or(0), items);
  }

  // ---- columns ----

  using Elements = std::vector<std::optional<Value>>; ///< elements of a column; none stands for zeros
  static Elements elements_of(const Array& a) {
    Elements all;
    for (int64_t k = 0; k < a.count(); ++k) all.push_back(a.at(k));
    return all;
  }

  void elements(const ValueShape& s, const Elements& all) {
    if (s.kind == ValueShape::Plain) return plain(s.type, all);
    if (s.kind == ValueShape::Cell) return cells(s, all);
    if (s.kind == ValueShape::Vector) return rows(s, all);
    if (s.kind == ValueShape::Choice || is_sum(at_.types, s)) return choices(s, all);
    for (size_t k = 0; k < s.items.size(); ++k) fields(s.items[k], k, all);
  }
  void fields(const ValueShape& s, size_t k, const Elements& all) {
    Elements own;
    for (const auto& v : all) own.push_back(v ? std::optional(v->items()[k]) : std::nullopt);
    elements(s, own);
  }
  void cells(const ValueShape& s, const Elements& all) {
    std::vector<int64_t> places;
    for (const auto& v : all) places.push_back(v ? static_cast<int64_t>(places_(s.type, *v)) : 0);
    numbers(Element::I64, places);
  }
  void plain(TypeId t, const Elements& all) {
    const Layout* layout = at_.layout_of(t);
    const Value zero = zero_of(*layout);
    ColumnBuilder column(layout, static_cast<int64_t>(all.size()));
    for (const auto& v : all) column.push(v.value_or(zero));
    this->column(column.finish());
  }
  template <class T> void numbers(Element e, const std::vector<T>& all) {
    PrimitiveFill fill(at_.layout_of(at_.types.prim(e)), static_cast<int64_t>(all.size()));
    std::copy(all.begin(), all.end(), fill.as<T>());
    column(fill.finish());
  }
  void rows(const ValueShape& s, const Elements& all) {
    std::vector<int64_t> offsets{0};
    Elements items;
    for (const auto& v : all) {
      for (int64_t k = 0; v && k < v->array().count(); ++k) items.push_back(v->array().at(k));
      offsets.push_back(static_cast<int64_t>(items.size()));
    }
    numbers(Element::I64, offsets);
    if (at_.types.rank_of(s.type) > 1) numbers(Element::I64, dimensions(s, all));
    elements(s.items[0], items);
  }
  std::vector<int64_t> dimensions(const ValueShape& s, const Elements& all) const {
    std::vector<int64_t> dims;
    for (const auto& v : all) {
      if (v) dims.insert(dims.end(), v->array().shape().begin(), v->array().shape().end());
      if (!v) dims.resize(dims.size() + at_.types.rank_of(s.type));
    }
    return dims;
  }
  /// Appends the columns of sums or functions, as one_of appends the variables of a single value.
  void choices(const ValueShape& s, const Elements& all) {
    const bool sum = is_sum(at_.types, s);
    const size_t first = sum ? first_constructor(s) : 0;
    std::vector<int32_t> tags;
    Elements held;
    for (const auto& v : all) tags.push_back(v ? number_of(s, *v, sum) : 0);
    for (const auto& v : all) held.push_back(v && !sum ? std::optional(as_tuple(*v)) : v);
    if (s.items.size() - first > 1) numbers(Element::I32, tags);
    for (size_t k = first; k < s.items.size(); ++k) {
      Elements own = held;
      for (size_t i = 0; i < own.size(); ++i)
        if (static_cast<size_t>(tags[i]) != k - first) own[i].reset();
      for (size_t j = 0; j < s.items[k].items.size(); ++j) fields(s.items[k].items[j], j, own);
    }
  }
  static int32_t number_of(const ValueShape& s, const Value& v, bool sum) {
    if (sum) return static_cast<int32_t>(v.constructor());
    return static_cast<int32_t>(closure_number(s, closure_of(v).lambda, v.items().size()).value_or(0));
  }
  /// Returns a closure's items, in the order of items_of, as the fields of a sum's value.
  static Value as_tuple(const Value& f) {
    std::vector<Value> items = items_of(f, closure_of(f));
    return Value::sum(0, items);
  }

  const MarshalContext& at_;
  Places& places_;
  FlatWords& out_;
};

// ---- words to a value ----

class ShapedBuilder {
 public:
  ShapedBuilder(const MarshalContext& at, Cells& cells, std::span<const uint64_t> scalars,
                std::span<const ResultColumn> columns)
      : at_(at), cells_(cells), scalars_(scalars), columns_(columns) {}

  Value value(const ValueShape& s) {
    if (s.kind == ValueShape::Plain) return plain(s.type);
    if (s.kind == ValueShape::Cell) return cells_(s.type, next_scalar());
    if (s.kind == ValueShape::Vector) return vector(s);
    if (s.kind == ValueShape::Tuple && !is_sum(at_.types, s)) {
      std::vector<Value> items = values(s);
      return Value::tuple(items);
    }
    // This shape occurs only in fields of constructors other than the value's own, which are not used.
    if (s.kind == ValueShape::Choice && s.items.empty()) return Value();
    const size_t first = s.kind == ValueShape::Tuple ? first_constructor(s) : 0;
    const uint64_t number =
        checked_tag(s.items.size() - first > 1 ? next_scalar() : 0, s.items.size() - first);
    Value own;
    for (size_t k = first; k < s.items.size(); ++k)
      if (std::vector<Value> items = values(s.items[k]); k - first == number)
        own = made(s, static_cast<uint32_t>(number), std::move(items));
    return own;
  }

  std::vector<Value> values(const ValueShape& s) {
    std::vector<Value> items;
    for (const ValueShape& item : s.items) items.push_back(value(item));
    return items;
  }

 private:
  /// Makes a value of a sum's constructor `number`, or a closure of the function with that number.
  Value made(const ValueShape& s, uint32_t number, std::vector<Value> items) {
    if (s.kind == ValueShape::Tuple) return Value::sum(number, items);
    return closure_of_items(at_, *s.items[number].lambda, std::move(items));
  }
  Value plain(TypeId t) {
    const auto types = flat_types(at_.types, t);
    if (!types) fail("E0601");
    const auto columns =
        static_cast<size_t>(std::ranges::count_if(*types, [](const VarType& v) { return v.column; }));
    const size_t scalars = types->size() - columns;
    Value v =
        ValueBuilder(at_.types, at_.layout_of).build(t, scalars_.first(scalars), columns_.first(columns));
    scalars_ = scalars_.subspan(scalars), columns_ = columns_.subspan(columns);
    return v;
  }
  Value vector(const ValueShape& s) {
    std::vector<int64_t> dims(at_.types.rank_of(s.type));
    for (int64_t& d : dims) d = static_cast<int64_t>(next_scalar());
    const Array all = column(s.items[0], elements(s.items[0], checked_count(dims)));
    return Value::vector(all.shaped(std::move(dims)));
  }
  Array column(const ValueShape& s, const std::vector<Value>& all) const {
    ColumnBuilder made(at_.layout_of(s.type), static_cast<int64_t>(all.size()));
    for (const Value& v : all) made.push(v);
    return Array(made.finish());
  }

  std::vector<Value> elements(const ValueShape& s, int64_t n) {
    std::vector<Value> all;
    if (s.kind == ValueShape::Plain) return plain_elements(s.type, n);
    if (s.kind == ValueShape::Cell) {
      for (int64_t place : next_numbers<int64_t>(n))
        all.push_back(cells_(s.type, static_cast<uint64_t>(place)));
      return all;
    }
    if (s.kind == ValueShape::Vector) {
      const std::vector<int64_t> offsets = next_offsets(n);
      const uint32_t rank = at_.types.rank_of(s.type);
      const std::vector<int64_t> dims = rank > 1 ? next_numbers<int64_t>(n * rank) : std::vector<int64_t>();
      const std::vector<Value> items = elements(s.items[0], offsets.back());
      for (size_t k = 0; k + 1 < offsets.size(); ++k) {
        const Array row = column(s.items[0], {items.begin() + offsets[k], items.begin() + offsets[k + 1]});
        const auto at = dims.begin() + static_cast<std::ptrdiff_t>(rank > 1 ? k * rank : 0);
        if (rank > 1 && checked_count({at, at + rank}) != row.length())
          throw BadAnswer{"dimensions that are not a row's"};
        all.push_back(Value::vector(rank > 1 ? row.shaped({at, at + rank}) : row));
      }
      return all;
    }
    const bool tuple = s.kind == ValueShape::Tuple && !is_sum(at_.types, s);
    if (s.kind == ValueShape::Choice && s.items.empty())
      return all.resize(static_cast<size_t>(n)), all; // fields of other constructors
    const size_t first = s.kind == ValueShape::Tuple && !tuple ? first_constructor(s) : 0;
    std::vector<int32_t> tags(static_cast<size_t>(n));
    if (!tuple && s.items.size() - first > 1) tags = next_numbers<int32_t>(n);
    for (const int32_t tag : tags)
      if (!tuple) checked_tag(static_cast<uint32_t>(tag), s.items.size() - first);
    std::vector<std::vector<std::vector<Value>>> parts; // indexed by item, field and element
    for (size_t k = first; k < s.items.size(); ++k) parts.push_back(fields(s.items[k], n, tuple));
    for (size_t i = 0; i < tags.size(); ++i) {
      std::vector<Value> items;
      for (size_t k = 0; k < parts.size(); ++k)
        for (const auto& field : parts[k])
          if (tuple || k == static_cast<size_t>(tags[i])) items.push_back(field[i]);
      all.push_back(tuple ? Value::tuple(items) : made(s, static_cast<uint32_t>(tags[i]), std::move(items)));
    }
    return all;
  }
  std::vector<std::vector<Value>> fields(const ValueShape& s, int64_t n, bool itself) {
    std::vector<std::vector<Value>> all;
    if (itself) return all.push_back(elements(s, n)), all;
    for (const ValueShape& item : s.items) all.push_back(elements(item, n));
    return all;
  }
  std::vector<Value> plain_elements(TypeId t, int64_t n) {
    const TypeId vector = at_.types.vector(t);
    const auto types = flat_types(at_.types, vector);
    if (!types) fail("E0601");
    const uint64_t count[] = {static_cast<uint64_t>(n)};
    const size_t columns = types->size() - 1;
    const Value v = ValueBuilder(at_.types, at_.layout_of).build(vector, count, columns_.first(columns));
    columns_ = columns_.subspan(columns);
    std::vector<Value> all;
    for (int64_t k = 0; k < n; ++k) all.push_back(v.array().at(k));
    return all;
  }

  uint64_t next_scalar() {
    const uint64_t bits = scalars_.front();
    scalars_ = scalars_.subspan(1);
    return bits;
  }
  template <class T> std::vector<T> next_numbers(int64_t n) {
    const ResultColumn c = columns_.front();
    columns_ = columns_.subspan(1);
    const auto* from =
        reinterpret_cast<const T*>(elements_at(c, sizeof(T) == 8 ? Element::I64 : Element::I32, 0, n));
    return {from, from + n};
  }
  /// Returns the offsets of n rows. For no rows the column is not read, since it may be missing.
  std::vector<int64_t> next_offsets(int64_t n) {
    if (n == 0) return columns_ = columns_.subspan(1), std::vector<int64_t>{0};
    std::vector<int64_t> all = next_numbers<int64_t>(n + 1);
    return check_offsets(all.data(), n), all;
  }

  const MarshalContext& at_;
  Cells& cells_;
  std::span<const uint64_t> scalars_;
  std::span<const ResultColumn> columns_;
};

} // namespace

std::vector<VarType> flat_types(Types& types, const ValueShape& shape, bool column) {
  std::vector<VarType> all;
  add_types(types, shape, column, all);
  return all;
}

std::optional<bool> join(const MarshalContext& at, ValueShape& shape, const Value& v, BoxedFunctions& boxed) {
  Finder finder(at, boxed);
  finder.value(shape, v);
  return finder.known ? std::optional(finder.changed) : std::nullopt;
}

void flatten_value(const MarshalContext& at, const ValueShape& shape, const Value& v, FlatWords& out) {
  Places none(at);
  Words(at, none, out).value(shape, v);
}

namespace {

bool has_cell(const ValueShape& s) {
  return s.kind == ValueShape::Cell || std::ranges::any_of(s.items, has_cell);
}

uint32_t number_of(const MarshalContext& at, TypeId t) { return static_cast<uint32_t>(at.types.resolve(t)); }

/// Whether `kept` has the cells of all inputs, and memory for `room` more. If so, begins a run with these inputs.
bool are_kept(const MarshalContext& at, CellCache& kept, std::span<const Input> inputs,
              const std::vector<Value>& values, int64_t room) {
  if (kept.boxed != (at.boxed ? at.boxed->of : decltype(kept.boxed)())) return false;
  std::vector<const CellCache::Root*> roots;
  for (size_t k = 0; k < inputs.size(); ++k) {
    const Input& in = inputs[k];
    if (in.kind == Input::Region && !kept.regions.contains(number_of(at, in.type))) return false;
    if (in.kind == Input::Region || !has_cell(in.shape)) continue;
    roots.push_back(kept.root(in.shape, values[k]));
    if (!roots.back()) return false;
  }
  return kept.begin(roots, static_cast<uint64_t>(room));
}

constexpr uint64_t least_spare = 1 << 14; // in cells

/// Makes the regions of all inputs, with memory for `room` more cells. With `spare` they get memory beyond that, in
/// which later forms may make cells too.
CellCache cells_of(const MarshalContext& at, std::span<const Input> inputs, const std::vector<Value>& values,
                   uint64_t room, bool spare) {
  CellCache all;
  if (at.boxed) all.boxed = at.boxed->of;
  Places places(at);
  for (const Input& in : inputs)
    if (in.kind == Input::Region) all.regions[number_of(at, in.type)].least = places.used(in.type);
  for (size_t k = 0; k < inputs.size(); ++k)
    if (inputs[k].kind != Input::Region) places.add(inputs[k].shape, values[k]);
  for (const Input& in : inputs) {
    if (in.kind != Input::Region) continue;
    CellCache::Region& r = all.regions[number_of(at, in.type)];
    const uint64_t used = all.used[number_of(at, in.type)] = places.used(in.type);
    uint64_t more = room;
    if (spare && room > 0 && 2 * used + room + least_spare <= most_places)
      more += std::max(least_spare, used);
    r.all = used + more;
    Words words(at, places, r.words);
    for (ColumnRef& c : places.columns(in.type, more)) words.column(std::move(c));
  }
  for (size_t k = 0; k < inputs.size(); ++k) {
    const Input& in = inputs[k];
    if (in.kind == Input::Region || !has_cell(in.shape) || all.root(in.shape, values[k])) continue;
    all.roots.push_back({in.shape, values[k], {}, all.used});
    Words(at, places, all.roots.back().words).value(in.shape, values[k]);
  }
  return all;
}

} // namespace

FlatWords words_of(const MarshalContext& at, std::span<const Input> inputs, const std::vector<Value>& values,
                   int64_t room, bool may_be_away, CellCache* kept) {
  FlatWords out;
  out.may_be_away = may_be_away;
  CellCache own;
  CellCache& cells = kept ? *kept : own;
  if (!are_kept(at, cells, inputs, values, room))
    cells = {}, cells = cells_of(at, inputs, values, static_cast<uint64_t>(room), kept);
  Places none(at);
  Words words(at, none, out);
  for (size_t k = 0; k < inputs.size(); ++k) {
    const Input& in = inputs[k];
    if (in.kind == Input::Region) {
      const uint32_t type = number_of(at, in.type);
      words.size(cells.used.at(type), static_cast<uint64_t>(room)), out.append(cells.regions.at(type).words);
    } else if (has_cell(in.shape)) {
      out.append(cells.root(in.shape, values[k])->words);
    } else {
      words.value(in.shape, values[k]);
    }
  }
  return out;
}

void keep_result(const MarshalContext& at, const Lowered& of, const Value& v,
                 std::span<const uint64_t> scalars, std::span<const ResultColumn> columns, CellCache& kept) {
  std::vector<std::pair<uint32_t, size_t>> regions;
  for (TypeId t : of.regions)
    regions.emplace_back(number_of(at, t), region_parts(at.types, t, at.boxed).size());
  if (!regions.empty())
    kept.add(of.shape, v, scalars, columns, regions, at.layout_of(at.types.prim(Element::I64)));
}

Value build_value(const MarshalContext& at, const ValueShape& shape, std::span<const uint64_t> scalars,
                  std::span<const ResultColumn> columns, std::span<const TypeId> regions) {
  try {
    Cells cells(at);
    for (TypeId t : regions) cells.add(t, columns);
    return ShapedBuilder(at, cells, scalars, columns).value(shape);
  } catch (const std::length_error&) { // only elements without a column, such as units, can be so many
    throw BadAnswer{"more elements than there can be"};
  }
}

} // namespace nova::plan
