// Built-ins that return dimensions, or give the same elements other dimensions: length, shape, zip, unzip, flatten,
// unflatten, reshape, matrix, transpose.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "runtime/lengths.hpp"
#include <cstring>

namespace nova::arrays {

Value length(Machine&, const Core&, Args args) { return Value::of(args[0].array().length()); }

Value shape(Machine& m, const Core&, Args args) {
  const std::vector<int64_t> dims = args[0].array().dimensions();
  PrimitiveFill fill(m.layouts.primitive(Element::I64), static_cast<int64_t>(dims.size()));
  std::memcpy(fill.as<int64_t>(), dims.data(), dims.size() * sizeof(int64_t));
  return vector_of(fill.finish());
}

Value zip(Machine& m, const Core& node, Args args) {
  check_lengths("zip", args, 1);
  std::vector<ColumnRef> fields;
  for (const Value& v : args) fields.push_back(whole_column(m, v.array()));
  return shaped_like(args[0].array(), zip_columns(element_layout(m, node.type), std::move(fields)));
}

namespace {

/// Returns field f of an array of boxed tuples, which has no column of that field. `field` is the layout of the
/// field.
Array unboxed_field(Machine& m, const Array& tuples, uint32_t f, const Layout* field) {
  ColumnBuilder out(field, tuples.count());
  Polling poll(m, tuples.count());
  for (int64_t k = 0; k < tuples.count(); ++k, poll()) out.push(tuples.at(k).items()[f]);
  return Array(out.finish()).shaped(tuples.dimensions());
}

} // namespace

Value unzip(Machine& m, const Core& node, Args args) {
  const Array& x = args[0].array();
  const bool boxed = x.layout()->kind == ColumnKind::Boxed;
  const Types& types = m.frontend.types;
  const TypeId result = types.resolve(node.type);
  std::vector<Value> fields;
  for (uint32_t f = 0; f < types[result].count; ++f) {
    const auto field = [&] { return unboxed_field(m, x, f, element_layout(m, types.arg(result, f))); };
    fields.push_back(Value::vector(boxed ? field() : x.field(f)));
  }
  return Value::tuple(fields);
}

Value flatten(Machine&, const Core&, Args args) {
  const Array& x = args[0].array();
  return Value::vector(x.rank() > 1 ? x.shaped({x.count()}) : nova::flatten(x));
}

namespace {

[[noreturn]] void fail_total(const char* sum, int64_t length) { fail("E0409", {sum, text_of(length)}); }

/// Returns the offsets of rows with these lengths: 0, and then the sum of the lengths up to each row. Fails with
/// E0409 if the last sum is not `total`, and with E0403 if a length is negative.
Indices offsets_of(Machine& m, std::span<const int64_t> lengths, int64_t total) {
  Indices offsets(static_cast<int64_t>(lengths.size()) + 1);
  int64_t sum = offsets[0] = 0;
  Polling poll(m);
  for (size_t k = 0; k < lengths.size(); ++k, poll()) {
    if (lengths[k] < 0) fail("E0403", {"unflatten", text_of(lengths[k])});
    if (__builtin_add_overflow(sum, lengths[k], &sum)) fail_total("more than 9223372036854775807", total);
    offsets[int64_t(k) + 1] = sum;
  }
  if (sum != total) fail_total(text_of(sum).c_str(), total);
  return offsets;
}

} // namespace

Value unflatten(Machine& m, const Core& node, Args args) {
  const Array& x = args[1].array();
  const Indices offsets = offsets_of(m, args[0].array().elements<int64_t>(), x.count());
  return vector_of(rows_column(element_layout(m, node.type), whole_column(m, x), offsets.buffer()));
}

namespace {

/// Whether the product of the dimensions is n. Fails with E0403 if one of them is negative.
bool product_is(std::span<const int64_t> dims, int64_t n) {
  bool fits = true, empty = false;
  int64_t product = 1;
  for (int64_t d : dims) {
    if (d < 0) fail("E0403", {"reshape", text_of(d)});
    empty |= d == 0;
    fits = fits && !__builtin_mul_overflow(product, d, &product);
  }
  return empty ? n == 0 : fits && product == n;
}

} // namespace

Value reshape(Machine&, const Core&, Args args) {
  const Array& x = args[1].array();
  std::vector<int64_t> dims;
  if (args[0].tag() != Tag::Tuple)
    dims = {args[0].as_int()};
  else
    for (const Value& d : args[0].items()) dims.push_back(d.as_int());
  if (product_is(dims, x.count())) return Value::vector(x.shaped(dims));
  std::string asked;
  for (int64_t d : dims) asked += (asked.empty() ? "" : " x ") + text_of(d);
  fail("E0405", {asked, text_of(x.count())});
}

namespace {

/// Returns the length that all rows of a nested vector have (0 if there are none). Fails with E0404 if they differ.
int64_t row_length(const char* builtin, const Array& x) {
  const int64_t* offsets = x.column().offsets() + x.begin();
  auto length = [&](int64_t row) { return offsets[row + 1] - offsets[row]; };
  for (int64_t row = 1; row < x.count(); ++row)
    if (length(row) != length(0))
      fail("E0404", {builtin, text_of(0), text_of(length(0)), text_of(row), text_of(length(row))});
  return x.count() ? length(0) : 0;
}

/// Returns the elements of a row-major matrix column by column, which is its transpose in row-major order.
ColumnRef transposed(Machine& m, const Array& flat, int64_t rows, int64_t columns) {
  Indices from(rows * columns);
  Polling poll(m);
  for (int64_t j = 0, k = 0; j < columns && rows > 0; ++j)
    for (int64_t i = 0; i < rows; ++i, poll()) from[k++] = i * columns + j;
  return gathered(m, flat, from.span());
}

} // namespace

Array rectangular(const char* builtin, const Array& x) {
  if (x.rank() == 2) return x;
  const int64_t columns = row_length(builtin, x);
  return nova::flatten(x).shaped({x.count(), columns});
}

Value even_rows(Machine& m, TypeId nested, ColumnRef flat, int64_t count, int64_t length) {
  Indices offsets(checked_sum(count, 1, sizeof(int64_t)));
  Polling poll(m);
  for (int64_t k = 0; k <= count; ++k, poll()) offsets[k] = k * length;
  return vector_of(rows_column(element_layout(m, nested), std::move(flat), offsets.buffer()));
}

/// Implements `matrix`: converts a nested vector to a vector#2. The type checker also inserts it to stack a vector of
/// vector#n to a vector#(n + 1).
Value matrix(Machine&, const Core&, Args args) { return Value::vector(stacked("matrix", args[0].array())); }

Array stacked(const char* builtin, const Array& rows) {
  if (rows.layout()->rank == 1) return rectangular(builtin, rows);
  std::vector<int64_t> dims = common_dimensions(builtin, rows, rows.layout()->rank);
  dims.insert(dims.begin(), rows.count());
  return nova::flatten(rows).shaped(dims);
}

Value transpose(Machine& m, const Core& node, Args args) {
  const Array& x = args[0].array();
  const Array a = rectangular("transpose", x);
  const int64_t n = a.dimension(0), k = a.dimension(1);
  ColumnRef flat = transposed(m, a, n, k);
  if (x.rank() == 2) return Value::vector(Array(std::move(flat), 0, {k, n}));
  return even_rows(m, node.type, std::move(flat), k, n);
}

} // namespace nova::arrays
