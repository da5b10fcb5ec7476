// The trees over what lanes, cells and tiles of floating numbers hold, for sums and products. What stands where is told by
// emit_c_fold.cpp and emit_c_scan.cpp, whose text does the same for every other operator.
#include "jit/float_trees.hpp"

namespace nova::plan {
namespace {

template <class T, T (*by)(T, T)> struct Operation {
  using Number = T;
  static T join(T a, T b) { return by(a, b); }
};

/// Calls f with the operation.
template <class F> void with_operation(int by, F f) {
  switch (by) {
  case NOVA_BY_add_f32: return f(Operation<nv_f32, nv_add_f32>());
  case NOVA_BY_add_f64: return f(Operation<nv_f64, nv_add_f64>());
  case NOVA_BY_mul_f32: return f(Operation<nv_f32, nv_mul_f32>());
  default: return f(Operation<nv_f64, nv_mul_f64>());
  }
}

/// Neighbours meet, 2 N values in `from` to N in `to`.
template <int N, class Op, class T> void meet(Op op, const T* from, T* to) {
  for (int l = 0; l < N; ++l) to[l] = op.join(from[2 * l], from[2 * l + 1]);
}

template <class Op> void tree_of_one(Op op, typename Op::Number* a) {
  typename Op::Number b[8], c[4], d[2];
  meet<8>(op, a, b), meet<4>(op, b, c), meet<2>(op, c, d);
  a[0] = op.join(d[0], d[1]);
}

template <class Op> void tree_of_four(Op op, typename Op::Number* a) {
  typename Op::Number b[32], c[16], d[8];
  meet<32>(op, a, b), meet<16>(op, b, c), meet<8>(op, c, d), meet<4>(op, d, a);
}

void tree(int by, void* lanes, int tiles) {
  with_operation(by, [&]<class Op>(Op op) {
    const auto a = static_cast<typename Op::Number*>(lanes);
    tiles == 1 ? tree_of_one(op, a) : tree_of_four(op, a);
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

// ---- Scans: a block's 64 cells of 16 elements ----

/// Four cells at once, since each is a chain of its own.
template <class Op, class T> void four_cells(Op op, const T* y, T* z) {
  T a[4] = {y[0], y[16], y[32], y[48]};
  for (int k = 1; k < 16; ++k)
    for (int q = 0; q < 4; ++q) a[q] = op.join(a[q], y[q * 16 + k]);
  for (int q = 0; q < 4; ++q) z[q] = a[q];
}

template <class Op, class T> void tree_of_cells(Op op, const T* y, nv_i64 followed, T* z) {
  nv_i64 c = 0;
  for (; c + 4 <= followed; c += 4) four_cells(op, y + c * 16, z + c);
  for (; c < followed; ++c) {
    T a = y[c * 16];
    for (int k = 1; k < 16; ++k) a = op.join(a, y[c * 16 + k]);
    z[c] = a;
  }
  for (nv_i64 from = 0, live = 64, whole = followed / 2; live > 1; from += live, live /= 2, whole /= 2)
    for (nv_i64 l = 0; l < whole; ++l) z[from + live + l] = op.join(z[from + 2 * l], z[from + 2 * l + 1]);
}

void cells(int by, const void* y, nv_i64 followed, void* z) {
  with_operation(by, [&]<class Op>(Op op) {
    using T = typename Op::Number;
    tree_of_cells(op, static_cast<const T*>(y), followed, static_cast<T*>(z));
  });
}

/// One step of a chain: what it holds before (an exclusive scan) or after the element takes the element's place.
template <bool exclusive, class Op, class T> T step(Op op, T before, T& y) {
  const T after = op.join(before, y);
  y = exclusive ? before : after;
  return after;
}

template <bool exclusive, class Op, class T> void run(Op op, T* y, nv_i64 count, T carry, const T* z) {
  T a[64];
  a[0] = carry;
  for (nv_i64 c = 1; c * 16 < count; ++c) {
    const nv_i64 low = c & -c, level = __builtin_ctzll(static_cast<nv_u64>(c));
    a[c] = op.join(a[c - low], z[128 - (128 >> level) + ((c - low) >> level)]);
  }
  nv_i64 c = 0;
  for (; c * 16 + 64 <= count; c += 4) {
    T p = a[c], q = a[c + 1], r = a[c + 2], s = a[c + 3];
    for (T *at = y + c * 16, *end = at + 16; at < end; ++at)
      p = step<exclusive>(op, p, at[0]), q = step<exclusive>(op, q, at[16]), r = step<exclusive>(op, r, at[32]),
      s = step<exclusive>(op, s, at[48]);
  }
  for (; c * 16 < count; ++c) {
    T p = a[c];
    for (nv_i64 k = c * 16; k < c * 16 + 16 && k < count; ++k) p = step<exclusive>(op, p, y[k]);
  }
}

void runs(int by, int exclusive, void* y, nv_i64 count, const void* carry, const void* z) {
  with_operation(by, [&]<class Op>(Op op) {
    using T = typename Op::Number;
    const auto values = static_cast<T*>(y);
    const auto totals = static_cast<const T*>(z);
    const T start = *static_cast<const T*>(carry);
    exclusive ? run<true>(op, values, count, start, totals) : run<false>(op, values, count, start, totals);
  });
}

} // namespace

const FloatTrees float_trees = {tree, levels, cells, runs};
} // namespace nova::plan
