// Stable sorts in ascending order, for generated C that has no other host (ahead.h). NaN comes last.
#ifndef NOVA_JIT_MERGE_SORT_H
#define NOVA_JIT_MERGE_SORT_H

#include "jit/kernels/c/host.h"

/// Whether the key a comes after b. Both zeros are equal, and so are all NaNs.
#define NOVA_AFTER_INTEGER(a, b) ((b) < (a))
#define NOVA_AFTER_FLOATING(a, b) ((b) < (a) || ((a) != (a) && (b) == (b)))

/// Defines nova_sort_T: sorts the n elements of `to`, of the type Item, by keys. KEY(x) is the key of the element x. `other`:
/// temporary memory for n elements. Runs of 8 elements are sorted first, then merged.
#define NOVA_MERGE_SORT(name, T, Item, KEY, AFTER)                                                           \
  static void name(Item* to, Item* other, nv_i64 n, const nv_##T* keys) {                                    \
    (void)keys;                                                                                              \
    for (nv_i64 from = 0; from < n; from += 8)                                                               \
      for (nv_i64 i = from + 1; i < n && i < from + 8; ++i) {                                                \
        const Item x = to[i];                                                                                \
        nv_i64 k = i;                                                                                        \
        for (; k > from && AFTER(KEY(to[k - 1]), KEY(x)); --k) to[k] = to[k - 1];                            \
        to[k] = x;                                                                                           \
      }                                                                                                      \
    Item *a = to, *b = other;                                                                                \
    for (nv_i64 run = 8; run < n; run *= 2) {                                                                \
      for (nv_i64 from = 0; from < n; from += 2 * run) {                                                     \
        const nv_i64 middle = nova_least(from + run, n), end = nova_least(from + 2 * run, n);                \
        nv_i64 p = from, q = middle, k = from;                                                               \
        while (p < middle && q < end) b[k++] = AFTER(KEY(a[p]), KEY(a[q])) ? a[q++] : a[p++];                \
        while (p < middle) b[k++] = a[p++];                                                                  \
        while (q < end) b[k++] = a[q++];                                                                     \
      }                                                                                                      \
      Item* const swapped = a;                                                                               \
      a = b, b = swapped;                                                                                    \
    }                                                                                                        \
    if (a != to) __builtin_memcpy(to, a, (nv_u64)n * sizeof *to);                                            \
  }
#define NOVA_OWN(x) (x)
#define NOVA_AT(i) (keys[i])
#define NOVA_MERGE_SORTS(T, AFTER)                                                                           \
  NOVA_MERGE_SORT(nova_sort_##T, T, nv_##T, NOVA_OWN, AFTER)                                                 \
  NOVA_MERGE_SORT(nova_order_##T, T, nv_i64, NOVA_AT, AFTER)
NOVA_MERGE_SORTS(i64, NOVA_AFTER_INTEGER)
NOVA_MERGE_SORTS(i32, NOVA_AFTER_INTEGER)
NOVA_MERGE_SORTS(i16, NOVA_AFTER_INTEGER)
NOVA_MERGE_SORTS(i8, NOVA_AFTER_INTEGER)
NOVA_MERGE_SORTS(u64, NOVA_AFTER_INTEGER)
NOVA_MERGE_SORTS(u32, NOVA_AFTER_INTEGER)
NOVA_MERGE_SORTS(u16, NOVA_AFTER_INTEGER)
NOVA_MERGE_SORTS(u8, NOVA_AFTER_INTEGER)
NOVA_MERGE_SORTS(f32, NOVA_AFTER_FLOATING)
NOVA_MERGE_SORTS(f64, NOVA_AFTER_FLOATING)

#define NOVA_FOR_KEYS(DO)                                                                                    \
  DO(i64) DO(i32) DO(i16) DO(i8) DO(u64) DO(u32) DO(u16) DO(u8) DO(f32) DO(f64)

/// nova_host::sort.
static int nova_sort(nova_task* t, int type, int shared, const void* in, void* out, void* other, nv_i64 n) {
  (void)t, (void)shared;
  switch (type) {
#define NOVA_CASE(T)                                                                                         \
  case NOVA_KEY_##T:                                                                                         \
    if (in != out) __builtin_memmove(out, in, (nv_u64)n * sizeof(nv_##T));                                   \
    nova_sort_##T(out, other, n, 0);                                                                         \
    break;
    NOVA_FOR_KEYS(NOVA_CASE)
#undef NOVA_CASE
  }
  return 0;
}

/// nova_host::order.
static int nova_order(nova_task* t, int type, int shared, const void* in, nv_i64* out, void* sorted, nv_i64* words,
                      nv_i64* other, nv_i64 n) {
  (void)t, (void)shared, (void)other;
  for (nv_i64 k = 0; k < n; ++k) out[k] = k;
  switch (type) {
#define NOVA_CASE(T)                                                                                         \
  case NOVA_KEY_##T:                                                                                         \
    nova_order_##T(out, words, n, in);                                                                       \
    for (nv_i64 k = 0; sorted && k < n; ++k) ((nv_##T*)sorted)[k] = ((const nv_##T*)in)[out[k]];             \
    break;
    NOVA_FOR_KEYS(NOVA_CASE)
#undef NOVA_CASE
  }
  return 0;
}

#endif
