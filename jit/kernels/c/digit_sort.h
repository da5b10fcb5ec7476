// Radix sorts of numbers. If there are many keys, they are first moved to buckets, by the leading bits in which they
// differ. Threads share that step: each part of the keys is counted by bucket, and then has its own range of indices
// in every bucket. One thread then sorts each bucket, which fits into the caches, by the remaining digits, least
// significant digit first. All threads together sort a bucket with too many keys for one thread. All sorts are
// stable. Equal integers can't be told apart: where no digit is left to sort by, they are written from counts, not
// moved.
//
// Nova compiles these functions once (jit/cpu/digit_sort.cpp); generated C that has no other host has their text
// (ahead.h). The type of keys is a parameter. Functions with a loop over keys are inlined with each type as a
// constant (NOVA_BY_KEY), so that each type has loops of its own.
#ifndef NOVA_JIT_DIGIT_SORT_H
#define NOVA_JIT_DIGIT_SORT_H

#include "jit/kernels/c/host.h"

enum {
  NOVA_FEW_KEYS = 64,          ///< fewer keys are sorted by insertion
  NOVA_DIGIT = 12,             ///< maximal bits of a digit
  NOVA_NEAR_KEYS = 1 << 14,    ///< maximal number of keys of a bucket, if keys are spread evenly
  NOVA_SORT_PARTS = 64,        ///< maximal number of parts
  NOVA_WORTH_SHARING = 1 << 17, ///< number of keys from which on several threads share a sort
  NOVA_FAR_BYTES = 1 << 23,    ///< bytes of keys from which on a single thread sorts by buckets
  NOVA_SORT_LOOK = 1 << 18,    ///< keys that are processed between two polls
  NOVA_SORT_GRAIN = 1 << 16,
  NOVA_LARGE_PAGE = 1 << 21,   ///< bytes of a large page
  /// Words as keys, for sorting indices (nova_order_job). The upper bits of a word are the leading bits of another key, and are
  /// the word's rank. The lower `places` bits are an index, which has no part in the rank.
  NOVA_KEY_words = 10
};

