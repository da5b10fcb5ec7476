#include "jit/values/flat_layout.hpp"
#include "jit/values/checked_answer.hpp"
#include "runtime/fault.hpp"
#include "runtime/lengths.hpp"
#include <cstring>

namespace nova::plan {
namespace {

// Limits of a flat layout: its number of variables, and the depth of the type. Types beyond them gain nothing from a
// flat layout. They do occur: nested tuples may double in size at each level.
constexpr uint32_t most_variables = 256, most_nesting = 64;

/// Collects the variables of a type. Its functions return false if the type has no flat layout.
class FlatTypes {
 public:
  explicit FlatTypes(Types& types) : types_(types) {}
  std::vector<VarType> vars;

  bool value(TypeId type, uint32_t depth = 0) {
    const TypeId t = types_.resolve(type);
    switch (types_[t].kind) {
    case TypeKind::Prim: return add(types_.element(t), false);
    case TypeKind::Tuple: return items(t, depth, &FlatTypes::value);
    case TypeKind::Vector:
      for (uint32_t d = 0; d < types_.rank_of(t); ++d) add(Element::I64, false);
      return column(types_.element_of(t), depth + 1);
    case TypeKind::Sum: return sum(t, depth, false, &FlatTypes::value);
    default: return false;
    }
  }

  bool column(TypeId type, uint32_t depth = 0) {
    const TypeId t = types_.resolve(type);
    switch (types_[t].kind) {
    case TypeKind::Prim: return add(types_.element(t), true);
    case TypeKind::Tuple: return items(t, depth, &FlatTypes::column);
    case TypeKind::Vector:
      add(Element::I64, true);
      if (types_.rank_of(t) > 1) add(Element::I64, true);
      return column(types_.element_of(t), depth + 1);
    case TypeKind::Sum: return sum(t, depth, true, &FlatTypes::column);
    default: return false;
    }
  }

 private:
  bool add(Element e, bool column) {
    if (e != Element::Unit) vars.push_back({e, column});
    return vars.size() <= most_variables;
  }
  bool items(TypeId t, uint32_t depth, bool (FlatTypes::*each)(TypeId, uint32_t)) {
    if (depth >= most_nesting) return false;
    for (TypeId item : copied(types_.args(t)))
      if (!(this->*each)(item, depth + 1)) return false;
    return true;
  }
  bool sum(TypeId t, uint32_t depth, bool column, bool (FlatTypes::*each)(TypeId, uint32_t)) {
    if (depth >= most_nesting || types_.sum_type(SumId{types_[t].payload}).recursive) return false;
    const auto constructors = constructor_fields(types_, t);
    if (constructors.size() > 1) add(Element::I32, column);
    for (const auto& fields : constructors)
      for (TypeId field : fields)
        if (!(this->*each)(field, depth + 1)) return false;
    return true;
  }
  Types& types_;
};

// ---- a value's words ----

} // namespace

Value zero_of(const Layout& l) {
  std::vector<Value> items;
  switch (l.kind) {
  case ColumnKind::Primitive: return Value::from_bits(static_cast<Tag>(l.element), 0);
  case ColumnKind::Rows:
    return Value::vector(empty_array(l.children[0]).shaped(std::vector<int64_t>(l.rank, 0)));
  case ColumnKind::Tuple:
    for (const Layout* child : l.children) items.push_back(zero_of(*child));
    return l.constructed ? Value::sum(0, items) : Value::tuple(items);
  case ColumnKind::Sum:
    if (l.field_counts[0] == 1) items.push_back(zero_of(*l.children[0]));
    if (l.field_counts[0] > 1)
      for (const Layout* field : l.children[0]->children) items.push_back(zero_of(*field));
    return Value::sum(0, items);
  case ColumnKind::Boxed: break; // a flat type has no such column
  }
  return {};
}

namespace {

/// Tells which elements of a column of sums have the constructor `constructor`, and where their fields are. `tags`
/// has the tag of each element of the column, `at` its index in the column of its own constructor's fields.
struct ConstructorPlaces {
  std::span<const uint32_t> tags;
  const int64_t* at;
  uint32_t constructor;
  bool has(size_t i) const { return tags[i] == constructor; }
};

/// Returns `payload`, the fields of a constructor's own elements, as a column with an entry for each element of the
/// sum column. The entries of elements of other constructors are zeros.
ColumnRef spread(const ColumnRef& payload, const ConstructorPlaces& p) {
  const Layout& l = *payload->layout;
  const size_t n = p.tags.size();
  if (l.kind == ColumnKind::Tuple) {
    std::vector<ColumnRef> fields;
    for (const ColumnRef& field : payload->children) fields.push_back(spread(field, p));
    return zip_columns(&l, std::move(fields));
  }
  if (l.kind == ColumnKind::Primitive) {
    PrimitiveFill out(&l, static_cast<int64_t>(n));
    if (l.element != Element::Unit)
      with_element(l.element, [&](auto t) {
        using T = decltype(t);
        for (size_t i = 0; i < n; ++i) out.as<T>()[i] = p.has(i) ? payload->as<T>()[p.at[i]] : T{};
      });
    return out.finish();
  }
  ColumnBuilder out(&l, static_cast<int64_t>(n));
  const Array from(payload);
  const Value zero = zero_of(l);
  for (size_t i = 0; i < n; ++i) p.has(i) ? out.push_from(from, p.at[i]) : out.push(zero);
  return out.finish();
}

class Spreader {
 public:
  Spreader(Types& types, FlatWords& out) : types_(types), out_(out) {}

