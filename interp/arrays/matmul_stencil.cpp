// matmul, in the lane shape by fma; stencil, a function of the window around each element.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "runtime/lengths.hpp"
#include "runtime/scalar_overloads.hpp"
#include "runtime/shape.hpp"
#include <algorithm>

namespace nova::arrays {

namespace {

/// A rectangular matrix in row-major order, whether it was given nested or as a vector#2.
struct Matrix {
  Array flat;
  int64_t rows, columns;
};

Matrix matrix_of(const Value& v) {
  const Array a = rectangular("matmul", v.array());
  return {a, a.dimension(0), a.dimension(1)};
}

/// c[i][j]: the accumulation of row i and column j by fma, from 0.
template <class T> ColumnRef product(Machine& m, const Matrix& a, const Matrix& b) {
  PrimitiveFill fill(a.flat.layout(), checked_product(a.rows, b.columns, sizeof(T)));
  const T *x = a.flat.data<T>(), *y = b.flat.data<T>();
  const int64_t inner = a.columns, width = b.columns;
  Polling poll(m, rounds(a.rows * width, inner));
  T* c = fill.as<T>();
  for (int64_t i = 0; i < a.rows && width > 0; ++i)
    for (int64_t j = 0; j < width; ++j) {
      auto step = [&](T sum, int64_t k) {
        return poll(), scalar::fma(x[i * inner + k], y[k * width + j], sum);
      };
      auto combine = [](T p, T q) { return scalar::add(p, q); };
      *c++ = shape::accumulate_lane<T>(inner, T{0}, step, combine);
    }
  return fill.finish();
}

} // namespace

Value matmul(Machine& m, const Core& node, Args args) {
  const bool nested = m.frontend.types.rank_of(node.type) == 1;
  Matrix a = matrix_of(args[0]), b = matrix_of(args[1]);
  if (nested && a.rows == 0) a.columns = b.rows; // no row says how long rows are
  if (a.columns != b.rows)
    fail("E0411", {text_of(a.rows), text_of(a.columns), text_of(b.rows), text_of(b.columns)});
  ColumnRef c = with_element(a.flat.element(), [&](auto t) { return product<decltype(t)>(m, a, b); });
  if (nested) return even_rows(m, node.type, std::move(c), a.rows, b.columns);
  return Value::vector(Array(std::move(c), 0, {a.rows, b.columns}));
}

namespace {

int64_t window_size(const Value& v) {
  if (v.as_int() < 1 || v.as_int() % 2 == 0) fail("E0412", {text_of(v.as_int())});
  return v.as_int();
}

/// x with `margin` copies of its first and last element around it.
Array with_edges(Machine& m, const Array& x, int64_t margin) {
  checked_bytes(static_cast<uint64_t>(x.count()) + 2 * static_cast<uint64_t>(margin), sizeof(int64_t));
  return Array(gathered(m, x, x.count() + 2 * margin,
                        [&](int64_t k) { return std::clamp<int64_t>(k - margin, 0, x.count() - 1); }));
}

Value stencil_line(Machine& m, const Core& node, Args args) {
  const Array& x = args[2].array();
  const int64_t size = window_size(args[0]);
  Results out(element_layout(m, node.type), x.count());
  if (x.count() == 0) return vector_of(out.finish());
  const Array padded = with_edges(m, x, size / 2);
  int64_t k = 0;
  Caller call(m, args[1], 1);
  call.follows({node, args, 2, 1, k});
  Polling poll(m, x.count());
  for (; k < x.count(); ++k, poll()) out.push(call(Value::vector(padded.window(k, k + size))));
  return vector_of(out.finish());
}

/// The positions of the window of `rows` x `columns` around (i, j), edges repeated.
void window_positions(const Array& x, int64_t i, int64_t j, int64_t rows, int64_t columns, Indices& from) {
  const int64_t height = x.dimension(0), width = x.dimension(1);
  for (int64_t r = 0, k = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c, ++k) {
      const int64_t row = std::clamp<int64_t>(i + r - rows / 2, 0, height - 1);
      from[k] = row * width + std::clamp<int64_t>(j + c - columns / 2, 0, width - 1);
    }
}

Value stencil_plane(Machine& m, const Core& node, Args args) {
  const Array& x = args[2].array();
  const int64_t rows = window_size(args[0].items()[0]), columns = window_size(args[0].items()[1]);
  const int64_t size = checked_product(rows, columns, sizeof(int64_t));
  Results out(element_layout(m, node.type), x.count());
  Indices from(size);
  int64_t k = 0;
  Caller call(m, args[1], 1);
  call.follows({node, args, 2, 1, k});
  Polling poll(m, rounds(x.count(), size));
  for (; k < x.count(); ++k, poll(size)) {
    window_positions(x, k / x.dimension(1), k % x.dimension(1), rows, columns, from);
    out.push(call(Value::vector(Array(gather_column(x, from.span()), 0, {rows, columns}))));
  }
  return shaped_like(x, out.finish());
}

} // namespace

Value stencil(Machine& m, const Core& node, Args args) {
  return args[0].tag() == Tag::Tuple ? stencil_plane(m, node, args) : stencil_line(m, node, args);
}

} // namespace nova::arrays
