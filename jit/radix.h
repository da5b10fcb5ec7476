// Sorting integers by their digits. Many are first put into buckets by the leading bits in which they differ; threads share
// that: each part of the keys is counted, and so has places of its own in every bucket. A bucket is near enough to be sorted
// by its other digits, least first, on one thread; one that holds most keys is shared in turn. Equal integers are the same, so
// that no order among them shows: where no digit is left, they are written, not moved.
#ifndef NOVA_JIT_RADIX_H
#define NOVA_JIT_RADIX_H
#include "jit/host.h"

enum {
  NOVA_SORT_FEW = 64,         ///< keys that are sorted by insertion
  NOVA_SORT_BITS = 12,        ///< of a digit, at most
  NOVA_SORT_NEAR = 1 << 14,   ///< keys in a bucket, at most, where they are spread evenly
  NOVA_SORT_PARTS = 64,       ///< at most
  NOVA_SORT_SHARED = 1 << 17, ///< keys that are worth several threads
  NOVA_SORT_FAR = 1 << 23,    ///< bytes of keys that are worth buckets on one
  NOVA_SORT_LOOK = 1 << 18    ///< keys between two looks whether the run is to stop
};

/// What those who sort some keys share. A key counts by its distance from the least.
typedef struct {
  const void* in;
  void *buckets, *out, *other; ///< where the keys go first; where they will be sorted; as much room
  nv_i64 n, part, parts, large; ///< in a part; buckets of more keys are shared
  nv_u64 least[NOVA_SORT_PARTS], most[NOVA_SORT_PARTS];
  int top, low;   ///< the bits that choose a bucket, and the others
  nv_i64* counts; ///< the keys in each bucket, part by part; then where a part's begin there
  nv_i64* begins; ///< of the buckets, and their end
} nova_sort;

/// The bits of the largest distance.
NV_FN int nova_sort_width(nv_u64 distance) { return distance ? 64 - __builtin_clzll(distance) : 0; }
NV_FN int nova_sort_passes(int bits, int digit) { return (bits + digit - 1) / digit; }

/// The leading bits that choose a bucket: as many as leave buckets near, some more where that saves a pass.
NV_FN int nova_sort_top(nv_i64 n, int bits) {
  const int needed = nova_sort_width((nv_u64)(n - 1) / NOVA_SORT_NEAR);
  const int least = needed < NOVA_SORT_BITS ? needed : NOVA_SORT_BITS;
  if (bits <= NOVA_SORT_BITS) return bits;
  int best = least;
  for (int top = least; top <= NOVA_SORT_BITS && top <= least + 3; ++top)
    if (nova_sort_passes(bits - top, NOVA_SORT_BITS) < nova_sort_passes(bits - best, NOVA_SORT_BITS)) best = top;
  return best;
}

/// Counts become places: buckets one after the other, and in each the parts.
NV_FN void nova_sort_places(nova_sort* s) {
  const nv_i64 buckets = 1ll << s->top;
  nv_i64 sum = 0;
  for (nv_i64 b = 0; b < buckets; ++b) {
    s->begins[b] = sum;
    for (nv_i64 p = 0; p < s->parts; ++p) {
      const nv_i64 count = s->counts[p * buckets + b];
      s->counts[p * buckets + b] = sum;
      sum += count;
    }
  }
  s->begins[buckets] = sum;
}

NV_FN int nova_sort_share(nova_task* t, int shared, nv_i64 units, nv_i64 grain, nova_kernel kernel, const nova_sort* s) {
  return shared ? t->host->parallel(t, units, grain, kernel, s) : kernel(t, s, 0, units);
}

/// for (i = begin; i < end; ++i), with a look every so often whether the run is to stop.
#define NV_SORT_EACH(i, begin, end)                                                                          \
  for (nv_i64 i = (begin), last = (end), look; i < last;)                                                    \
    if (look = nova_least(last, i + NOVA_SORT_LOOK), nova_poll(t)) return 1;                                 \
    else                                                                                                     \
      for (; i < look; ++i)
#define NV_SORT_PART(i, p) NV_SORT_EACH(i, (p) * s->part, nova_least(s->n, ((p) + 1) * s->part))

