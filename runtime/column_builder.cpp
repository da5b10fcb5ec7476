// ColumnBuilder, which appends elements to a column (one function for each kind of column), and gathering by index.
#include "runtime/array.hpp"
#include "runtime/lengths.hpp"
#include <algorithm>
#include <cstring>

namespace nova {

namespace {

/// A byte buffer whose capacity grows by half when it is full.
class Growable {
 public:
  std::byte* extend(uint64_t bytes) {
    if (bytes > capacity_ - used_) [[unlikely]]
      grow(bytes);
    return data_ + std::exchange(used_, used_ + bytes);
  }
  template <class T> void push(T v) { std::memcpy(extend(sizeof v), &v, sizeof v); }
  void reserve(uint64_t bytes) {
    if (bytes > capacity_ - used_) resize(used_ + bytes);
  }
  uint64_t used() const { return used_; }
  template <class T> T last() const {
    T v;
    return std::memcpy(&v, data_ + used_ - sizeof v, sizeof v), v;
  }
  BufferRef finish() {
    if (!buffer_) return std::make_shared<Buffer>(0);
    buffer_->resize(used_);
    data_ = nullptr, used_ = capacity_ = 0;
    return std::move(buffer_);
  }

 private:
  void grow(uint64_t bytes) { resize(std::max({used_ + bytes, used_ + used_ / 2, uint64_t{64}})); }
  void resize(uint64_t capacity) {
    if (!buffer_)
      buffer_ = std::make_shared<Buffer>(capacity);
    else
      buffer_->resize(capacity);
    data_ = buffer_->bytes(), capacity_ = capacity;
  }
  BufferRef buffer_;
  std::byte* data_ = nullptr;
  uint64_t used_ = 0, capacity_ = 0;
};

} // namespace

struct ColumnBuilder::State {
  Growable data, extra;
  std::vector<ColumnBuilder> children;
  std::vector<Value, CountingAllocator<Value>> boxed;

