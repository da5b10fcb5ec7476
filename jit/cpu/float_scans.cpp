// Scans of floating-point sums and products over one block, which is 64 cells of 16 elements. emit/c/folds/scans.cpp
// describes the layout of the parameters y and z, and prints the same code for every other operator.
#include "jit/cpu/float_operations.hpp"

namespace nova::plan {
namespace {

/// Folds eight cells at the same time, since the steps within one cell depend on each other.
template <class Op, class T> void eight_cells(Op op, const T* y, T* z) {
  T a[8] = {y[0], y[16], y[32], y[48], y[64], y[80], y[96], y[112]};
  for (int k = 1; k < 16; ++k)
    for (int q = 0; q < 8; ++q) a[q] = op.join(a[q], y[q * 16 + k]);
  for (int q = 0; q < 8; ++q) z[q] = a[q];
}

template <class Op, class T> void tree_of_cells(Op op, const T* y, nv_i64 followed, T* z) {
  nv_i64 c = 0;
  for (; c + 8 <= followed; c += 8) eight_cells(op, y + c * 16, z + c);
  for (; c < followed; ++c) {
    T a = y[c * 16];
    for (int k = 1; k < 16; ++k) a = op.join(a, y[c * 16 + k]);
    z[c] = a;
  }
  for (nv_i64 from = 0, live = 64, whole = followed / 2; live > 1; from += live, live /= 2, whole /= 2)
    for (nv_i64 l = 0; l < whole; ++l) z[from + live + l] = op.join(z[from + 2 * l], z[from + 2 * l + 1]);
}

} // namespace

void float_cells(int by, const void* y, nv_i64 followed, void* z) {
  with_operation(by, [&]<class Op>(Op op) {
    using T = typename Op::Number;
    tree_of_cells(op, static_cast<const T*>(y), followed, static_cast<T*>(z));
  });
}

namespace {

/// Does one step of a scan: replaces the element y by the running value before it (exclusive) or after it. Returns
/// the running value after it.
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
      p = step<exclusive>(op, p, at[0]), q = step<exclusive>(op, q, at[16]),
      r = step<exclusive>(op, r, at[32]), s = step<exclusive>(op, s, at[48]);
  }
  for (; c * 16 < count; ++c) {
    T p = a[c];
    for (nv_i64 k = c * 16; k < c * 16 + 16 && k < count; ++k) p = step<exclusive>(op, p, y[k]);
  }
}

} // namespace

void float_runs(int by, int exclusive, void* y, nv_i64 count, const void* carry, const void* z) {
  with_operation(by, [&]<class Op>(Op op) {
    using T = typename Op::Number;
    const auto values = static_cast<T*>(y);
    const auto totals = static_cast<const T*>(z);
    const T start = *static_cast<const T*>(carry);
    exclusive ? run<true>(op, values, count, start, totals) : run<false>(op, values, count, start, totals);
  });
}

} // namespace nova::plan
