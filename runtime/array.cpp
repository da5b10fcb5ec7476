#include "runtime/array.hpp"
#include "runtime/lengths.hpp"
#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <unordered_set>

namespace nova {

namespace {

Value primitive_at(const Column& c, int64_t i) {
  switch (const Element e = c.layout->element) {
  case Element::F64: return Value::of(c.as<double>()[i]);
  case Element::F32: return Value::of(c.as<float>()[i]);
  case Element::Unit: return Value::unit();
  default: return with_element(e, [&](auto t) { return Value::integer(e, int64_t(c.as<decltype(t)>()[i])); });
  }
}

Value at(const Column& c, int64_t i);

/// Returns make(items), where `items` has element i of each field. Up to 8 items need no heap memory.
template <class Make> Value from_fields(std::span<const ColumnRef> fields, int64_t i, Make make) {
  std::array<Value, 8> few;
  std::vector<Value> many(fields.size() > few.size() ? fields.size() : 0);
  std::span<Value> items = many.empty() ? std::span(few).first(fields.size()) : std::span(many);
  for (size_t f = 0; f < fields.size(); ++f) items[f] = at(*fields[f], i);
  return make(items);
}

Value tuple_at(const Column& c, int64_t i) {
  if (!c.layout->constructed) return from_fields(c.children, i, Value::tuple);
  return from_fields(c.children, i, [](auto items) { return Value::sum(0, items); });
}

Value row_at(const Column& c, int64_t i) {
  const int64_t* offsets = c.offsets();
  const uint32_t rank = c.layout->rank;
  if (rank == 1) return Value::vector(Array(c.children[0], offsets[i], offsets[i + 1] - offsets[i]));
  const int64_t* dims = c.extra->as<int64_t>() + i * rank;
  return Value::vector(Array(c.children[0], offsets[i], std::vector<int64_t>(dims, dims + rank)));
}

Value sum_at(const Column& c, int64_t i) {
  const uint32_t tag = c.as<uint32_t>()[i];
  const uint32_t fields = c.layout->field_counts[tag];
  if (fields == 0) return Value::sum(tag);
  const Column& payload = *c.children[tag];
  const int64_t place = c.extra->as<int64_t>()[i];
  if (fields > 1)
    return from_fields(payload.children, place, [&](auto items) { return Value::sum(tag, items); });
  Value field = at(payload, place);
  return Value::sum(tag, {&field, 1});
}

Value at(const Column& c, int64_t i) {
  switch (c.layout->kind) {
  case ColumnKind::Primitive: return primitive_at(c, i);
  case ColumnKind::Tuple: return tuple_at(c, i);
  case ColumnKind::Rows: return row_at(c, i);
  case ColumnKind::Sum: return sum_at(c, i);
  case ColumnKind::Boxed: return c.boxed[static_cast<size_t>(i)];
  }
  return {};
}

uint64_t footprint(const Column& c, std::unordered_set<const void*>& seen) {
  if (!seen.insert(&c).second) return 0;
  uint64_t bytes = c.boxed.size() * sizeof(Value);
  for (const BufferRef& b : {c.data, c.extra})
    if (b && seen.insert(b.get()).second) bytes += b->size();
  for (const ColumnRef& child : c.children) bytes += footprint(*child, seen);
  return bytes;
}

} // namespace

Array::Array(ColumnRef column) : column_(std::move(column)), count_(column_->length) {}

Array::Array(ColumnRef column, int64_t begin, std::vector<int64_t> dimensions)
    : column_(std::move(column)), begin_(begin), count_(elements_of(dimensions)),
      rank_(static_cast<uint32_t>(dimensions.size())) {
  if (rank_ != 1) dims_ = std::move(dimensions);
}

std::vector<int64_t> Array::dimensions() const { return rank_ == 1 ? std::vector{count_} : dims_; }

Value Array::at(int64_t i) const { return nova::at(*column_, begin_ + i); }

Array Array::window(int64_t b, int64_t e) const { return Array(column_, begin_ + b, e - b); }

Array Array::shaped(std::vector<int64_t> dimensions) const {
  return Array(column_, begin_, std::move(dimensions));
}

Array Array::field(uint32_t f) const { return Array(column_->children[f], begin_, dimensions()); }

PrimitiveFill::PrimitiveFill(const Layout* primitive, int64_t length, Buffer::Contents contents)
    : layout_(primitive), length_(length) {
  const uint64_t bytes = checked_bytes(static_cast<uint64_t>(length), element_size(primitive->element));
  if (primitive->element != Element::Unit) buffer_ = std::make_shared<Buffer>(bytes, contents);
}

ColumnRef PrimitiveFill::finish() {
  auto c = std::make_shared<Column>();
  c->layout = layout_, c->length = length_, c->data = std::move(buffer_);
  return c;
}

namespace {

/// Returns a boxed column of tuples: tuple i has the elements i of all fields.
ColumnRef box_columns(const Layout* boxed, std::span<const ColumnRef> fields) {
  ColumnBuilder out(boxed, fields[0]->length);
  for (int64_t i = 0; i < fields[0]->length; ++i) out.push(from_fields(fields, i, Value::tuple));
  return out.finish();
}

} // namespace

ColumnRef zip_columns(const Layout* tuple, std::vector<ColumnRef> fields) {
  for (const ColumnRef& f : fields)
    if (f->length != fields[0]->length)
      throw std::logic_error("the columns of a tuple have different lengths");
  if (tuple->kind == ColumnKind::Boxed) return box_columns(tuple, fields);
  auto c = std::make_shared<Column>();
  c->layout = tuple, c->length = fields[0]->length, c->children = std::move(fields);
  return c;
}

ColumnRef rows_column(const Layout* rows, ColumnRef flat, BufferRef offsets, BufferRef dims) {
  auto c = std::make_shared<Column>();
  c->layout = rows, c->length = static_cast<int64_t>(offsets->size() / sizeof(int64_t)) - 1;
  c->data = std::move(offsets), c->extra = std::move(dims);
  c->children.push_back(std::move(flat));
  return c;
}

void append_in_blocks(ColumnBuilder& out, const Array& from, int64_t b, int64_t e, const Poll& poll) {
  constexpr int64_t block = 65536;
  if (first_element_size(*out.layout()) == 0) return out.append(from, b, e); // units have no bytes to copy
  for (; b < e; b += block) {
    out.append(from, b, std::min(e, b + block));
    if (poll) poll();
  }
}

std::optional<int64_t> common_length(std::span<const int64_t> offsets) {
  if (offsets.size() < 2) return {};
  const int64_t length = offsets[1] - offsets[0];
  for (size_t i = 2; i < offsets.size(); ++i)
    if (offsets[i] - offsets[i - 1] != length) return {};
  return length;
}

std::optional<int64_t> Column::common_length() const {
  int64_t known = common_length_.load(std::memory_order_relaxed);
  if (known == not_asked) {
    const bool has_rows = data && layout->kind == ColumnKind::Rows && layout->rank == 1;
    const auto offsets_of_all =
        has_rows ? std::span(offsets(), static_cast<size_t>(length) + 1) : std::span<const int64_t>();
    known = nova::common_length(offsets_of_all).value_or(no_length);
    common_length_.store(known, std::memory_order_relaxed);
  }
  return known == no_length ? std::nullopt : std::optional(known);
}

bool has_even_rows(const Array& a, std::span<const uint32_t> path, std::optional<int64_t> length,
                   bool from_start) {
  const Column* rows = &a.column();
  int64_t begin = a.begin(), end = begin + a.count();
  for (const uint32_t k : path) {
    if (rows->layout->kind == ColumnKind::Rows) end = end == begin ? 0 : rows->offsets()[end], begin = 0;
    rows = rows->children[k].get();
  }
  if (begin == end) return !length;
  if (from_start && rows->offsets()[begin] != 0) return false;
  const std::optional<int64_t> common = rows->common_length();
  return common && *common == length.value_or(*common);
}

Array concat(const Array& a, const Array& b, const Poll& poll) {
  if (a.count() == 0) return b;
  if (b.count() == 0) return a;
  ColumnBuilder out(a.layout(), checked_sum(a.count(), b.count(), first_element_size(*a.layout())));
  append_in_blocks(out, a, 0, a.count(), poll);
  append_in_blocks(out, b, 0, b.count(), poll);
  return Array(out.finish());
}

Array flatten(const Array& rows) {
  if (rows.layout()->kind != ColumnKind::Rows) return rows.shaped({rows.count()});
  const int64_t* from = rows.column().offsets() + rows.begin();
  return Array(rows.column().children[0], *from, from[rows.count()] - *from);
}

Array empty_array(const Layout* element) { return Array(ColumnBuilder(element).finish()); }

Array text_array(Layouts& layouts, std::string_view bytes) {
  PrimitiveFill fill(layouts.primitive(Element::Char), static_cast<int64_t>(bytes.size()));
  if (!bytes.empty()) std::memcpy(fill.as<char>(), bytes.data(), bytes.size());
  return Array(fill.finish());
}

std::string array_text(const Array& chars) {
  if (chars.count() == 0) return {};
  return std::string(reinterpret_cast<const char*>(chars.data<uint8_t>()),
                     static_cast<size_t>(chars.count()));
}

uint64_t footprint(const Array& a) {
  std::unordered_set<const void*> seen;
  return footprint(a.column(), seen);
}

} // namespace nova