  void push_primitive(Element e, const Value& v);
  void push_row(const Layout& l, const Value& v);
  void push_sum(const Layout& l, const Value& v);
  void append_primitive(Element e, const Column& from, int64_t b, int64_t end);
  void append_rows(const Layout& l, const Column& from, int64_t b, int64_t end);
  void append_sums(const Layout& l, const Column& from, int64_t b, int64_t end);
};

namespace {
/// Returns a whole column as a vector, which is what `append` takes.
Array whole(const ColumnRef& c) { return Array(c); }
} // namespace

ColumnBuilder::ColumnBuilder(const Layout* layout, int64_t reserve)
    : layout_(layout), state_(std::make_unique<State>()) {
  const auto n = static_cast<uint64_t>(reserve);
  const bool tuple = layout->kind == ColumnKind::Tuple;
  state_->children.reserve(layout->children.size());
  for (const Layout* child : layout->children) state_->children.emplace_back(child, tuple ? reserve : 0);
  switch (layout->kind) {
  case ColumnKind::Primitive: state_->data.reserve(checked_bytes(n, element_size(layout->element))); break;
  case ColumnKind::Tuple: break;
  case ColumnKind::Rows:
    state_->data.reserve(checked_bytes(n + 1, sizeof(int64_t)));
    state_->data.push<int64_t>(0);
    if (layout->rank > 1) state_->extra.reserve(checked_bytes(n, layout->rank * sizeof(int64_t)));
    break;
  case ColumnKind::Sum:
    state_->data.reserve(checked_bytes(n, sizeof(uint32_t)));
    state_->extra.reserve(checked_bytes(n, sizeof(int64_t)));
    break;
  case ColumnKind::Boxed:
    checked_bytes(n, sizeof(Value));
    state_->boxed.reserve(n);
    break;
  }
}
ColumnBuilder::ColumnBuilder(ColumnBuilder&&) noexcept = default;
ColumnBuilder::~ColumnBuilder() = default;

void ColumnBuilder::State::push_primitive(Element e, const Value& v) {
  switch (e) {
  case Element::F64: data.push(v.as_double()); break;
  case Element::F32: data.push(v.as_float()); break;
  case Element::Unit: break;
  default: with_element(e, [&](auto t) { data.push(static_cast<decltype(t)>(v.as_int())); });
  }
}

void ColumnBuilder::State::push_row(const Layout& l, const Value& v) {
  const Array& row = v.array();
  children[0].append(row, 0, row.count());
  data.push<int64_t>(children[0].length());
  if (l.rank > 1)
    for (uint32_t d = 0; d < l.rank; ++d) extra.push<int64_t>(row.dimension(d));
}

void ColumnBuilder::State::push_sum(const Layout& l, const Value& v) {
  const uint32_t tag = v.constructor(), fields = l.field_counts[tag];
  ColumnBuilder& payload = children[tag];
  data.push(tag);
  extra.push<int64_t>(payload.length());
  if (fields == 0)
    payload.push(Value::unit());
  else if (fields == 1)
    payload.push(v.items()[0]);
  else {
    for (uint32_t f = 0; f < fields; ++f) payload.state_->children[f].push(v.items()[f]);
    ++payload.length_;
  }
}

void ColumnBuilder::push(const Value& v) {
  switch (layout_->kind) {
  case ColumnKind::Primitive: state_->push_primitive(layout_->element, v); break;
  case ColumnKind::Tuple:
    for (size_t f = 0; f < state_->children.size(); ++f) state_->children[f].push(v.items()[f]);
    break;
  case ColumnKind::Rows: state_->push_row(*layout_, v); break;
  case ColumnKind::Sum: state_->push_sum(*layout_, v); break;
  case ColumnKind::Boxed: state_->boxed.push_back(v); break;
  }
  ++length_;
}

void ColumnBuilder::State::append_primitive(Element e, const Column& from, int64_t b, int64_t end) {
  const uint64_t size = element_size(e), bytes = static_cast<uint64_t>(end - b) * size;
  if (bytes) std::memcpy(data.extend(bytes), from.data->bytes() + static_cast<uint64_t>(b) * size, bytes);
}

void ColumnBuilder::State::append_rows(const Layout& l, const Column& from, int64_t b, int64_t end) {
  const int64_t* offsets = from.offsets();
  const int64_t shift = children[0].length() - offsets[b];
  children[0].append(whole(from.children[0]), offsets[b], offsets[end]);
  for (int64_t i = b; i < end; ++i) data.push<int64_t>(offsets[i + 1] + shift);
  if (l.rank == 1 || b == end) return;
  const uint64_t size = l.rank * sizeof(int64_t), bytes = static_cast<uint64_t>(end - b) * size;
  std::memcpy(extra.extend(bytes), from.extra->bytes() + static_cast<uint64_t>(b) * size, bytes);
}

void ColumnBuilder::State::append_sums(const Layout& l, const Column& from, int64_t b, int64_t end) {
  // Payloads of one constructor mostly lie side by side in its child column, so they are appended in runs.
  struct Run {
    int64_t begin = 0, end = 0;
  };
  std::vector<Run> runs(l.children.size());
  auto flush = [&](uint32_t tag) {
    children[tag].append(whole(from.children[tag]), runs[tag].begin, runs[tag].end);
    runs[tag] = {};
  };
  for (int64_t i = b; i < end; ++i) {
    const uint32_t tag = from.as<uint32_t>()[i];
    const int64_t place = from.extra->as<int64_t>()[i];
    Run& run = runs[tag];
    if (run.begin != run.end && place != run.end) flush(tag);
    if (run.begin == run.end) run = {place, place};
    data.push(tag);
    extra.push<int64_t>(children[tag].length() + (run.end - run.begin));
    ++run.end;
  }
  for (uint32_t tag = 0; tag < runs.size(); ++tag) flush(tag);
}

void ColumnBuilder::append(const Array& array, int64_t b, int64_t e) {
  const Column& from = array.column();
  b += array.begin(), e += array.begin();
  if (b == e) return;
  if (e - b > INT64_MAX - length_)
    checked_sum(length_, e - b, first_element_size(*layout_)); // fails; only units can be so many
  length_ += e - b;
  switch (layout_->kind) {
  case ColumnKind::Primitive: state_->append_primitive(layout_->element, from, b, e); break;
  case ColumnKind::Tuple:
    for (size_t f = 0; f < from.children.size(); ++f)
      state_->children[f].append(whole(from.children[f]), b, e);
    break;
  case ColumnKind::Rows: state_->append_rows(*layout_, from, b, e); break;
  case ColumnKind::Sum: state_->append_sums(*layout_, from, b, e); break;
  case ColumnKind::Boxed:
    state_->boxed.insert(state_->boxed.end(), from.boxed.begin() + b, from.boxed.begin() + e);
  }
}

ColumnRef ColumnBuilder::finish() {
  auto c = std::make_shared<Column>();
  c->layout = layout_, c->length = length_;
  const ColumnKind kind = layout_->kind;
  c->sole = kind == ColumnKind::Sum;
  const bool plain = kind == ColumnKind::Primitive && layout_->element != Element::Unit;
  if (plain || kind == ColumnKind::Rows || kind == ColumnKind::Sum) c->data = state_->data.finish();
  if (kind == ColumnKind::Sum || (kind == ColumnKind::Rows && layout_->rank > 1))
    c->extra = state_->extra.finish();
  for (ColumnBuilder& child : state_->children) c->children.push_back(child.finish());
  c->boxed = std::move(state_->boxed);
  return c;
}

namespace {

using Indices = std::span<const int64_t>;

/// Calls each(k) for all k < n, and `poll` after every 65,536 of them.
template <class Each> void polled(size_t n, const Poll& poll, Each each) {
  constexpr size_t block = 65536;
  for (size_t b = 0; b < n; b += block) {
    for (size_t k = b; k < std::min(n, b + block); ++k) each(k);
    if (poll) poll();
  }
}

template <class T> BufferRef gather_items(const T* from, Indices indices, const Poll& poll) {
  auto out = std::make_shared<Buffer>(checked_bytes(indices.size(), sizeof(T)));
  T* to = out->as<T>();
  polled(indices.size(), poll, [&](size_t k) { to[k] = from[indices[k]]; });
  return out;
}

BufferRef gather_primitive(const Column& from, int64_t begin, Indices indices, const Poll& poll) {
  if (from.layout->element == Element::Unit) return nullptr;
  return with_element(from.layout->element,
                      [&](auto t) { return gather_items(from.as<decltype(t)>() + begin, indices, poll); });
}

ColumnRef gather_rows(const ColumnRef& from, int64_t begin, Indices indices, const Poll& poll) {
  ColumnBuilder out(from->layout, static_cast<int64_t>(indices.size()));
  const Array all(from);
  polled(indices.size(), poll, [&](size_t k) { out.push_from(all, begin + indices[k]); });
  return out.finish();
}

ColumnRef gather(const ColumnRef& from, int64_t begin, Indices indices, const Poll& poll) {
  const ColumnKind kind = from->layout->kind;
  if (kind == ColumnKind::Rows) return gather_rows(from, begin, indices, poll);
  auto c = std::make_shared<Column>();
  c->layout = from->layout, c->length = static_cast<int64_t>(indices.size());
  if (kind == ColumnKind::Primitive) c->data = gather_primitive(*from, begin, indices, poll);
  if (kind == ColumnKind::Tuple)
    for (const ColumnRef& child : from->children) c->children.push_back(gather(child, begin, indices, poll));
  if (kind == ColumnKind::Sum) { // the payloads are shared, not copied
    c->data = gather_items(from->as<uint32_t>() + begin, indices, poll);
    c->extra = gather_items(from->extra->as<int64_t>() + begin, indices, poll);
    c->children = from->children;
  }
  if (kind == ColumnKind::Boxed) {
    c->boxed.reserve(indices.size());
    polled(indices.size(), poll,
           [&](size_t k) { c->boxed.push_back(from->boxed[static_cast<size_t>(begin + indices[k])]); });
  }
  return c;
}

} // namespace

ColumnRef gather_column(const Array& a, std::span<const int64_t> indices, const Poll& poll) {
  return gather(a.column_ref(), a.begin(), indices, poll);
}

} // namespace nova