  void value(const Value& v, TypeId type) {
    const TypeId t = types_.resolve(type);
    switch (types_[t].kind) {
    case TypeKind::Prim:
      if (types_.element(t) != Element::Unit) out_.add_scalar(v.bits());
      return;
    case TypeKind::Tuple: {
      const std::vector<TypeId> items = copied(types_.args(t));
      for (size_t k = 0; k < items.size(); ++k) value(v.items()[k], items[k]);
      return;
    }
    case TypeKind::Sum: return sum(v, t);
    default:
      for (int64_t d : v.array().shape()) check_fits(d), out_.add_scalar(static_cast<uint64_t>(d));
      column(v.array().column_ref(), v.array().begin(), v.array().count());
    }
  }

  void column(const ColumnRef& c, int64_t begin, int64_t count) {
    check_fits(count);
    switch (c->layout->kind) {
    case ColumnKind::Primitive:
      if (c->layout->element != Element::Unit) add(c->data, begin, count, element_size(c->layout->element));
      return;
    case ColumnKind::Tuple:
      for (const ColumnRef& field : c->children) column(field, begin, count);
      return;
    case ColumnKind::Rows:
      add(c->data, begin, count + 1, sizeof(int64_t));
      if (c->layout->rank > 1)
        add(c->extra, begin * c->layout->rank, count * c->layout->rank, sizeof(int64_t));
      return column(c->children[0], 0, c->data ? c->offsets()[begin + count] : 0);
    case ColumnKind::Sum: return sums(c, begin, count);
    case ColumnKind::Boxed: return; // flat_types has refused such types
    }
  }

 private:
  /// Fails with E0601 if a length is too large for a plan. Only vectors of units, or with a dimension of 0, may be so
  /// long. The interpreter then does the run.
  static void check_fits(int64_t length) {
    if (length > most_elements) fail("E0601");
  }
  void sum(const Value& v, TypeId t) {
    const auto constructors = constructor_fields(types_, t);
    if (constructors.size() > 1) out_.add_scalar(v.constructor());
    for (uint32_t k = 0; k < constructors.size(); ++k)
      for (size_t f = 0; f < constructors[k].size(); ++f)
        k == v.constructor() ? value(v.items()[f], constructors[k][f]) : nothing(constructors[k][f]);
  }
  void nothing(TypeId t) {
    static constexpr int64_t zero[1] = {};
    const auto parts = flat_types(types_, t);
    if (!parts) return;
    for (const VarType& part : *parts) {
      if (part.column)
        out_.add_column(zero, sizeof zero);
      else
        out_.add_scalar(0);
    }
  }

  void add(const BufferRef& data, int64_t first, int64_t count, size_t size) {
    if (data && !out_.may_be_away) data->bytes();
    const std::byte* from = data ? data->place() : nullptr;
    if (from)
      out_.add_column(from + static_cast<size_t>(first) * size, static_cast<size_t>(count) * size, data);
    else
      out_.add_column(nullptr, 0);
  }
  void sums(const ColumnRef& c, int64_t begin, int64_t count) {
    const int64_t* places = c->extra ? c->extra->as<int64_t>() + begin : nullptr;
    if (c->children.size() > 1) add(c->data, begin, count, sizeof(uint32_t));
    const std::span tags(count > 0 ? c->as<uint32_t>() + begin : nullptr, static_cast<size_t>(count));
    for (uint32_t k = 0; k < c->children.size(); ++k) {
      out_.made.push_back(spread(c->children[k], {tags, places, k}));
      column(ColumnRef(out_.made.back()), 0, count);
    }
  }