/// The types of keys that the text sorts, as bits.
#ifndef NOVA_SORTED_KEYS
#define NOVA_SORTED_KEYS 0x7ff
#endif
#define NOVA_KEY_CASE(T, f, ...)                                                                             \
  case NOVA_KEY_##T:                                                                                         \
    if (NOVA_SORTED_KEYS >> NOVA_KEY_##T & 1) return f(NOVA_KEY_##T, __VA_ARGS__);                           \
    return 1;
/// Returns what f returns for the type as a constant.
#define NOVA_BY_KEY(type, f, ...)                                                                            \
  switch (type) {                                                                                            \
    NOVA_KEY_CASE(i64, f, __VA_ARGS__)                                                                       \
    NOVA_KEY_CASE(i32, f, __VA_ARGS__)                                                                       \
    NOVA_KEY_CASE(i16, f, __VA_ARGS__)                                                                       \
    NOVA_KEY_CASE(i8, f, __VA_ARGS__)                                                                        \
    NOVA_KEY_CASE(u64, f, __VA_ARGS__)                                                                       \
    NOVA_KEY_CASE(u32, f, __VA_ARGS__)                                                                       \
    NOVA_KEY_CASE(u16, f, __VA_ARGS__)                                                                       \
    NOVA_KEY_CASE(u8, f, __VA_ARGS__)                                                                        \
    NOVA_KEY_CASE(f32, f, __VA_ARGS__)                                                                       \
    NOVA_KEY_CASE(f64, f, __VA_ARGS__)                                                                       \
    NOVA_KEY_CASE(words, f, __VA_ARGS__)                                                                     \
  }                                                                                                          \
  return 1;

// ---- keys as bits: a rank is an unsigned number in the keys' order; a distance is a rank minus the least rank ----

typedef unsigned short nova_bits_16 __attribute__((may_alias));
typedef nv_u32 nova_bits_32 __attribute__((may_alias));
typedef nv_u64 nova_bits_64 __attribute__((may_alias));

/// What ranks are counted from.
typedef struct {
  int places;  ///< if keys are packed with their index into a word: the number of bits of the index
  nv_u64 base; ///< the least rank; for integers the bits of the least key
} nova_keys;

NOVA_INLINE int nova_key_size(int type) {
  switch (type) {
  case NOVA_KEY_i8:
  case NOVA_KEY_u8: return 1;
  case NOVA_KEY_i16:
  case NOVA_KEY_u16: return 2;
  case NOVA_KEY_i32:
  case NOVA_KEY_u32:
  case NOVA_KEY_f32: return 4;
  default: return 8;
  }
}
/// Whether keys of equal rank are the same.
NOVA_INLINE int nova_is_integer_key(int type) { return type < NOVA_KEY_f32; }
NOVA_INLINE nv_u64 nova_key_sign(int type) { return type <= NOVA_KEY_i8 ? 1ull << (8 * nova_key_size(type) - 1) : 0; }
NOVA_INLINE nv_u64 nova_key_at(int type, const void* keys, nv_i64 i) {
  switch (nova_key_size(type)) {
  case 1: return ((const nv_u8*)keys)[i];
  case 2: return ((const nova_bits_16*)keys)[i];
  case 4: return ((const nova_bits_32*)keys)[i];
  default: return ((const nova_bits_64*)keys)[i];
  }
}
NOVA_INLINE void nova_put_key(int type, void* keys, nv_i64 i, nv_u64 x) {
  switch (nova_key_size(type)) {
  case 1: ((nv_u8*)keys)[i] = (nv_u8)x; break;
  case 2: ((nova_bits_16*)keys)[i] = (nova_bits_16)x; break;
  case 4: ((nova_bits_32*)keys)[i] = (nova_bits_32)x; break;
  default: ((nova_bits_64*)keys)[i] = x;
  }
}
NOVA_INLINE void* nova_keys_from(int type, const void* keys, nv_i64 i) { return (char*)keys + i * nova_key_size(type); }

/// Returns the rank of a key with these bits. Both zeros have the same rank, and NaN has the greatest.
NOVA_INLINE nv_u64 nova_key_rank(int type, int places, nv_u64 x) {
  if (type == NOVA_KEY_words) return x >> places;
  if (type == NOVA_KEY_f32) {
    const nv_u32 bits = (nv_u32)x, sign = 1u << 31, size = bits & ~sign;
    return size > 0x7f800000u ? ~0u : !size ? sign : bits & sign ? ~bits : bits | sign;
  }
  if (type == NOVA_KEY_f64) {
    const nv_u64 sign = 1ull << 63, size = x & ~sign;
    return size > 0x7ff0000000000000ull ? ~0ull : !size ? sign : x & sign ? ~x : x | sign;
  }
  return x ^ nova_key_sign(type);
}
NOVA_INLINE nova_keys nova_count_from(int type, int places, nv_u64 least) {
  const nova_keys k = {places, least ^ nova_key_sign(type)};
  return k;
}
NOVA_INLINE nv_u64 nova_key_distance(int type, nova_keys k, nv_u64 x) {
  if (!nova_is_integer_key(type)) return nova_key_rank(type, k.places, x) - k.base;
  return nova_key_size(type) == 8 ? x - k.base : (nv_u32)(x - k.base) & (nv_u32)(~0ull >> (64 - 8 * nova_key_size(type)));
}

/// The least and the greatest of some ranks, and the bits in which any of them differ.
typedef struct {
  nv_u64 least, most, differ;
} nova_bounds;

/// Returns the number of significant bits of `distance`; 0 for 0.
NOVA_INLINE int nova_width(nv_u64 distance) { return distance ? 64 - __builtin_clzll(distance) : 0; }
NOVA_INLINE int nova_passes(int bits, int digit) { return (bits + digit - 1) / digit; }
NOVA_INLINE int nova_bounds_width(const nova_bounds* b) { return nova_width(b->most - b->least); }

#define NOVA_BOUNDS_LOOP(U)                                                                                  \
  const U first = (U)nova_key_rank(type, places, nova_key_at(type, in, order ? order[0] : 0));               \
  U low = first, high = first, differ = 0;                                                                   \
  for (nv_i64 i = 0; i < n; ++i) {                                                                           \
    const U r = (U)nova_key_rank(type, places, nova_key_at(type, in, order ? order[i] : i));                 \
    low = r < low ? r : low, high = r > high ? r : high, differ = (U)(differ | (r ^ first));                                \
  }                                                                                                          \
  b->least = low, b->most = high, b->differ = differ;
/// Computes the bounds of n keys: those of `in`, or those at the places `order`.
NOVA_INLINE int nova_bounds_of(const int type, int places, const void* in, const nv_i64* order, nv_i64 n, nova_bounds* b) {
  if (nova_key_size(type) == 1) {
    NOVA_BOUNDS_LOOP(nv_u8)
  } else if (nova_key_size(type) <= 4) {
    NOVA_BOUNDS_LOOP(nv_u32)
  } else {
    NOVA_BOUNDS_LOOP(nv_u64)
  }
  return 0;
}
NOVA_OUT_OF_LINE int nova_key_bounds(int type, int places, const void* in, nv_i64 n, nova_bounds* b) {
  NOVA_BY_KEY(type, nova_bounds_of, places, in, 0, n, b)
}
NOVA_OUT_OF_LINE int nova_place_bounds(int type, const void* in, const nv_i64* order, nv_i64 n, nova_bounds* b) {
  NOVA_BY_KEY(type, nova_bounds_of, 0, in, order, n, b)
}

// ---- one thread ----

NOVA_INLINE int nova_insert_keys(const int type, int places, const void* in, void* out, nv_i64 n) {
  for (nv_i64 i = 0; i < n; ++i) {
    const nv_u64 x = nova_key_at(type, in, i), rank = nova_key_rank(type, places, x);
    nv_i64 at = i;
    for (; at > 0; --at) {
      const nv_u64 before = nova_key_at(type, out, at - 1);
      if (rank >= nova_key_rank(type, places, before)) break;
      nova_put_key(type, out, at, before);
    }
    nova_put_key(type, out, at, x);
  }
  return 0;
}
NOVA_OUT_OF_LINE int nova_insert(int type, int places, const void* in, void* out, nv_i64 n) {
  NOVA_BY_KEY(type, nova_insert_keys, places, in, out, n)
}

NOVA_INLINE int nova_fill_keys(const int type, void* out, nv_i64 at, nv_i64 n, nv_u64 x) {
  for (nv_i64 i = at; i < at + n; ++i) nova_put_key(type, out, i, x);
  return 0;
}
NOVA_OUT_OF_LINE int nova_fill_key(int type, void* out, nv_i64 at, nv_i64 n, nv_u64 x) {
  NOVA_BY_KEY(type, nova_fill_keys, out, at, n, x)
}

/// Turns the count of each digit into the index at which the keys with that digit begin.
NOVA_INLINE void nova_digit_begins(nv_u32* counts, nv_u32 digits) {
  for (nv_u32 d = 0, sum = 0; d < digits; ++d) {
    const nv_u32 count = counts[d];
    counts[d] = sum, sum += count;
  }
}

/// Sorts n < 2^32 keys from `in` into `out` by digits, least significant first. The digits are those of each key's
/// distance minus `base`; this difference has at most `bits` bits. `in` may be `out` or `other`. Returns 1 if the run
/// has to stop, else 0.
NOVA_INLINE int nova_digits_of(const int type, nova_task* t, nova_keys k, const void* in, void* out, void* other, nv_i64 n,
                               int bits, nv_u64 base) {
  const int passes = nova_passes(bits, n < 2048 ? 8 : NOVA_DIGIT), digit = passes ? (bits + passes - 1) / passes : 0;
  const nv_u64 mask = (1ull << digit) - 1;
  nv_u32 counts[8][1 << NOVA_DIGIT];
  for (int p = 0; p < passes; ++p) __builtin_memset(counts[p], 0, sizeof(nv_u32) << digit);
  for (nv_i64 begin = 0, end; begin < n; begin = end) {
    end = nova_least(n, begin + NOVA_SORT_LOOK);
    if (nova_poll_round(t)) return 1;
    for (nv_i64 i = begin; i < end; ++i) {
      const nv_u64 d = nova_key_distance(type, k, nova_key_at(type, in, i)) - base;
      for (int p = 0; p < passes; ++p) ++counts[p][d >> (p * digit) & mask];
    }
  }
  if (nova_is_integer_key(type) && passes == 1) {
    nv_i64 at = 0;
    for (nv_u64 d = 0; d <= mask; at += counts[0][d++]) nova_fill_keys(type, out, at, counts[0][d], k.base + base + d);
    return 0;
  }
  const void* from = in;
  void* to = in == out || (in != other && passes % 2 == 0) ? other : out;
  for (int p = 0; p < passes; ++p, from = to, to = to == out ? other : out) {
    nv_u32* const at = counts[p];
    nova_digit_begins(at, 1u << digit);
    for (nv_i64 begin = 0, end; begin < n; begin = end) {
      end = nova_least(n, begin + NOVA_SORT_LOOK);
      if (nova_poll_round(t)) return 1;
      for (nv_i64 i = begin; i < end; ++i) {
        const nv_u64 x = nova_key_at(type, from, i);
        nova_put_key(type, to, at[(nova_key_distance(type, k, x) - base) >> (p * digit) & mask]++, x);
      }
    }
  }
  if (from != out) __builtin_memmove(out, from, (nv_u64)n * (nv_u64)nova_key_size(type));
  return 0;
}
NOVA_OUT_OF_LINE int nova_sort_digits(int type, nova_task* t, nova_keys k, const void* in, void* out, void* other, nv_i64 n,
                                      int bits, nv_u64 base) {
  NOVA_BY_KEY(type, nova_digits_of, t, k, in, out, other, n, bits, base)
}

// ---- buckets ----

/// The data of one sort by buckets that its threads share. `in` may be `out` or `other`, which both have room for n
/// keys.
typedef struct {
  int type;
  nova_keys keys;
  const void* in;
  nv_i64 n, part, parts;
  nova_bounds found[NOVA_SORT_PARTS];
  /// `out`: the array for the sorted keys. `other`: a temporary array of the same size. `buckets`: either of them, in
  /// which the buckets lie.
  void *out, *other, *buckets;
  nv_i64 large; ///< all threads share the sort of a bucket with more keys than this
  int top, low; ///< the number of leading bits that choose a bucket, and of the bits below them
  /// `counts`: for each part and bucket, at first the number of the part's keys in the bucket, later the index in
  /// `buckets` of the first of these keys. `begins`: the index in `buckets` at which each bucket begins.
  nv_i64 *counts, *begins;
} nova_bucket_sort;

NOVA_INLINE nova_bucket_sort nova_new_sort(int type, int places, const void* in, nv_i64 n) {
  nova_bucket_sort s;
  s.type = type, s.keys.places = places, s.keys.base = 0, s.in = in, s.n = n;
  s.part = (n / NOVA_SORT_PARTS | 0x7fff) + 1, s.parts = (n + s.part - 1) / s.part;
  s.out = s.other = s.buckets = 0, s.large = 0, s.top = s.low = 0, s.counts = s.begins = 0;
  return s;
}
NOVA_INLINE nv_i64 nova_part_end(const nova_bucket_sort* s, nv_i64 p) { return nova_least(s->n, (p + 1) * s->part); }

/// Calls the kernel function `f` for the units 0 .. units - 1, on all threads if `shared`, else on this one. `by`:
/// the grain, as for nova_host::parallel.
NOVA_INLINE int nova_share(nova_task* t, int shared, nv_i64 units, nv_i64 by, nova_kernel f, const void* given) {
  return shared ? t->host->parallel(t, units, by, f, given) : f(t, given, 0, units);
}

static int nova_part_bounds(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  nova_bucket_sort* const s = (nova_bucket_sort*)given;
  for (nv_i64 p = begin; p < end; ++p) {
    const nv_i64 from = p * s->part;
    nova_key_bounds(s->type, s->keys.places, nova_keys_from(s->type, s->in, from), nova_part_end(s, p) - from, &s->found[p]);
    if (nova_poll_round(t)) return 1;
  }
  return 0;
}
/// Computes the bounds of the ranks of all keys.
static int nova_all_bounds(nova_task* t, int shared, nova_bucket_sort* s, nova_bounds* b) {
  if (nova_share(t, shared, s->parts, -1, nova_part_bounds, s)) return 1;
  *b = s->found[0];
  for (nv_i64 p = 1; p < s->parts; ++p) {
    const nova_bounds* const more = &s->found[p];
    b->differ |= more->differ | (b->least ^ more->least);
    b->least = more->least < b->least ? more->least : b->least, b->most = more->most > b->most ? more->most : b->most;
  }
  return 0;
}

NOVA_INLINE int nova_count_buckets_of(const int type, nova_task* t, const nova_bucket_sort* s, nv_i64 p) {
  nv_i64* const counts = s->counts + (p << s->top);
  const nova_keys keys = s->keys;
  const int low = s->low;
  __builtin_memset(counts, 0, sizeof *counts << s->top);
  for (nv_i64 begin = p * s->part, last = nova_part_end(s, p), end; begin < last; begin = end) {
    end = nova_least(last, begin + NOVA_SORT_LOOK);
    if (nova_poll_round(t)) return 1;
    for (nv_i64 i = begin; i < end; ++i) ++counts[nova_key_distance(type, keys, nova_key_at(type, s->in, i)) >> low];
  }
  return 0;
}
NOVA_OUT_OF_LINE int nova_count_part(nova_task* t, const nova_bucket_sort* s, nv_i64 p) {
  NOVA_BY_KEY(s->type, nova_count_buckets_of, t, s, p)
}
static int nova_count_buckets(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  for (nv_i64 p = begin; p < end; ++p)
    if (nova_count_part(t, (const nova_bucket_sort*)given, p)) return 1;
  return 0;
}

/// Writes to each page of the buckets' memory, with a poll before each page, so that the system provides the pages
/// here. Otherwise `nova_move_keys` would wait for all pages at its first keys, without a poll.
static int nova_touch_buckets(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  const nova_bucket_sort* const s = (const nova_bucket_sort*)given;
  for (nv_i64 p = begin; p < end; ++p)
    for (nv_i64 i = p * s->part; i < nova_part_end(s, p); i += NOVA_LARGE_PAGE / nova_key_size(s->type)) {
      if (nova_poll_round(t)) return 1;
      nova_put_key(s->type, s->buckets, i, 0);
    }
  return 0;
}

/// Moves the keys of a part to their buckets. Prefetches each bucket's next cache line, since a CPU completes
/// stores one after the other.
NOVA_INLINE int nova_move_keys_of(const int type, nova_task* t, const nova_bucket_sort* s, nv_i64 p) {
  nv_i64* const __restrict at = s->counts + (p << s->top);
  const nova_keys keys = s->keys;
  const int low = s->low;
  const void* const in = s->in;
  void* const to = s->buckets;
  for (nv_i64 begin = p * s->part, last = nova_part_end(s, p), end; begin < last; begin = end) {
    end = nova_least(last, begin + NOVA_SORT_LOOK);
    if (nova_poll_round(t)) return 1;
    for (nv_i64 i = begin; i < end; ++i) {
      const nv_u64 x = nova_key_at(type, in, i);
      const nv_i64 place = at[nova_key_distance(type, keys, x) >> low]++;
      nova_put_key(type, to, place, x);
      __builtin_prefetch((const char*)nova_keys_from(type, to, place) + 64, 1);
    }
  }
  return 0;
}
NOVA_OUT_OF_LINE int nova_move_part(nova_task* t, const nova_bucket_sort* s, nv_i64 p) {
  NOVA_BY_KEY(s->type, nova_move_keys_of, t, s, p)
}
static int nova_move_keys(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  for (nv_i64 p = begin; p < end; ++p)
    if (nova_move_part(t, (const nova_bucket_sort*)given, p)) return 1;
  return 0;
}

static int nova_sort_bucket(nova_task* t, const nova_bucket_sort* s, nv_i64 b) {
  const nv_i64 at = s->begins[b], m = s->begins[b + 1] - at;
  const nv_u64 least = (nv_u64)b << s->low;
  const void* const from = nova_keys_from(s->type, s->buckets, at);
  void* const out = nova_keys_from(s->type, s->out, at);
  if (nova_is_integer_key(s->type) && !s->low) return nova_fill_key(s->type, out, 0, m, s->keys.base + least);
  if (m < NOVA_FEW_KEYS) return nova_insert(s->type, s->keys.places, from, out, m);
  if (m > s->large && s->low) return 0;
  return nova_sort_digits(s->type, t, s->keys, from, out, nova_keys_from(s->type, s->other, at), m, s->low, least);
}
static int nova_sort_buckets(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  for (nv_i64 b = begin; b < end; ++b)
    if (nova_poll_round(t) || nova_sort_bucket(t, (const nova_bucket_sort*)given, b)) return 1;
  return 0;
}

/// Turns `counts` into indices, and sets `begins`. The buckets lie one after the other; in each bucket, the keys
/// lie in the order of their parts.
static void nova_bucket_places(const nova_bucket_sort* s) {
  const nv_i64 all = 1ll << s->top;
  nv_i64 sum = 0;
  for (nv_i64 b = 0; b < all; ++b) {
    s->begins[b] = sum;
    for (nv_i64 p = 0; p < s->parts; ++p) {
      nv_i64* const count = s->counts + (p << s->top) + b;
      const nv_i64 own = *count;
      *count = sum, sum += own;
    }
  }
  s->begins[all] = sum;
}

/// Returns how many leading bits of the distances, which have `bits` bits, choose a bucket. At most 12 bits do:
/// enough for buckets of at most NOVA_NEAR_KEYS keys if keys are spread evenly, and a few more if that saves a pass.
static int nova_top_bits(nv_i64 n, int bits) {
  const int needed = nova_width((nv_u64)(n - 1) / NOVA_NEAR_KEYS), least = needed < NOVA_DIGIT ? needed : NOVA_DIGIT;
  int best = least;
  if (bits <= NOVA_DIGIT) return bits;
  for (int top = least; top <= NOVA_DIGIT && top <= least + 3; ++top)
    if (nova_passes(bits - top, NOVA_DIGIT) < nova_passes(bits - best, NOVA_DIGIT)) best = top;
  return best;
}

static int nova_sort_keys(nova_task* t, int shared, int type, int places, const void* in, void* out, void* other, nv_i64 n,
                          const nova_bounds* known);

/// Sorts by buckets. This pays off for keys that exceed the caches, or if several threads share the work. `known`: the
/// bounds of the keys' ranks, or null. Returns 1 if the run has to stop, else 0.
static int nova_sort_by_buckets(nova_task* t, int shared, nova_bucket_sort* s, const nova_bounds* known) {
  nova_bounds all;
  if (known) all = *known;
  else if (nova_all_bounds(t, shared, s, &all)) return 1;
  const int bits = nova_bounds_width(&all);
  s->keys = nova_count_from(s->type, s->keys.places, all.least);
  s->top = nova_top_bits(s->n, bits), s->low = bits - s->top;
  s->large = s->n / 8 < NOVA_SORT_LOOK ? (nv_i64)NOVA_SORT_LOOK : nova_least(s->n / 8, 1 << 30);
  s->buckets = s->in == s->out || (s->in != s->other && nova_passes(s->low, NOVA_DIGIT) % 2) ? s->other : s->out;
  s->counts = (nv_i64*)t->host->alloc(t, (s->parts + 2) << s->top, sizeof *s->counts);
  if (!s->counts) return 1;
  s->begins = s->counts + (s->parts << s->top);
  if (nova_share(t, shared, s->parts, -1, nova_count_buckets, s)) return 1;
  nova_bucket_places(s);
  if ((s->low || !nova_is_integer_key(s->type)) && (nova_share(t, shared, s->parts, -1, nova_touch_buckets, s) ||
                                                    nova_share(t, shared, s->parts, -1, nova_move_keys, s)))
    return 1;
  if (nova_share(t, shared, 1ll << s->top, 4, nova_sort_buckets, s)) return 1;
  for (nv_i64 b = 0; s->low && b < 1ll << s->top; ++b) {
    const nv_i64 at = s->begins[b], more = s->begins[b + 1] - at;
    if (more > s->large &&
        nova_sort_keys(t, shared, s->type, s->keys.places, nova_keys_from(s->type, s->buckets, at),
                       nova_keys_from(s->type, s->out, at), nova_keys_from(s->type, s->other, at), more, 0))
      return 1;
  }
  t->host->drop(t, s->counts);
  return 0;
}

/// Sorts the n keys of `in` into `out`; `other` has room for as many. `in` may be `out` or `other` if it is not
/// needed afterwards. `known`: the bounds of the keys' ranks, or null. Returns 1 if the run has to stop, else 0.
static int nova_sort_keys(nova_task* t, int shared, int type, int places, const void* in, void* out, void* other, nv_i64 n,
                          const nova_bounds* known) {
  nova_bounds all;
  shared = shared && t->threads > 1;
  const nv_i64 many = shared ? (nv_i64)NOVA_WORTH_SHARING : (nv_i64)NOVA_FAR_BYTES / nova_key_size(type);
  if (n < NOVA_FEW_KEYS) return nova_insert(type, places, in, out, n);
  if (n >= many) {
    nova_bucket_sort s = nova_new_sort(type, places, in, n);
    s.out = out, s.other = other;
    return nova_sort_by_buckets(t, shared, &s, known);
  }
  if (known) all = *known;
  else nova_key_bounds(type, places, in, n, &all);
  return nova_sort_digits(type, t, nova_count_from(type, places, all.least), in, out, other, n, nova_bounds_width(&all), 0);
}

/// nova_host::sort.
static int nova_sort(nova_task* t, int type, int shared, const void* in, void* out, void* other, nv_i64 n) {
  return nova_sort_keys(t, shared, type, 0, in, out, other, n, 0);
}

#endif
