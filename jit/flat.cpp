#include "jit/flat.hpp"
#include <cstring>

namespace nova::plan {
namespace {

// More than these is no array expression that gains from being flat (tuples of tuples grow by doubling).
constexpr uint32_t most_variables = 256, most_nesting = 64;

/// Collects a type's variables; false where it has no flat form.
class FlatTypes {
 public:
  explicit FlatTypes(const Types& types) : types_(types) {}
  std::vector<VarType> vars;

  bool value(TypeId type, uint32_t depth = 0) {
    const TypeId t = types_.resolve(type);
    switch (types_[t].kind) {
    case TypeKind::Prim: return add(types_.element(t), false);
    case TypeKind::Tuple: return items(t, depth, &FlatTypes::value);
    case TypeKind::Vector:
      for (uint32_t d = 0; d < types_.rank_of(t); ++d) add(Element::I64, false);
      return column(types_.element_of(t), depth + 1);
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
    for (TypeId item : types_.args(t))
      if (!(this->*each)(item, depth + 1)) return false;
    return true;
  }
  const Types& types_;
};

// ---- a value's words ----

void flatten_column(const Column& c, int64_t begin, std::vector<Word>& out) {
  auto add = [&](const BufferRef& data, int64_t first, size_t size) {
    const std::byte* from = data ? data->bytes() : nullptr;
    out.push_back({.column = from ? from + static_cast<size_t>(first) * size : nullptr});
  };
  switch (c.layout->kind) {
  case ColumnKind::Primitive:
    if (c.layout->element != Element::Unit) add(c.data, begin, element_size(c.layout->element));
    return;
  case ColumnKind::Tuple:
    for (const ColumnRef& field : c.children) flatten_column(*field, begin, out);
    return;
  case ColumnKind::Rows:
    add(c.data, begin, sizeof(int64_t));
    if (c.layout->rank > 1) add(c.extra, begin * c.layout->rank, sizeof(int64_t));
    return flatten_column(*c.children[0], 0, out);
  case ColumnKind::Sum:
  case ColumnKind::Boxed: return; // flat_types refused them
  }
}

// ---- words to a value ----

class Builder {
 public:
  Builder(const Types& types, const std::function<const Layout*(TypeId)>& layout_of,
          std::span<const uint64_t> scalars, std::span<const ResultColumn> columns)
      : types_(types), layout_of_(layout_of), scalars_(scalars), columns_(columns) {}

  Value value(TypeId type) {
    const TypeId t = types_.resolve(type);
    switch (types_[t].kind) {
    case TypeKind::Prim: return scalar(types_.element(t));
    case TypeKind::Tuple: return tuple(t);
    default: return vector(t);
    }
  }

 private:
  Value scalar(Element e) {
    return e == Element::Unit ? Value::unit() : Value::from_bits(static_cast<Tag>(e), next_scalar());
  }

  Value tuple(TypeId t) {
    std::vector<Value> items;
    const std::vector<TypeId> types(types_.args(t).begin(), types_.args(t).end());
    for (TypeId item : types) items.push_back(value(item));
    return Value::tuple(items);
  }

  Value vector(TypeId t) {
    std::vector<int64_t> dims(types_.rank_of(t));
    int64_t count = 1;
    for (int64_t& d : dims) count *= d = static_cast<int64_t>(next_scalar());
    const TypeId element = types_.element_of(t);
    const bool plain = types_.is(element, TypeKind::Prim) && types_.element(element) != Element::Unit;
    if (plain && columns_.front().buffer) return Value::vector(window(element, count, std::move(dims)));
    return Value::vector(Array(column(element, 0, count), 0, std::move(dims)));
  }

  /// A primitive vector that begins somewhere in its buffer.
  Array window(TypeId element, int64_t count, std::vector<int64_t> dims) {
    const ResultColumn from = next_column();
    return Array(primitive(layout_of_(element), from.buffer, from.begin + count), from.begin,
                 std::move(dims));
  }

  static ColumnRef primitive(const Layout* layout, BufferRef data, int64_t length) {
    auto c = std::make_shared<Column>();
    c->layout = layout, c->length = length, c->data = std::move(data);
    return c;
  }

  /// Elements [first, first + count) of the next columns.
  ColumnRef column(TypeId type, int64_t first, int64_t count) {
    const TypeId t = types_.resolve(type);
    switch (types_[t].kind) {
    case TypeKind::Prim: {
      const Element e = types_.element(t);
      return primitive(layout_of_(t), e == Element::Unit ? nullptr : elements(next_column(), e, first, count),
                       count);
    }
    case TypeKind::Tuple: {
      std::vector<ColumnRef> fields;
      const std::vector<TypeId> items(types_.args(t).begin(), types_.args(t).end());
      for (TypeId item : items) fields.push_back(column(item, first, count));
      return zip_columns(layout_of_(t), std::move(fields));
    }
    default: return rows(t, first, count);
    }
  }

  ColumnRef rows(TypeId t, int64_t first, int64_t count) {
    const ResultColumn from = next_column();
    const int64_t* offsets = static_cast<const int64_t*>(place(from, sizeof(int64_t))) + first;
    const int64_t begin = offsets[0], end = offsets[count];
    auto c = std::make_shared<Column>();
    c->layout = layout_of_(t), c->length = count;
    c->data = begin == 0 ? elements(from, Element::I64, first, count + 1) : rebased(offsets, count + 1);
    if (const uint32_t rank = types_.rank_of(t); rank > 1)
      c->extra = elements(next_column(), Element::I64, first * rank, count * rank);
    c->children.push_back(column(types_.element_of(t), begin, end - begin));
    return c;
  }

  static const void* place(const ResultColumn& c, size_t size) {
    return c.buffer ? c.buffer->bytes() + static_cast<size_t>(c.begin) * size : c.place;
  }

  /// The buffer itself where the elements stand at its start, else a copy.
  static BufferRef elements(const ResultColumn& c, Element e, int64_t first, int64_t count) {
    const size_t size = element_size(e);
    if (c.buffer && c.begin + first == 0) return c.buffer;
    auto copy = std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(count), size));
    if (count > 0)
      std::memcpy(copy->bytes(),
                  static_cast<const std::byte*>(place(c, size)) + static_cast<size_t>(first) * size,
                  static_cast<size_t>(count) * size);
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

  const Types& types_;
  const std::function<const Layout*(TypeId)>& layout_of_;
  std::span<const uint64_t> scalars_;
  std::span<const ResultColumn> columns_;
};

} // namespace

std::optional<std::vector<VarType>> flat_types(const Types& types, TypeId type) {
  FlatTypes flat(types);
  if (!flat.value(type)) return std::nullopt;
  return std::move(flat.vars);
}

std::optional<std::vector<VarType>> column_types(const Types& types, TypeId element) {
  FlatTypes flat(types);
  if (!flat.column(element)) return std::nullopt;
  return std::move(flat.vars);
}

void flatten_value(const Value& v, std::vector<Word>& out) {
  switch (v.tag()) {
  case Tag::Unit: return;
  case Tag::Tuple:
    for (const Value& item : v.items()) flatten_value(item, out);
    return;
  case Tag::Vector:
    for (int64_t d : v.array().shape()) out.push_back({.bits = static_cast<uint64_t>(d)});
    return flatten_column(v.array().column(), v.array().begin(), out);
  default: out.push_back({.bits = v.bits()}); return;
  }
}

Value ValueBuilder::build(TypeId type, std::span<const uint64_t> scalars,
                          std::span<const ResultColumn> columns) {
  return Builder(types_, layout_of_, scalars, columns).value(type);
}

} // namespace nova::plan