  Types& types_;
  FlatWords& out_;
};

// ---- words to a value ----

class FlatBuilder {
 public:
  FlatBuilder(Types& types, const std::function<const Layout*(TypeId)>& layout_of,
              std::span<const uint64_t> scalars, std::span<const ResultColumn> columns)
      : types_(types), layout_of_(layout_of), scalars_(scalars), columns_(columns) {}

  Value value(TypeId type) {
    const TypeId t = types_.resolve(type);
    switch (types_[t].kind) {
    case TypeKind::Prim: return scalar(types_.element(t));
    case TypeKind::Tuple: return tuple(t);
    case TypeKind::Sum: return sum(t);
    default: return vector(t);
    }
  }

 private:
  Value scalar(Element e) {
    return e == Element::Unit ? Value::unit() : Value::from_bits(static_cast<Tag>(e), next_scalar());
  }

  Value tuple(TypeId t) {
    std::vector<Value> items;
    for (TypeId item : copied(types_.args(t))) items.push_back(value(item));
    return Value::tuple(items);
  }

  Value sum(TypeId t) {
    const auto constructors = constructor_fields(types_, t);
    const uint64_t tag = checked_tag(constructors.size() > 1 ? next_scalar() : 0, constructors.size());
    std::vector<Value> own;
    for (size_t k = 0; k < constructors.size(); ++k)
      for (TypeId field : constructors[k])
        if (Value v = value(field); k == tag) own.push_back(std::move(v));
    return Value::sum(static_cast<uint32_t>(tag), own);
  }

  Value vector(TypeId t) {
    std::vector<int64_t> dims(types_.rank_of(t));
    for (int64_t& d : dims) d = static_cast<int64_t>(next_scalar());
    const int64_t count = checked_count(dims);
    const TypeId element = types_.element_of(t);
    const bool plain = types_.is(element, TypeKind::Prim) && types_.element(element) != Element::Unit;
    if (plain && columns_.front().buffer) return Value::vector(window(element, count, std::move(dims)));
    return Value::vector(Array(column(element, 0, count), 0, std::move(dims)));
  }

  /// Returns a vector of primitives that shares the result's buffer. It may begin at any element of the buffer.
  Array window(TypeId element, int64_t count, std::vector<int64_t> dims) {
    const ResultColumn from = next_column();
    check_elements(from, types_.element(types_.resolve(element)), 0, count);
    return Array(primitive(layout_of_(element), from.buffer, from.begin + count), from.begin,
                 std::move(dims));
  }

  static ColumnRef primitive(const Layout* layout, BufferRef data, int64_t length) {
    auto c = std::make_shared<Column>();
    c->layout = layout, c->length = length, c->data = std::move(data);
    return c;
  }

  /// Builds a column of the type from elements [first, first + count) of the next result columns.
  ColumnRef column(TypeId type, int64_t first, int64_t count) {
    const TypeId t = types_.resolve(type);
    switch (types_[t].kind) {
    case TypeKind::Prim: {
      const Element e = types_.element(t);
      return primitive(layout_of_(t), e == Element::Unit ? nullptr : elements(next_column(), e, first, count),
                       count);
    }
    case TypeKind::Tuple: return tuples(layout_of_(t), copied(types_.args(t)), first, count);
    case TypeKind::Sum: return sums(t, first, count);
    default: return rows(t, first, count);
    }
  }

  ColumnRef tuples(const Layout* layout, const std::vector<TypeId>& items, int64_t first, int64_t count) {
    std::vector<ColumnRef> fields;
    for (TypeId item : items) fields.push_back(column(item, first, count));
    return zip_columns(layout, std::move(fields));
  }

  ColumnRef rows(TypeId t, int64_t first, int64_t count) {
    constexpr int64_t none = 0;
    const ResultColumn from = next_column();
    const auto* offsets =
        count == 0 ? &none
                   : reinterpret_cast<const int64_t*>(elements_at(from, Element::I64, first, count + 1));
    check_offsets(offsets, count);
    const int64_t begin = offsets[0], end = offsets[count];
    auto c = std::make_shared<Column>();
    c->layout = layout_of_(t), c->length = count;
    c->data = begin == 0 && count > 0 ? elements(from, Element::I64, first, count + 1)
                                      : rebased(offsets, count + 1);
    if (const uint32_t rank = types_.rank_of(t); rank > 1) {
      c->extra = elements(next_column(), Element::I64, first * rank, count * rank);
      for (int64_t k = 0; k < count; ++k)
        if (checked_count({c->extra->as<const int64_t>() + k * rank, rank}) != offsets[k + 1] - offsets[k])
          throw BadAnswer{"dimensions that are not a row's"};
    }
    c->children.push_back(column(types_.element_of(t), begin, end - begin));
    return c;
  }

