// matmul and stencil. matmul accumulates products by fma in the lane shape (runtime/shape.hpp). stencil maps a
// function over the windows around all elements.
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "interp/scalar_table.hpp"
#include "runtime/lengths.hpp"
#include "runtime/shape.hpp"
#include <algorithm>

namespace nova::arrays {

namespace {

/// A matrix as a vector#2, whether the program has it as a nested vector or as a vector#2.
struct Matrix {
  Array flat;
  int64_t rows, columns;
};

Matrix matrix_of(const Value& v) {
  const Array a = rectangular("matmul", v.array());
  return {a, a.dimension(0), a.dimension(1)};
}

/// Returns the elements of the product c of a and b in row-major order. c[i][j] accumulates the products of the
/// elements of row i of a and column j of b by fma, from 0.
template <class T> ColumnRef product(Machine& m, const Matrix& a, const Matrix& b) {
  PrimitiveFill fill(a.flat.layout(), checked_product(a.rows, b.columns, sizeof(T)));
  const T *x = a.flat.data<T>(), *y = b.flat.data<T>();
  const int64_t inner = a.columns, width = b.columns;
  Polling poll(m, rounds(a.rows * width, inner));
  T* c = fill.as<T>();
  for (int64_t i = 0; i < a.rows && width > 0; ++i)
    for (int64_t j = 0; j < width; ++j) {
      auto step = [&](T sum, int64_t k) {
        return poll(), Operation<BuiltinId::Fma>()(x[i * inner + k], y[k * width + j], sum);
      };
      *c++ = shape::accumulate_lane<T>(inner, T{0}, step, Operation<BuiltinId::Add>());
    }
  return fill.finish();
}

} // namespace

Value matmul(Machine& m, const Core& node, Args args) {
  const bool nested = m.frontend.types.rank_of(node.type) == 1;
  Matrix a = matrix_of(args[0]), b = matrix_of(args[1]);
  if (nested && a.rows == 0) a.columns = b.rows; // without rows their length is unknown
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

/// Returns x, which is not empty, with `margin` copies of its first element before it and of its last element after
/// it.
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

/// Computes the indices of the elements in the window around an element of x, in row-major order. Where the window
/// extends beyond an edge of x, the element at the edge is repeated.
class WindowPositions {
 public:
  WindowPositions(const Array& x, std::vector<int64_t> sizes)
      : dims_(x.dimensions()), sizes_(std::move(sizes)) {}

  void around(int64_t k, Indices& from) {
    at_ = coordinates(k, dims_);
    int64_t next = 0;
    fill(0, 0, next, from);
  }

 private:
  /// Returns the coordinates of element k in an array of dimensions `dims`.
  static std::vector<int64_t> coordinates(int64_t k, std::span<const int64_t> dims) {
    std::vector<int64_t> at(dims.size());
    for (size_t d = dims.size(); d-- > 0; k /= dims[d]) at[d] = k % dims[d];
    return at;
  }

  /// Stores in `from`, from index `next` on, the indices of the window's elements that have the same coordinates in
  /// the dimensions before d. `place` is the row-major index of these coordinates. Advances `next`.
  void fill(size_t d, int64_t place, int64_t& next, Indices& from) const {
    for (int64_t q = 0; q < sizes_[d]; ++q) {
      const int64_t i = std::clamp<int64_t>(at_[d] + q - sizes_[d] / 2, 0, dims_[d] - 1),
                    here = place * dims_[d] + i;
      if (d + 1 == sizes_.size())
        from[next++] = here;
      else
        fill(d + 1, here, next, from);
    }
  }

  std::vector<int64_t> dims_, sizes_, at_;
};

/// Returns the sizes of a window of several dimensions, given as a tuple, and the number of its elements. Fails with
/// E0412 if a size is even or less than 1.
std::pair<std::vector<int64_t>, int64_t> window_sizes(const Value& v) {
  std::vector<int64_t> sizes;
  for (const Value& size : v.items()) sizes.push_back(window_size(size));
  int64_t count = 1;
  for (const int64_t size : sizes) count = checked_product(count, size, sizeof(int64_t));
  return {std::move(sizes), count};
}

Value stencil_grid(Machine& m, const Core& node, Args args) {
  const Array& x = args[2].array();
  const auto [sizes, size] = window_sizes(args[0]);
  Results out(element_layout(m, node.type), x.count());
  Indices from(size);
  WindowPositions positions(x, sizes);
  int64_t k = 0;
  Caller call(m, args[1], 1);
  call.follows({node, args, 2, 1, k});
  Polling poll(m, rounds(x.count(), size));
  for (; k < x.count(); ++k, poll(size)) {
    positions.around(k, from);
    out.push(call(Value::vector(Array(gather_column(x, from.span()), 0, sizes))));
  }
  return shaped_like(x, out.finish());
}

} // namespace

Value stencil(Machine& m, const Core& node, Args args) {
  return args[0].tag() == Tag::Tuple ? stencil_grid(m, node, args) : stencil_line(m, node, args);
}

} // namespace nova::arrays
