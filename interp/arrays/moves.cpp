// Moving elements: permute, gather, scatter, slice, reverse, take, drop, ++, and access to single elements.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "runtime/lengths.hpp"
#include <algorithm>
#include <cstring>

namespace nova::arrays {

namespace {

void check_indices(Machine& m, std::span<const int64_t> indices, int64_t length) {
  in_blocks(m, static_cast<int64_t>(indices.size()), [&](int64_t b, int64_t e) {
    for (int64_t k = b; k < e; ++k) check_index(indices[size_t(k)], length, k);
  });
}

/// Returns the inverse of a permutation: entry t is the index k with targets[k] = t. Fails with E0402 if a target is
/// out of range, and with E0406 if two targets are equal.
Indices inverse(Machine& m, std::span<const int64_t> targets) {
  const auto n = static_cast<int64_t>(targets.size());
  Indices from(n);
  in_blocks(m, n, [&](int64_t b, int64_t e) { std::fill(from.begin() + b, from.begin() + e, -1); });
  Polling poll(m);
  for (int64_t k = 0; k < n; ++k, poll()) {
    const int64_t target = targets[size_t(k)];
    check_index(target, n, k);
    if (from[target] >= 0) fail("E0406", {text_of(target), text_of(from[target]), text_of(k)});
    from[target] = k;
  }
  return from;
}

Array joined(Machine& m, const Array& a, const Array& b) {
  return nova::concat(a, b, [&] { m.poll(65536); });
}

} // namespace

Value permute(Machine& m, const Core&, Args args) {
  check_lengths("permute", args, 1);
  const Indices from = inverse(m, args[0].array().elements<int64_t>());
  return vector_of(gathered(m, args[1].array(), from.span()));
}

/// Returns how many elements each slice of the first dimension has.
static int64_t slice_size(const Array& x) { return x.rank() == 1 ? 1 : elements_of(x.shape().subspan(1)); }

Value gather(Machine& m, const Core&, Args args) {
  const std::span<const int64_t> indices = args[0].array().elements<int64_t>();
  const Array& x = args[1].array();
  check_indices(m, indices, x.length());
  if (x.rank() == 1) return vector_of(gathered(m, x, indices));
  const int64_t n = args[0].array().count(), size = slice_size(x);
  std::vector<int64_t> dims = x.dimensions();
  dims[0] = n;
  const auto place = [&](int64_t k) { return indices[size_t(k / size)] * size + k % size; };
  return Value::vector(Array(gathered(m, x, n * size, place), 0, std::move(dims)));
}

Value scatter(Machine& m, const Core&, Args args) {
  const Array &d = args[0].array(), &x = args[2].array();
  check_lengths("scatter", args.subspan(1), 2);
  const std::span<const int64_t> targets = args[1].array().elements<int64_t>();
  check_indices(m, targets, d.count());
  // The result is gathered from d followed by x: from[j] is the index, in that joined vector, of result element j.
  Indices from(d.count());
  Polling poll(m);
  for (int64_t j = 0; j < d.count(); ++j, poll()) from[j] = j;
  for (size_t k = 0; k < targets.size(); ++k, poll()) from[targets[k]] = d.count() + int64_t(k);
  return vector_of(gathered(m, joined(m, d, x), from.span()));
}

namespace {

/// Returns how many of the indices b, b + s, .. lie before e. Fails with E0410 if one of these lies outside of [0,
/// length), and with E0408 if s is 0.
int64_t slice_count(int64_t b, int64_t s, int64_t e, int64_t length) {
  using Wide = __int128;
  if (s == 0) fail("E0408", {"slice"});
  const Wide distance = s > 0 ? Wide(e) - b : Wide(b) - e, step = s > 0 ? Wide(s) : -Wide(s);
  if (distance <= 0) return 0;
  const Wide count = (distance + step - 1) / step;
  const Wide last = b + (count - 1) * s;
  if (b >= 0 && b < length && last >= 0 && last < length) return static_cast<int64_t>(count);
  const Wide first_outside =
      s > 0 ? b + (Wide(length) - b + step - 1) / step * s : Wide(b) - (b / step + 1) * step;
  const Wide bad = b < 0 || b >= length ? Wide(b) : first_outside;
  fail("E0410", {text_of(b), text_of(s), text_of(e), text_of(static_cast<int64_t>(bad)), text_of(length)});
}

/// Returns the slices [b, e) of the first dimension.
Value slices(const Array& x, int64_t b, int64_t e) {
  if (x.rank() == 1) return Value::vector(x.window(b, e));
  std::vector<int64_t> dims = x.dimensions();
  dims[0] = e - b;
  return Value::vector(Array(x.column_ref(), x.begin() + b * slice_size(x), std::move(dims)));
}

} // namespace

Value slice(Machine& m, const Core&, Args args) {
  const int64_t b = args[0].as_int(), s = args[1].as_int(), e = args[2].as_int();
  const Array& x = args[3].array();
  const int64_t n = slice_count(b, s, e, x.length());
  if (s == 1 || n == 0) return slices(x, n ? b : 0, n ? b + n : 0);
  if (x.rank() == 1) return vector_of(gathered(m, x, n, [&](int64_t k) { return b + k * s; }));
  const int64_t size = slice_size(x);
  std::vector<int64_t> dims = x.dimensions();
  dims[0] = n;
  const auto place = [&](int64_t k) { return (b + k / size * s) * size + k % size; };
  return Value::vector(Array(gathered(m, x, n * size, place), 0, std::move(dims)));
}

Value reverse(Machine& m, const Core&, Args args) {
  const Array& x = args[0].array();
  return vector_of(gathered(m, x, x.count(), [&](int64_t k) { return x.count() - 1 - k; }));
}

Value take(Machine&, const Core&, Args args) {
  const int64_t n = args[0].as_int();
  const Array& x = args[1].array();
  if (n < 0) fail("E0403", {"take", text_of(n)});
  return slices(x, 0, std::min(n, x.length()));
}

Value drop(Machine&, const Core&, Args args) {
  const int64_t n = args[0].as_int();
  const Array& x = args[1].array();
  if (n < 0) fail("E0403", {"drop", text_of(n)});
  return slices(x, std::min(n, x.length()), x.length());
}

/// Returns the buffer of a vector of primitives, if nothing else refers to the vector, its column or the buffer, and
/// the vector is the whole column. Else returns null.
static Buffer* own_buffer(const Value& v) {
  const Array& a = v.array();
  const bool plain = a.rank() == 1 && a.is_primitive() && a.element() != Element::Unit && a.begin() == 0;
  if (!plain || !v.unique() || a.column_ref().use_count() != 1 || a.count() != a.column().length)
    return nullptr;
  const BufferRef& data = a.column().data;
  const bool own = data && data.use_count() == 1 && data->may_change();
  return own && data->size() == static_cast<uint64_t>(a.count()) * element_size(a.element()) ? data.get()
                                                                                             : nullptr;
}

bool may_grow(const Value& v) { return own_buffer(v); }

void append(Machine& m, Value& v, const Array& more) {
  Buffer* const data = own_buffer(v);
  if (!data) return void(v = Value::vector(joined(m, v.array(), more)));
  if (more.count() == 0) return;
  const uint64_t before = data->size(),
                 bytes = static_cast<uint64_t>(more.count()) * element_size(more.element());
  data->resize(before + bytes);
  std::memcpy(data->bytes() + before,
              more.column().data->bytes() +
                  static_cast<uint64_t>(more.begin()) * element_size(more.element()),
              bytes);
  ColumnRef column = v.array().column_ref();
  const_cast<Column&>(*column).length += more.count(); // no other value shares it
  v = Value::vector(Array(std::move(column)));
}

Value concat(Machine& m, const Core&, Args args) {
  return Value::vector(joined(m, args[0].array(), args[1].array()));
}

static std::span<const Value> indices_of(const Value& index) {
  return index.tag() == Tag::Tuple ? index.items() : std::span<const Value>(&index, 1);
}

int64_t position(const Array& x, const Value& index) {
  const std::span<const Value> indices = indices_of(index);
  int64_t at = 0;
  for (uint32_t d = 0; d < indices.size(); ++d) {
    const int64_t i = indices[d].as_int(), length = x.dimension(d);
    if (static_cast<uint64_t>(i) >= static_cast<uint64_t>(length)) {
      if (x.rank() == 1) fail("E0402", {index_text(i), text_of(length)});
      fail("E0417", {text_of(i), text_of(d), shape_text(x)});
    }
    at = at * length + i;
  }
  return at;
}

Value index(Machine&, const Core&, Args args) {
  const Array& x = args[0].array();
  const std::span<const Value> indices = indices_of(args[1]);
  const int64_t at = position(x, args[1]);
  if (indices.size() == x.rank()) return x.at(at);
  const std::vector<int64_t> dims = x.dimensions();
  const std::vector<int64_t> row(dims.begin() + std::ptrdiff_t(indices.size()), dims.end());
  return Value::vector(Array(x.column_ref(), x.begin() + at * elements_of(row), row));
}

} // namespace nova::arrays
