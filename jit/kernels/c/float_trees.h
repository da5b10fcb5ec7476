// Reductions and scans of floating-point sums and products, in the fixed groupings of docs/shapes.md. Nova compiles these
// functions once (jit/cpu/float_trees.cpp); generated C that has no other host has their text (ahead.h).
//
// The macros define the functions of one operation, such as NOVA_FLOAT_TREES(add_f64, f64, nv_add_f64). emit/c/folds/reductions.cpp and
// emit/c/folds/scans.cpp describe the layouts, and print the same code for every other operator.
#ifndef NOVA_JIT_FLOAT_TREES_H
#define NOVA_JIT_FLOAT_TREES_H

#include "jit/kernels/c/host.h"

/// Defines nova_tree_OP and nova_levels_OP (nova_host::tree, nova_host::levels). nova_meet_OP combines each pair of
/// neighbours among the 2 n values of `from`, and writes the n results to `to`.
#define NOVA_FLOAT_TREES(op, T, join)                                                                              \
  NOVA_INLINE void nova_meet_##op(const nv_##T* from, nv_##T* to, const int n) {                             \
    for (int l = 0; l < n; ++l) to[l] = join(from[2 * l], from[2 * l + 1]);                               \
  }                                                                                                          \
  static void nova_tree_##op(void* lanes, int tiles) {                                                       \
    nv_##T* const a = (nv_##T*)lanes;                                                                        \
    nv_##T b[32], c[16], d[8];                                                                               \
    if (tiles == 1) {                                                                                        \
      nova_meet_##op(a, b, 8), nova_meet_##op(b, c, 4), nova_meet_##op(c, d, 2);                             \
      a[0] = join(d[0], d[1]);                                                                            \
      return;                                                                                                \
    }                                                                                                        \
    for (int q = 0; q < tiles; q += 4) {                                                                     \
      nova_meet_##op(a + q * 16, b, 32), nova_meet_##op(b, c, 16), nova_meet_##op(c, d, 8);                  \
      nova_meet_##op(d, a + q, 4);                                                                           \
    }                                                                                                        \
  }                                                                                                          \
  static void nova_levels_##op(void* values, nv_i64 n) {                                                     \
    nv_##T* const p = (nv_##T*)values;                                                                       \
    for (; n > 1; n = (n + 1) / 2) {                                                                         \
      for (nv_i64 l = 0; l < n / 2; ++l) p[l] = join(p[2 * l], p[2 * l + 1]);                             \
      if (n % 2) p[n / 2] = p[n - 1];                                                                        \
    }                                                                                                        \
  }

/// Defines nova_cells_OP and nova_runs_OP (nova_host::cells, nova_host::runs), for one block of a scan, which is 64 cells of 16
/// elements. Eight cells are folded at the same time, since the steps within one cell depend on each other. nova_step_OP
/// replaces the element y by the running value before it (exclusive) or after it, and returns the running value after it.
#define NOVA_FLOAT_SCANS(op, T, join)                                                                              \
  static void nova_cells_##op(const void* elements, nv_i64 followed, void* tree) {                           \
    const nv_##T* const y = (const nv_##T*)elements;                                                         \
    nv_##T* const z = (nv_##T*)tree;                                                                         \
    nv_i64 c = 0;                                                                                            \
    for (; c + 8 <= followed; c += 8) {                                                                      \
      nv_##T a[8];                                                                                           \
      for (int q = 0; q < 8; ++q) a[q] = y[(c + q) * 16];                                                    \
      for (int k = 1; k < 16; ++k)                                                                           \
        for (int q = 0; q < 8; ++q) a[q] = join(a[q], y[(c + q) * 16 + k]);                               \
      for (int q = 0; q < 8; ++q) z[c + q] = a[q];                                                           \
    }                                                                                                        \
    for (; c < followed; ++c) {                                                                              \
      nv_##T a = y[c * 16];                                                                                  \
      for (int k = 1; k < 16; ++k) a = join(a, y[c * 16 + k]);                                            \
      z[c] = a;                                                                                              \
    }                                                                                                        \
    for (nv_i64 from = 0, live = 64, whole = followed / 2; live > 1; from += live, live /= 2, whole /= 2)    \
      for (nv_i64 l = 0; l < whole; ++l) z[from + live + l] = join(z[from + 2 * l], z[from + 2 * l + 1]); \
  }                                                                                                          \
  NOVA_INLINE nv_##T nova_step_##op(const int exclusive, nv_##T before, nv_##T* y) {                         \
    const nv_##T after = join(before, *y);                                                                \
    *y = exclusive ? before : after;                                                                         \
    return after;                                                                                            \
  }                                                                                                          \
  NOVA_INLINE void nova_run_cells_##op(const int exclusive, nv_##T* y, nv_i64 count, nv_##T carry, const nv_##T* z) { \
    nv_##T a[64];                                                                                            \
    nv_i64 c = 0;                                                                                            \
    a[0] = carry;                                                                                            \
    for (nv_i64 k = 1; k * 16 < count; ++k) {                                                                \
      const nv_i64 low = k & -k, level = __builtin_ctzll((nv_u64)k);                                         \
      a[k] = join(a[k - low], z[128 - (128 >> level) + ((k - low) >> level)]);                            \
    }                                                                                                        \
    for (; c * 16 + 64 <= count; c += 4) {                                                                   \
      nv_##T p = a[c], q = a[c + 1], r = a[c + 2], s = a[c + 3];                                             \
      for (nv_##T *at = y + c * 16, *end = at + 16; at < end; ++at) {                                        \
        p = nova_step_##op(exclusive, p, at), q = nova_step_##op(exclusive, q, at + 16);                     \
        r = nova_step_##op(exclusive, r, at + 32), s = nova_step_##op(exclusive, s, at + 48);                \
      }                                                                                                      \
    }                                                                                                        \
    for (; c * 16 < count; ++c) {                                                                            \
      nv_##T p = a[c];                                                                                       \
      for (nv_i64 k = c * 16; k < c * 16 + 16 && k < count; ++k) p = nova_step_##op(exclusive, p, y + k);    \
    }                                                                                                        \
  }                                                                                                          \
  static void nova_runs_##op(int exclusive, void* elements, nv_i64 count, const void* carry, const void* tree) { \
    nv_##T* const y = (nv_##T*)elements;                                                                     \
    const nv_##T* const z = (const nv_##T*)tree;                                                             \
    if (exclusive) nova_run_cells_##op(1, y, count, *(const nv_##T*)carry, z);                               \
    else nova_run_cells_##op(0, y, count, *(const nv_##T*)carry, z);                                         \
  }

/// Calls F_OP with these arguments for the operation whose number is `by`, such as NOVA_BY_add_f64.
#define NOVA_FOR_OPERATION(by, f, ...)                                                                       \
  switch (by) {                                                                                              \
  case NOVA_BY_add_f32: f##_add_f32(__VA_ARGS__); break;                                                     \
  case NOVA_BY_add_f64: f##_add_f64(__VA_ARGS__); break;                                                     \
  case NOVA_BY_mul_f32: f##_mul_f32(__VA_ARGS__); break;                                                     \
  default: f##_mul_f64(__VA_ARGS__);                                                                         \
  }

#endif
