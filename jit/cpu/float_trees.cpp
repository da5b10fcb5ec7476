// Reduction trees over the lanes and tiles of floating-point sums and products. emit/c/folds/reductions.cpp describes
// the layout, and prints the same code for every other operator.
#include "jit/cpu/float_operations.hpp"

namespace nova::plan {
namespace {

/// Combines each pair of neighbours among the 2 N values of `from`, and writes the N results to `to`.
template <int N, class Op, class T> void meet(Op op, const T* from, T* to) {
  for (int l = 0; l < N; ++l) to[l] = op.join(from[2 * l], from[2 * l + 1]);
}

template <class Op> void tree_of_one(Op op, typename Op::Number* a) {
  typename Op::Number b[8], c[4], d[2];
  meet<8>(op, a, b), meet<4>(op, b, c), meet<2>(op, c, d);
  a[0] = op.join(d[0], d[1]);
}

template <class Op> void tree_of_four(Op op, const typename Op::Number* a, typename Op::Number* to) {
  typename Op::Number b[32], c[16], d[8];
  meet<32>(op, a, b), meet<16>(op, b, c), meet<8>(op, c, d), meet<4>(op, d, to);
}

void tree(int by, void* lanes, int tiles) {
  with_operation(by, [&]<class Op>(Op op) {
    const auto a = static_cast<typename Op::Number*>(lanes);
    if (tiles == 1) return tree_of_one(op, a);
    for (int q = 0; q < tiles; q += 4) tree_of_four(op, a + q * 16, a + q);
  });
}

void levels(int by, void* values, nv_i64 n) {
  with_operation(by, [&]<class Op>(Op op) {
    const auto p = static_cast<typename Op::Number*>(values);
    for (; n > 1; n = (n + 1) / 2) {
      for (nv_i64 l = 0; l < n / 2; ++l) p[l] = op.join(p[2 * l], p[2 * l + 1]);
      if (n % 2) p[n / 2] = p[n - 1];
    }
  });
}

} // namespace

const FloatTrees float_trees = {tree, levels, float_cells, float_runs};
} // namespace nova::plan