#define NV_RADIX_SORT(t, u) NV_SORT_KEYS(nv_##t, u, t)
#define NV_SORT_KEYS(key, u, name)                                                                           \
  NV_FN void nv_sort_insert_##name(const key* in, key* out, nv_i64 n) {                                      \
    for (nv_i64 i = 0; i < n; ++i) {                                                                         \
      const key x = in[i];                                                                                   \
      nv_i64 at = i;                                                                                         \
      for (; at > 0 && x < out[at - 1]; --at) out[at] = out[at - 1];                                         \
      out[at] = x;                                                                                           \
    }                                                                                                        \
  }                                                                                                          \
  NV_FN void nv_sort_bounds_##name(const key* in, nv_i64 begin, nv_i64 end, nv_u64* least, nv_u64* most) {   \
    key low = in[begin], high = low;                                                                         \
    for (nv_i64 i = begin; i < end; ++i)                                                                     \
      low = in[i] < low ? in[i] : low, high = in[i] > high ? in[i] : high;                                   \
    *least = (nv_u64)low, *most = (nv_u64)high;                                                              \
  }                                                                                                          \
  NV_FN void nv_sort_fill_##name(key* out, nv_u64 x, nv_i64 n) {                                             \
    for (nv_i64 i = 0; i < n; ++i) out[i] = (key)x;                                                          \
  }                                                                                                          \
  /* n < 2^32 keys, whose distances have that many bits; they may lie in `out` or `other` */                 \
  NOVA_SLOW int nv_sort_digits_##name(nova_task* t, const key* in, key* out, key* other, nv_i64 n, nv_u64 least, \
                                  int bits) {                                                                \
    const int passes = nova_sort_passes(bits, n < 2048 ? 8 : NOVA_SORT_BITS);                                \
    const int digit = passes ? (bits + passes - 1) / passes : 0;                                             \
    const u mask = (u)((1u << digit) - 1), first = (u)least;                                                 \
    nv_u32 counts[8][1 << NOVA_SORT_BITS];                                                                   \
    for (int p = 0; p < passes; ++p) __builtin_memset(counts[p], 0, sizeof(nv_u32) << digit);                \
    NV_SORT_EACH(i, 0, n)                                                                                    \
      for (int p = 0; p < passes; ++p) ++counts[p][(u)((u)in[i] - first) >> p * digit & mask];               \
    for (nv_u64 d = 0, at = 0; passes == 1 && d <= mask; at += counts[0][d++])                               \
      nv_sort_fill_##name(out + at, least + d, counts[0][d]);                                                \
    if (passes == 1) return 0;                                                                               \
    const key* from = in;                                                                                    \
    key* to = in == out || (in != other && passes % 2 == 0) ? other : out;                                   \
    for (int p = 0; p < passes; ++p, from = to, to = to == out ? other : out) {                              \
      nv_u32* at = counts[p];                                                                                \
      for (nv_u32 d = 0, sum = 0; d <= mask; ++d) {                                                          \
        const nv_u32 count = at[d];                                                                          \
        at[d] = sum, sum += count;                                                                           \
      }                                                                                                      \
      NV_SORT_EACH(i, 0, n) to[at[(u)((u)from[i] - first) >> p * digit & mask]++] = from[i];                 \
    }                                                                                                        \
    if (from != out) __builtin_memcpy(out, from, (nv_u64)n * sizeof *out);                                   \
    return 0;                                                                                                \
  }                                                                                                          \
  static int nova_sort_look_##name(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {              \
    nova_sort* s = (nova_sort*)given;                                                                        \
    for (nv_i64 p = begin; p < end; ++p) {                                                                   \
      const nv_i64 from = p * s->part, to = nova_least(s->n, from + s->part);                                \
      nv_sort_bounds_##name(s->in, from, to, s->least + p, s->most + p);                                     \
      if (nova_poll(t)) return 1;                                                                            \
    }                                                                                                        \
    return 0;                                                                                                \
  }                                                                                                          \
  static int nova_sort_count_##name(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {             \
    const nova_sort* s = given;                                                                              \
    const key* in = s->in;                                                                                   \
    const u first = (u)s->least[0];                                                                          \
    const int low = s->low;                                                                                  \
    for (nv_i64 p = begin; p < end; ++p) {                                                                   \
      nv_i64* counts = s->counts + (p << s->top);                                                            \
      __builtin_memset(counts, 0, sizeof *counts << s->top);                                                 \
      NV_SORT_PART(i, p) ++counts[(u)((u)in[i] - first) >> low];                                             \
    }                                                                                                        \
    return 0;                                                                                                \
  }                                                                                                          \
  /* The next line of each bucket is asked for, since a machine waits for one store after the other. */      \
  static int nova_sort_move_##name(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {              \
    const nova_sort* s = given;                                                                              \
    const key* restrict in = s->in;                                                                          \
    key* restrict to = s->buckets;                                                                           \
    const u first = (u)s->least[0];                                                                          \
    const int low = s->low;                                                                                  \
    for (nv_i64 p = begin; p < end; ++p) {                                                                   \
      nv_i64* restrict at = s->counts + (p << s->top);                                                       \
      NV_SORT_PART(i, p) {                                                                                   \
        const nv_i64 place = at[(u)((u)in[i] - first) >> low]++;                                             \
        to[place] = in[i];                                                                                   \
        __builtin_prefetch((const char*)(to + place) + 64, 1);                                               \
      }                                                                                                      \
    }                                                                                                        \
    return 0;                                                                                                \
  }                                                                                                          \
  static int nova_sort_bucket_##name(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {            \
    const nova_sort* s = given;                                                                              \
    for (nv_i64 b = begin; b < end; ++b) {                                                                   \
      const nv_i64 at = s->begins[b], n = s->begins[b + 1] - at;                                             \
      const key* from = (const key*)s->buckets + at;                                                         \
      key* out = (key*)s->out + at;                                                                          \
      const nv_u64 least = s->least[0] + ((nv_u64)b << s->low);                                              \
      if (nova_poll(t)) return 1;                                                                            \
      if (!s->low) nv_sort_fill_##name(out, least, n);                                                       \
      else if (n < NOVA_SORT_FEW) nv_sort_insert_##name(from, out, n);                                       \
      else if (n <= s->large && nv_sort_digits_##name(t, from, out, (key*)s->other + at, n, least, s->low))  \
        return 1;                                                                                            \
    }                                                                                                        \
    return 0;                                                                                                \
  }                                                                                                          \
  /* in: n keys, in `out` or `other` where nobody needs them afterwards; out, other: room for as many. The */ \
  /* sorted keys are in `out`. shared: on all threads. 1 where the run is to stop. */                        \
  NOVA_SLOW int nv_radix_sort_##name(nova_task* t, int shared, const key* in, key* out, key* other, nv_i64 n) { \
    if (n < NOVA_SORT_FEW) return nv_sort_insert_##name(in, out, n), 0;                                      \
    if (n < (shared && t->threads > 1 ? NOVA_SORT_SHARED : NOVA_SORT_FAR / (nv_i64)sizeof(key))) {           \
      nv_u64 least, most;                                                                                    \
      nv_sort_bounds_##name(in, 0, n, &least, &most);                                                        \
      return nv_sort_digits_##name(t, in, out, other, n, least, nova_sort_width(most - least));              \
    }                                                                                                        \
    nova_sort s = {.in = in, .out = out, .other = other, .n = n};                                            \
    s.part = (n / NOVA_SORT_PARTS | 0x7fff) + 1, s.parts = (n + s.part - 1) / s.part;                        \
    if (nova_sort_share(t, shared, s.parts, -1, nova_sort_look_##name, &s)) return 1;                        \
    for (nv_i64 p = 1; p < s.parts; ++p) {                                                                   \
      if ((key)s.least[p] < (key)s.least[0]) s.least[0] = s.least[p];                                        \
      if ((key)s.most[p] > (key)s.most[0]) s.most[0] = s.most[p];                                            \
    }                                                                                                        \
    const int bits = nova_sort_width(s.most[0] - s.least[0]);                                                \
    s.top = nova_sort_top(n, bits), s.low = bits - s.top;                                                    \
    s.large = n / 8 < NOVA_SORT_LOOK ? NOVA_SORT_LOOK : nova_least(n / 8, 1 << 30);                          \
    const int even = nova_sort_passes(s.low, NOVA_SORT_BITS) % 2 == 0;                                       \
    s.buckets = in == out || (in != other && !even) ? other : out;                                           \
    s.counts = t->host->alloc(t, (s.parts + 2) << s.top, sizeof *s.counts);                                  \
    if (!s.counts) return 1;                                                                                 \
    s.begins = s.counts + (s.parts << s.top);                                                                \
    if (nova_sort_share(t, shared, s.parts, -1, nova_sort_count_##name, &s)) return 1;                       \
    nova_sort_places(&s);                                                                                    \
    if (s.low && nova_sort_share(t, shared, s.parts, -1, nova_sort_move_##name, &s)) return 1;               \
    if (nova_sort_share(t, shared, 1ll << s.top, 4, nova_sort_bucket_##name, &s)) return 1;                  \
    for (nv_i64 b = 0; s.low && b < 1ll << s.top; ++b) {                                                     \
      const nv_i64 at = s.begins[b], more = s.begins[b + 1] - at;                                            \
      if (more > s.large &&                                                                                  \
          nv_radix_sort_##name(t, shared, (key*)s.buckets + at, out + at, other + at, more)) return 1;       \
    }                                                                                                        \
    t->host->drop(t, s.counts);                                                                              \
    return 0;                                                                                                \
  }
NV_RADIX_SORT(i64, nv_u64)

/// Positions 0 .. n - 1 in the order of their keys, equal ones in their own: what stands for a key is its distance from the
/// least with its position behind it, in one number, where that has room for both; -1 where not. out, words, other: room for n.
#define NV_SORT_POSITIONS(t)                                                                                 \
  typedef struct {                                                                                           \
    const nv_##t* keys;                                                                                      \
    nv_i64 *words, *out;                                                                                     \
    nv_u64 least;                                                                                            \
    int bits;                                                                                                \
  } nova_positions_##t;                                                                                      \
  static int nova_positions_pack_##t(nova_task* task, const void* given, nv_i64 begin, nv_i64 end) {         \
    const nova_positions_##t* p = given;                                                                     \
    (void)task;                                                                                              \
    for (nv_i64 i = begin; i < end; ++i) p->words[i] = (nv_i64)(((nv_u64)p->keys[i] - p->least) << p->bits | (nv_u64)i); \
    return 0;                                                                                                \
  }                                                                                                          \
  static int nova_positions_unpack_##t(nova_task* task, const void* given, nv_i64 begin, nv_i64 end) {       \
    const nova_positions_##t* p = given;                                                                     \
    const nv_i64 mask = (1ll << p->bits) - 1;                                                                \
    (void)task;                                                                                              \
    for (nv_i64 i = begin; i < end; ++i) p->out[i] = p->words[i] & mask;                                     \
    return 0;                                                                                                \
  }                                                                                                          \
  NOVA_SLOW int nv_sort_positions_##t(nova_task* t, int shared, const nv_##t* keys, nv_i64* out, nv_i64* words, nv_i64* other, nv_i64 n) { \
    if (n <= 0) return 0;                                                                                    \
    nv_##t low = keys[0], high = low;                                                                        \
    for (nv_i64 i = 0; i < n; ++i) low = keys[i] < low ? keys[i] : low, high = keys[i] > high ? keys[i] : high; \
    nova_positions_##t p = {keys, words, out, (nv_u64)low, nova_sort_width((nv_u64)n - 1)};                  \
    if (nova_sort_width((nv_u64)high - (nv_u64)low) + p.bits > 63) return -1;                                \
    const int parallel = shared && n >= NOVA_SORT_SHARED;                                                    \
    if (parallel ? t->host->parallel(t, n, 65536, nova_positions_pack_##t, &p) : nova_positions_pack_##t(t, &p, 0, n)) return 1; \
    if (nv_radix_sort_i64(t, shared, words, words, other, n)) return 1;                                      \
    return parallel ? t->host->parallel(t, n, 65536, nova_positions_unpack_##t, &p) : nova_positions_unpack_##t(t, &p, 0, n); \
  }
NV_SORT_POSITIONS(i64)
NV_SORT_POSITIONS(i32)
NV_SORT_POSITIONS(i16)
NV_SORT_POSITIONS(i8)
NV_SORT_POSITIONS(u8)
#undef NV_SORT_POSITIONS
NV_RADIX_SORT(i32, nv_u32)
NV_RADIX_SORT(i16, unsigned short)
NV_RADIX_SORT(i8, nv_u8)
NV_RADIX_SORT(u8, nv_u8)
#undef NV_RADIX_SORT
#undef NV_SORT_KEYS
#undef NV_SORT_PART
#undef NV_SORT_EACH

#endif
