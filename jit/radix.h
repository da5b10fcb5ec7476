// Sorting integers by their digits, least first: 11 bits at a time, and no pass where all have the same
// digit. Equal integers are the same, so that no order among them shows.
#ifndef NOVA_JIT_RADIX_H
#define NOVA_JIT_RADIX_H
#include "jit/host.h"

#define NV_SORT_BITS 11
#define NV_SORT_DIGITS (1 << NV_SORT_BITS)
/// for (i = 0; i < n; ++i), with a look every so often whether the run is to stop.
#define NV_SORT_EACH(i, n)                                                                                  \
  for (nv_i64 part = 0; part < (n); part += 1 << 18)                                                        \
    if (nova_poll(task)) return 1;                                                                          \
    else                                                                                                    \
      for (nv_i64 i = part; i < nova_least((n), part + (1 << 18)); ++i)
/// in: n keys; out, other: room for as many; the sorted keys are in `out`. 1 where the run is to stop.
#define NV_RADIX_SORT(t, u, flip)                                                                            \
  NV_FN nv_u64 nv_sort_digit_##t(nv_##t x, int shift) {                                                      \
    return ((u)x ^ flip) >> shift & (NV_SORT_DIGITS - 1);                                                    \
  }                                                                                                          \
  NV_FN int nv_radix_sort_##t(nova_task* task, const nv_##t* restrict in, nv_##t* restrict out,             \
                              nv_##t* restrict other, nv_i64 n) {                                           \
    if (n < 128) {                                                                                           \
      for (nv_i64 i = 0; i < n; ++i) {                                                                       \
        const nv_##t x = in[i];                                                                              \
        nv_i64 at = i;                                                                                       \
        for (; at > 0 && x < out[at - 1]; --at) out[at] = out[at - 1];                                       \
        out[at] = x;                                                                                         \
      }                                                                                                      \
      return 0;                                                                                             \
    }                                                                                                        \
    enum { passes = (8 * sizeof(nv_##t) + NV_SORT_BITS - 1) / NV_SORT_BITS };                                \
    nv_u64 counts[passes][NV_SORT_DIGITS];                                                                   \
    __builtin_memset(counts, 0, sizeof counts);                                                              \
    int used = passes; /* of wide keys, those digits in which any differ from the first */                   \
    if (sizeof(nv_##t) == 8) {                                                                               \
      nv_u64 differ = 0;                                                                                     \
      NV_SORT_EACH(i, n) differ |= (nv_u64)(in[i] ^ in[0]);                                                 \
      while (used > 1 && !(differ >> (used - 1) * NV_SORT_BITS)) --used;                                     \
    }                                                                                                        \
    NV_SORT_EACH(i, used == passes ? n : 0)                                                                 \
      for (int p = 0; p < passes; ++p) ++counts[p][nv_sort_digit_##t(in[i], p * NV_SORT_BITS)];              \
    for (int p = 0; p < used && used < passes; ++p)                                                          \
      NV_SORT_EACH(i, n) ++counts[p][nv_sort_digit_##t(in[i], p * NV_SORT_BITS)];                           \
    int needed = 0;                                                                                          \
    for (int p = 0; p < used; ++p)                                                                           \
      needed += n && counts[p][nv_sort_digit_##t(in[0], p * NV_SORT_BITS)] != (nv_u64)n;                     \
    if (!needed) __builtin_memcpy(out, in, (nv_u64)n * sizeof *in);                                          \
    const nv_##t* from = in;                                                                                 \
    for (int p = 0; p < used && n; ++p) {                                                                    \
      const int shift = p * NV_SORT_BITS;                                                                    \
      if (counts[p][nv_sort_digit_##t(in[0], shift)] == (nv_u64)n) continue;                                 \
      nv_##t* to = needed-- % 2 ? out : other;                                                               \
      for (nv_u64 d = 0, sum = 0; d < NV_SORT_DIGITS; ++d)                                                   \
        sum += counts[p][d], counts[p][d] = sum - counts[p][d];                                              \
      NV_SORT_EACH(i, n) to[counts[p][nv_sort_digit_##t(from[i], shift)]++] = from[i];                      \
      from = to;                                                                                             \
    }                                                                                                       \
    return 0;                                                                                               \
  }
NV_RADIX_SORT(i64, nv_u64, 1ull << 63)
NV_RADIX_SORT(i32, nv_u32, 1u << 31)
NV_RADIX_SORT(i16, unsigned short, 1u << 15)
NV_RADIX_SORT(i8, nv_u8, 1u << 7)
NV_RADIX_SORT(u8, nv_u8, 0u)
#undef NV_RADIX_SORT
#undef NV_SORT_EACH

#endif
