// matmul: accumulates products by fma in the lane shape (runtime/shape.hpp).
#include "interp/arrays/arrays.hpp"
#include "interp/arrays/elements.hpp"
#include "interp/scalar_table.hpp"
#include "runtime/lengths.hpp"
#include "runtime/shape.hpp"

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
  ColumnRef c =
      with_computed_element(a.flat.element(), [&](auto t) { return product<decltype(t)>(m, a, b); });
  if (nested) return even_rows(m, node.type, std::move(c), a.rows, b.columns);
  return Value::vector(Array(std::move(c), 0, {a.rows, b.columns}));
}

} // namespace nova::arrays
