#include "runtime/io/npy.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/asked_array.hpp"
#include "runtime/io/describe.hpp"
#include "runtime/io/npy_header.hpp"
#include "runtime/io/npy_moments.hpp"
#include "runtime/scalar/scalar_overloads.hpp"
#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace nova {

namespace {

// ---- Reading ----

CsvKind kind_at(std::span<const CsvKind> kinds, size_t field) {
  const CsvKind kind = field < kinds.size() ? kinds[field] : CsvKind::Plain;
  return kind == CsvKind::Duration ? CsvKind::Plain : kind; // a .npy file has moments alone
}

/// Returns the layout of the elements in the file.
const Layout* own_layout(const NpyHeader& h, Layouts& layouts) {
  std::vector<const Layout*> fields;
  for (const NpyField& f : h.fields) {
    const Layout* l = layouts.primitive(f.element);
    if (f.text) l = layouts.rows(l, 1);
    fields.push_back(f.moment && h.fields.size() > 1 ? layouts.record({l}) : l);
  }
  if (h.complex) return layouts.record(std::move(fields));
  return fields.size() == 1 ? fields[0] : layouts.tuple(std::move(fields));
}

template <class T> T swap_bytes(T v) {
  auto bytes = std::bit_cast<std::array<std::byte, sizeof(T)>>(v);
  std::ranges::reverse(bytes);
  return std::bit_cast<T>(bytes);
}

/// Fails unless each date in the file is asked for as one.
void check_moments(const ByteSource& source, const NpyHeader& h, const Layout* asked,
                   std::span<const CsvKind> kinds) {
  for (size_t f = 0; f < h.fields.size(); ++f) {
    const auto& moment = h.fields[f].moment;
    if (!moment || (asked && kind_at(kinds, f) != CsvKind::Plain)) continue;
    const std::string held = "NumPy's dates (" + text_of(*moment) + ")";
    if (!asked) fail("E0508", {source.name(), held + ", for which no type is stated"});
    fail("E0507", {source.name(), held, describe_type(asked, static_cast<uint32_t>(h.shape.size()))});
  }
}

/// Copies n elements to a column. They begin at `from` and lie `stride` bytes apart. `swapped`: whether to reverse
/// the bytes of each element.
template <class T> void take_field(const std::byte* from, uint64_t stride, bool swapped, T* to, uint64_t n) {
  for (uint64_t i = 0; i < n; ++i, from += stride) {
    std::memcpy(&to[i], from, sizeof(T));
    if (swapped) to[i] = swap_bytes(to[i]);
  }
}

/// Reads the file's elements, in the file's order, into one column for each field that is no string.
void read_fields(ByteSource& source, const NpyHeader& h, std::vector<PrimitiveFill>& fills) {
  if (h.fields.size() == 1 && !h.fields[0].text && !h.fields[0].swapped && h.fields[0].offset == 0 &&
      h.item_size == element_size(h.fields[0].element))
    return source.read(h.data_at, fills[0].as<std::byte>(), static_cast<uint64_t>(h.count) * h.item_size);
  const uint64_t count = static_cast<uint64_t>(h.count),
                 block = std::max<uint64_t>(1, (64 << 10) / h.item_size);
  Buffer records(checked_bytes(std::min(block, count), h.item_size));
  for (uint64_t done = 0; done < count; done += block) {
    const uint64_t n = std::min(block, count - done);
    source.read(h.data_at + done * h.item_size, records.bytes(), n * h.item_size);
    for (size_t f = 0; f < fills.size(); ++f)
      if (!h.fields[f].text)
        with_element(h.fields[f].element, [&](auto t) {
          take_field(records.bytes() + h.fields[f].offset, h.item_size, h.fields[f].swapped,
                     fills[f].as<decltype(t)>() + done, n);
        });
  }
}

/// Fails with E0504 if a byte of the bools is not 0 or 1.
void check_bools(const ByteSource& source, const NpyHeader& h, const NpyField& f, const uint8_t* bools) {
  const uint8_t* end = bools + h.count;
  const uint8_t* bad = std::find_if(bools, end, [](uint8_t b) { return b > 1; });
  if (bad == end) return;
  const uint64_t at = h.data_at + static_cast<uint64_t>(bad - bools) * h.item_size + f.offset;
  fail_format(source, ".npy", at, "the byte " + std::to_string(*bad) + " is no bool");
}

/// Copies an array from column-major order to row-major order.
template <class T> void transpose(const T* from, T* to, const std::vector<int64_t>& shape, int64_t count) {
  const size_t rank = shape.size();
  std::vector<int64_t> index(rank, 0), stride(rank, 1);
  for (size_t d = 1; d < rank; ++d) stride[d] = stride[d - 1] * shape[d - 1];
  const int64_t row = shape[rank - 1], step = stride[rank - 1];
  for (int64_t done = 0, place = 0; done < count; done += row) {
    for (int64_t k = 0; k < row; ++k) to[done + k] = from[place + k * step];
    for (size_t d = rank - 1; d-- > 0;) {
      place += stride[d];
      if (++index[d] < shape[d]) break;
      place -= index[d] * stride[d], index[d] = 0;
    }
  }
}

ColumnRef row_major(const ColumnRef& c, const NpyHeader& h) {
  PrimitiveFill fill(c->layout, c->length);
  with_element(c->layout->element, [&](auto t) {
    using T = decltype(t);
    transpose(c->as<T>(), fill.as<T>(), h.shape, h.count);
  });
  return fill.finish();
}

/// Returns the elements where they lie in a large file, if they lie there as in memory; null if not. Bools are copied, since
/// another program may write others than 0 and 1 into the file.
ColumnRef mapped_column(ByteSource& source, const NpyHeader& h, const Layout* layout) {
  const bool plain = h.fields.size() == 1 && !h.fields[0].text && !h.fields[0].moment &&
                     !h.fields[0].swapped && h.fields[0].offset == 0 &&
                     h.item_size == element_size(h.fields[0].element) &&
                     layout->kind == ColumnKind::Primitive && h.fields[0].element != Element::Bool;
  const bool turned = h.fortran_order && h.shape.size() > 1;
  if (!plain || turned || h.data_at % h.item_size != 0) return nullptr;
  BufferRef elements = source.mapped(h.data_at, static_cast<uint64_t>(h.count) * h.item_size);
  if (!elements) return nullptr;
  auto column = std::make_shared<Column>();
  column->layout = layout, column->length = h.count, column->data = std::move(elements);
  return column;
}

/// Returns the layout of a field in the file's elements.
const Layout* field_layout(const Layout* layout, const NpyHeader& h, size_t field) {
  return h.fields.size() == 1 ? layout : layout->children[field];
}
/// Returns the layout of the numbers, chars or bools that the field is stored by.
const Layout* primitive_of(const Layout* layout, const NpyHeader& h, size_t field) {
  const Layout* l = field_layout(layout, h, field);
  return l->kind == ColumnKind::Primitive ? l : l->children[0];
}

ColumnRef read_field_texts(ByteSource& source, const NpyHeader& h, size_t field, const Layout* layout) {
  const NpyField& f = h.fields[field];
  return read_npy_texts(source, h, {*f.text, f.offset, f.text_size}, field_layout(layout, h, field));
}

/// Copies texts from column-major order to row-major order.
ColumnRef texts_row_major(const ColumnRef& texts, const NpyHeader& h) {
  std::vector<int64_t> places(static_cast<size_t>(h.count)), order(places.size());
  std::iota(places.begin(), places.end(), 0);
  transpose(places.data(), order.data(), h.shape, h.count);
  return gather_column(Array(texts), order);
}

std::vector<ColumnRef> read_columns(ByteSource& source, const NpyHeader& h, const Layout* layout,
                                    std::span<const CsvKind> kinds) {
  std::vector<PrimitiveFill> fills;
  for (const NpyField& f : h.fields)
    fills.emplace_back(primitive_of(layout, h, fills.size()), f.text ? 0 : h.count);
  read_fields(source, h, fills);
  if (is_complex(layout)) join_nans(layout->children[0], fills[0], fills[1], h.count);
  std::vector<ColumnRef> columns;
  for (size_t f = 0; f < fills.size(); ++f) {
    if (h.fields[f].element == Element::Bool) check_bools(source, h, h.fields[f], fills[f].as<uint8_t>());
    if (const auto& moment = h.fields[f].moment)
      convert_moments(source, *moment, kind_at(kinds, f), f,
                      {fills[f].as<int64_t>(), static_cast<size_t>(h.count)});
    columns.push_back(h.fields[f].text ? read_field_texts(source, h, f, layout) : fills[f].finish());
    if (h.fortran_order && h.shape.size() > 1 && h.count > 0)
      columns[f] = h.fields[f].text ? texts_row_major(columns[f], h) : row_major(columns[f], h);
    if (h.fields[f].moment && h.fields.size() > 1)
      columns[f] = zip_columns(layout->children[f], {columns[f]});
  }
  return columns;
}

/// Reads a file of strings as an array of texts.
Array read_texts(ByteSource& source, const NpyHeader& h, Layouts& layouts) {
  ColumnRef texts =
      read_npy_texts(source, h, {*h.text, 0, h.item_size}, layouts.rows(layouts.primitive(Element::Char), 1));
  if (h.fortran_order && h.shape.size() > 1 && h.count > 0) texts = texts_row_major(texts, h);
  return Array(std::move(texts), 0, h.shape.empty() ? std::vector<int64_t>{1} : h.shape);
}

/// Whether to read strings as texts. S1 are chars unless texts are asked for, which have one dimension more.
bool wants_texts(const NpyHeader& h, const Layout* element, std::optional<uint32_t> rank) {
  return h.text && (h.fields.empty() || (element && rank && *rank == h.shape.size() + 1));
}

// ---- Writing ----

bool is_storable(const Layout* l) { return l->kind == ColumnKind::Primitive && l->element != Element::Unit; }

/// Whether values of the type may be NaN.
template <class T> constexpr bool may_be_nan = std::is_floating_point_v<T> || is_narrow_type<T>;

template <class T> T with_canonical_nan(T v) { return scalar::convert<T>(v); }
template <> nv_f16 with_canonical_nan(nv_f16 v) { return nv_to_f16_f32(nv_to_f32_f16(v)); }
template <> nv_bf16 with_canonical_nan(nv_bf16 v) { return nv_to_bf16_f32(nv_to_f32_bf16(v)); }

/// Copies n elements of a column to positions that lie `stride` bytes apart.
template <class T> void put_field(const T* from, std::byte* to, uint64_t stride, uint64_t n) {
  const bool side_by_side = stride == sizeof(T) && !may_be_nan<T>;
  if (side_by_side) return void(std::memcpy(to, from, n * sizeof(T)));
  for (uint64_t i = 0; i < n; ++i, to += stride) {
    T v = from[i];
    if constexpr (may_be_nan<T>) v = with_canonical_nan(v);
    std::memcpy(to, &v, sizeof v);
  }
}

void write_elements(ByteSink& sink, const Array& a, std::span<const Array> fields) {
  uint64_t item_size = 0;
  for (const Array& f : fields) item_size += element_size(f.element());
  const uint64_t count = static_cast<uint64_t>(a.count()),
                 block = std::max<uint64_t>(1, (64 << 10) / item_size);
  Buffer records(std::min(block, count) * item_size);
  for (uint64_t done = 0; done < count; done += block) {
    const uint64_t n = std::min(block, count - done);
    std::byte* to = records.bytes();
    for (const Array& f : fields) {
      with_element(f.element(), [&](auto t) { put_field(f.data<decltype(t)>() + done, to, item_size, n); });
      to += element_size(f.element());
    }
    sink.write(records.bytes(), n * item_size);
  }
}

} // namespace