  /// Builds a column of sums. In it, the columns of each constructor have entries only for elements of this
  /// constructor.
  ColumnRef sums(TypeId t, int64_t first, int64_t count) {
    const auto constructors = constructor_fields(types_, t);
    if (layout_of_(t)->constructed) return tuples(layout_of_(t), constructors[0], first, count);
    auto c = std::make_shared<Column>();
    c->layout = layout_of_(t), c->length = count;
    const auto n = static_cast<uint64_t>(count);
    const bool tagged = constructors.size() > 1;
    c->data = tagged ? elements(next_column(), Element::I32, first, count) : zero_tags(n);
    auto places = std::make_shared<Buffer>(checked_bytes(n, sizeof(int64_t)));
    std::vector<std::vector<int64_t>> of(constructors.size());
    for (int64_t i = 0; i < count; ++i) {
      std::vector<int64_t>& own = of[checked_tag(c->as<uint32_t>()[i], of.size())];
      places->as<int64_t>()[i] = static_cast<int64_t>(own.size());
      own.push_back(i);
    }
    c->extra = std::move(places);
    for (size_t k = 0; k < constructors.size(); ++k) {
      const ColumnRef all = payload(c->layout->children[k], constructors[k], first, count);
      c->children.push_back(tagged ? gather_column(Array(all), of[k]) : all);
    }
    return c;
  }
  static BufferRef zero_tags(uint64_t n) {
    auto tags = std::make_shared<Buffer>(checked_bytes(n, sizeof(uint32_t)));
    if (n > 0) std::memset(tags->bytes(), 0, n * sizeof(uint32_t));
    return tags;
  }
  ColumnRef payload(const Layout* l, const std::vector<TypeId>& fields, int64_t first, int64_t count) {
    if (fields.empty()) return primitive(l, nullptr, count);
    if (fields.size() == 1) return column(fields[0], first, count);
    return tuples(l, fields, first, count);
  }

  /// Returns the column's buffer itself if the elements begin at its start, and otherwise a copy of the elements.
  static BufferRef elements(const ResultColumn& c, Element e, int64_t first, int64_t count) {
    const size_t size = element_size(e);
    if (c.buffer && c.begin + first == 0) return check_elements(c, e, first, count), c.buffer;
    const std::byte* const from = elements_at(c, e, first, count);
    auto copy = std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(count), size));
    if (count > 0) std::memcpy(copy->bytes(), from, static_cast<size_t>(count) * size);
    return copy;
  }

  static BufferRef rebased(const int64_t* offsets, int64_t count) {
    auto copy = std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(count), sizeof(int64_t)));
    for (int64_t k = 0; k < count; ++k) copy->as<int64_t>()[k] = offsets[k] - offsets[0];
    return copy;
  }

  uint64_t next_scalar() {
    const uint64_t bits = scalars_.front();
    scalars_ = scalars_.subspan(1);
    return bits;
  }
  ResultColumn next_column() {
    const ResultColumn c = columns_.front();
    columns_ = columns_.subspan(1);
    return c;
  }

  Types& types_;
  const std::function<const Layout*(TypeId)>& layout_of_;
  std::span<const uint64_t> scalars_;
  std::span<const ResultColumn> columns_;
};

} // namespace

std::optional<std::vector<VarType>> flat_types(Types& types, TypeId type) {
  FlatTypes flat(types);
  if (!flat.value(type)) return std::nullopt;
  return std::move(flat.vars);
}

void flatten_value(Types& types, TypeId type, const Value& v, FlatWords& out) {
  Spreader(types, out).value(v, type);
}

void flatten_column(Types& types, const ColumnRef& c, FlatWords& out) {
  Spreader(types, out).column(c, 0, c->length);
}

Value ValueBuilder::build(TypeId type, std::span<const uint64_t> scalars,
                          std::span<const ResultColumn> columns) {
  return FlatBuilder(types_, layout_of_, scalars, columns).value(type);
}

} // namespace nova::plan