Array read_npy(ByteSource& source, Layouts& layouts, const Layout* element, std::optional<uint32_t> rank,
               std::span<const CsvKind> kinds) {
  const NpyHeader h = read_npy_header(source);
  if (wants_texts(h, element, rank)) {
    check_text_type(source.name(), h.shape, layouts, {element, rank});
    return read_texts(source, h, layouts);
  }
  check_moments(source, h, element, kinds);
  const Layout* own = own_layout(h, layouts);
  const Layout* layout = checked_layout(source.name(), own, h.shape, {element, rank});
  std::vector<ColumnRef> columns;
  if (ColumnRef mapped = mapped_column(source, h, layout))
    columns.push_back(std::move(mapped));
  else
    columns = read_columns(source, h, layout, kinds);
  ColumnRef column = columns.size() == 1 ? columns[0] : zip_columns(layout, std::move(columns));
  return Array(std::move(column), 0, h.shape.empty() ? std::vector<int64_t>{1} : h.shape);
}

void write_npy(ByteSink& sink, const Array& a, bool scalar) {
  const Layout* l = a.layout();
  const auto shape = scalar ? std::span<const int64_t>() : a.shape();
  if (is_text(l)) {
    const int64_t width = npy_text_width(a);
    sink.write(npy_header_text("'|S" + std::to_string(width) + "'", shape));
    return write_npy_texts(sink, a, width);
  }
  std::vector<Array> fields;
  if (l->kind == ColumnKind::Tuple)
    for (uint32_t f = 0; f < l->children.size(); ++f) fields.push_back(a.field(f));
  else
    fields.push_back(a);
  for (const Array& f : fields)
    if (!is_storable(f.layout())) fail("E0509", {"a .npy file", describe_type(l, 1)});
  sink.write(npy_header_text(npy_type_text(l), shape));
  write_elements(sink, a, fields);
}

} // namespace nova
