// What generated C and the device that runs it agree on: the same text is compiled into both.
//
// A function returns 0, or 1 where the run is over (why, the host knows). An arena is a task's own memory,
// taken from its front and given back all at once; what the host's `alloc` gives lives until the run ends, or
// `keep` finds it dead.
#ifndef NOVA_JIT_HOST_H
#define NOVA_JIT_HOST_H

/// A scalar or where a column begins.
typedef union {
  nv_i64 i64;
  nv_f32 f32;
  nv_f64 f64;
  void* column;
} nova_word;

typedef struct nova_task nova_task;
typedef int (*nova_kernel)(nova_task*, const void* given, nv_i64 begin, nv_i64 end);

typedef struct {
  /// A buffer of `count` elements.
  void* (*alloc)(nova_task*, nv_i64 count, nv_i64 size);
  /// A buffer (or null) with room for `need` elements, the first `used` of which stay; `room` becomes what
  /// fits.
  void* (*grow)(nova_task*, void* column, nv_i64 used, nv_i64 need, nv_i64* room, nv_i64 size);
  /// The buffer with `count` elements left.
  void* (*shrink)(nova_task*, void* column, nv_i64 count, nv_i64 size);
  void (*drop)(nova_task*, void* column);
  /// Buffers made since `mark` that hold none of the `live` columns are freed.
  nv_i64 (*mark)(nova_task*);
  void (*keep)(nova_task*, nv_i64 mark, const void* const* live, nv_i64 count);
  /// More room for the arena: at least `bytes` from `at`.
  int (*more)(nova_task*, nv_u64 bytes);
  /// Of what the arena holds from a mark on, only `count` columns are needed: the others may go, and they may move.
  int (*settle)(nova_task*, char* at, char* end, void** columns, const nv_u64* bytes, nv_i64 count);
  /// Runs the kernel over 0 .. units - 1, in ranges of about `grain` (exactly -grain, taken in order, if
  /// below 0).
  int (*parallel)(nova_task*, nv_i64 units, nv_i64 grain, nova_kernel, const void* given);
  /// Calls kernel(given, k, k + 1) for each k below count, each once, perhaps at the same time. Who makes another thread's call
  /// leaves nothing in its own arena.
  int (*beside)(nova_task*, nv_i64 count, nova_kernel, const void* given);
  /// Ranges take their turn in order: waits until all units before `begin` have had theirs.
  int (*wait)(nova_task*, nv_i64* turn, nv_i64 begin);
  /// 1 where the run has to end.
  int (*poll)(nova_task*);
  /// The n keys of a type (NOVA_KEY_f64) in ascending order, NaN last; all three have room for them, and `in` may be one of
  /// the others. shared: on all threads.
  int (*sort)(nova_task*, int type, int shared, const void* in, void* out, void* other, nv_i64 n);
  /// Their positions in that order, equal keys' in their own; and, unless null, the keys in it.
  int (*order)(nova_task*, int type, int shared, const void* in, nv_i64* out, void* sorted, nv_i64* words, nv_i64* other, nv_i64 n);
  /// What 16 lanes of each of 1, 4, 8, .. tiles hold, joined by an operation (NOVA_BY_add_f64), comes to stand first.
  void (*tree)(int by, void* lanes, int tiles);
  /// The tree over n values, 1 at least, to the first.
  void (*levels)(int by, void* values, nv_i64 n);
  /// Of a scan's block y the tree z over its cells of 16, those behind which one follows.
  void (*cells)(int by, const void* y, nv_i64 followed, void* z);
  /// A block's `count` elements become its running values.
  void (*runs)(int by, int exclusive, void* y, nv_i64 count, const void* carry, const void* z);
} nova_host;

enum { NOVA_KEY_i64, NOVA_KEY_i32, NOVA_KEY_i16, NOVA_KEY_i8, NOVA_KEY_u8, NOVA_KEY_f32, NOVA_KEY_f64 };
enum { NOVA_BY_add_f32, NOVA_BY_add_f64, NOVA_BY_mul_f32, NOVA_BY_mul_f64 };

struct nova_task {
  const nova_host* host;
  char *at, *end; ///< the arena's free part
  nv_i64 fuel;    ///< turns of loops until the next poll
  nv_i64 failed;  ///< 1 + the site of a failed check
  const char* stack_low; ///< where the thread's stack ends
  nv_i64 threads;        ///< that share ranges
  nv_i64 number;         ///< the thread's, from 0 on
  nv_i64 alone;          ///< nobody else counts in the regions that it adds to
  nv_i64 levels;         ///< of calls side by side, which are shared where they make columns
  nv_i64 light_levels;   ///< and anywhere: none until a call has taken a while
};

/// What a function that calls itself gives: a number, unless the run is over.
#define NOVA_GOT(type) typedef struct { nv_##type value; nv_i64 over; } nova_got_##type;
NOVA_GOT(i64)
NOVA_GOT(i32)
NOVA_GOT(i16)
NOVA_GOT(i8)
NOVA_GOT(u8)
NOVA_GOT(f32)
NOVA_GOT(f64)
NOVA_GOT(b8)
NOVA_GOT(c8)
#undef NOVA_GOT

#define NOVA_FUEL 4096
#define NOVA_INLINE static inline __attribute__((always_inline, unused))
#define NOVA_FUNCTION static
#define NOVA_SLOW static __attribute__((noinline, unused))
#define NOVA_IVDEP _Pragma("GCC ivdep")
#define NOVA_ONE_BY_ONE __asm__("") // no SIMD: it is not worth the time to compile it
#define NOVA_SOON(p) __builtin_prefetch((p) + 96) // six lines of the cache on: rows that a row's place reads leave the first cache
#define NOVA_ANY void*
#define NOVA_PLACE(any) any
#define NOVA_LANES _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#define NOVA_WRITTEN_OUT _Pragma("GCC unroll 8")
#define NOVA_CHAIN _Pragma("GCC unroll 2") // of steps that wait for each other: written out, they take the compiler long

#define NOVA_STEPS                                                                                           \
  _Pragma("GCC ivdep") _Pragma("GCC unroll 4") // of the lanes of a step: few, and many times over

// Indices lo .. hi - 1 narrowed to those with i + a < b + more, i + a >= b + more, i + a ~= b; to none where i + a may wrap.
NOVA_INLINE int nova_wraps(nv_i64* lo, nv_i64* hi, nv_i64 a) {
  nv_i64 x;
  if (*lo < *hi && !__builtin_add_overflow(*lo, a, &x) && !__builtin_add_overflow(*hi, a, &x)) return 0;
  *hi = *lo;
  return 1;
}
NOVA_INLINE void nova_until(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 b, int more) {
  const __int128 end = (__int128)b + more - a;
  if (!nova_wraps(lo, hi, a) && end < *hi) *hi = end < *lo ? *lo : (nv_i64)end;
}
NOVA_INLINE void nova_since(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 b, int more) {
  const __int128 begin = (__int128)b + more - a;
  if (!nova_wraps(lo, hi, a) && begin > *lo) *lo = begin > *hi ? *hi : (nv_i64)begin;
}
NOVA_INLINE void nova_without(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 b) {
  const __int128 at = (__int128)b - a;
  if (nova_wraps(lo, hi, a) || at < *lo || at >= *hi) return;
  if (at - *lo <= *hi - at) *lo = (nv_i64)at + 1;
  else *hi = (nv_i64)at;
}

// Those of 16 elements of 4 or 8 bytes that are kept, side by side; 16 are written at most. How many there are.
#if defined(__AVX512F__)
#define NOVA_COMPRESS
typedef int nova_ints __attribute__((vector_size(64), may_alias, aligned(4)));
typedef long long nova_longs __attribute__((vector_size(64), may_alias, aligned(8)));
NOVA_INLINE unsigned short nova_kept(const nv_i32* keep) {
  const nova_ints k = *(const nova_ints*)keep;
  return __builtin_ia32_ptestmd512(k, k, (unsigned short)-1);
}
NOVA_INLINE nv_i64 nova_compress_ints(void* to, const void* from, const nv_i32* keep) {
  const unsigned short mask = nova_kept(keep);
  *(nova_ints*)to = __builtin_ia32_compresssi512_mask(*(const nova_ints*)from, (nova_ints){}, mask);
  return __builtin_popcount(mask);
}
NOVA_INLINE nv_i64 nova_compress_longs(void* to, const void* from, const nv_i32* keep) {
  const unsigned short mask = nova_kept(keep);
  const unsigned char low = (unsigned char)mask, high = (unsigned char)(mask >> 8);
  const nova_longs* e = from;
  *(nova_longs*)to = __builtin_ia32_compressdi512_mask(e[0], (nova_longs){}, low);
  *(nova_longs*)((nv_i64*)to + __builtin_popcount(low)) = __builtin_ia32_compressdi512_mask(e[1], (nova_longs){}, high);
  return __builtin_popcount(mask);
}
#elif defined(__AVX2__)
#define NOVA_COMPRESS
typedef int nova_four __attribute__((vector_size(16), may_alias, aligned(4)));
typedef int nova_eight __attribute__((vector_size(32), may_alias, aligned(4)));
typedef float nova_four_floats __attribute__((vector_size(16)));
typedef unsigned char nova_four_bytes __attribute__((vector_size(4)));
typedef unsigned char nova_eight_bytes __attribute__((vector_size(8)));
// Of four elements, a bit for each that is kept: where those lie, one after the other, counted in 4 bytes.
// clang-format off
static const nova_four_bytes nova_kept_ints[16] = {
    {0}, {0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2}, {0, 1, 2}, {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
static const nova_eight_bytes nova_kept_longs[16] = {
    {0, 1}, {0, 1}, {2, 3}, {0, 1, 2, 3}, {4, 5}, {0, 1, 4, 5}, {2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {6, 7}, {0, 1, 6, 7}, {2, 3, 6, 7},
    {0, 1, 2, 3, 6, 7}, {4, 5, 6, 7}, {0, 1, 4, 5, 6, 7}, {2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}};
// clang-format on
NOVA_INLINE int nova_kept(const nv_i32* keep) {
  return __builtin_ia32_movmskps((nova_four_floats)(*(const nova_four*)keep != 0));
}
NOVA_INLINE nv_i64 nova_compress_ints(void* to, const void* from, const nv_i32* keep) {
  nv_i64 kept = 0;
  for (int k = 0; k < 16; k += 4) {
    const int mask = nova_kept(keep + k);
    const nova_four places = __builtin_convertvector(nova_kept_ints[mask], nova_four);
    const nova_four_floats four = (nova_four_floats)((const nova_four*)from)[k / 4];
    *(nova_four*)((nv_i32*)to + kept) = (nova_four)__builtin_ia32_vpermilvarps(four, places);
    kept += __builtin_popcount((nv_u32)mask);
  }
  return kept;
}
NOVA_INLINE nv_i64 nova_compress_longs(void* to, const void* from, const nv_i32* keep) {
  nv_i64 kept = 0;
  for (int k = 0; k < 16; k += 4) {
    const int mask = nova_kept(keep + k);
    const nova_eight places = __builtin_convertvector(nova_kept_longs[mask], nova_eight);
    *(nova_eight*)((nv_i64*)to + kept) = __builtin_ia32_permvarsi256(((const nova_eight*)from)[k / 4], places);
    kept += __builtin_popcount((nv_u32)mask);
  }
  return kept;
}
#endif

// Sixteen elements of 4 bytes from places close to each other: a line of the cache, the last ones before it and the first
// ones behind it; what lies beyond those is not touched.
#if defined(__AVX512F__) && !defined(__clang__)
#define NOVA_WINDOWS
NOVA_INLINE nova_ints nova_before(const void* line, int count) {
  return __builtin_ia32_loaddqusi512_mask((const nv_i32*)line - 16, (nova_ints){}, (unsigned short)(0xffff << (16 - count)));
}
NOVA_INLINE nova_ints nova_behind(const void* line, int count) {
  return __builtin_ia32_loaddqusi512_mask((const nv_i32*)line + 16, (nova_ints){}, (unsigned short)((1 << count) - 1));
}
// From place `from` of the low ones on, then high ones.
NOVA_INLINE void nova_between(void* to, nova_ints high, nova_ints low, const int from) {
  if (from) low = __builtin_ia32_alignd512_mask(high, low, from, high, (unsigned short)-1);
  *(nova_ints*)to = low;
}
#endif

// Of n elements those at even places come first, then those at odd ones, without a way through memory.
#if defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
#define NOVA_APART(n, bits, ...)                                                                             \
  typedef nv_u##bits nova_lanes_##n##_##bits __attribute__((vector_size(n * bits / 8), may_alias, aligned(bits / 8))); \
  NOVA_INLINE void nova_apart_##n##_u##bits(void* all) {                                                      \
    const nova_lanes_##n##_##bits a = *(const nova_lanes_##n##_##bits*)all;                                  \
    *(nova_lanes_##n##_##bits*)all = __builtin_shufflevector(a, a, __VA_ARGS__);                             \
  }
#else
#define NOVA_APART(n, bits, ...)                                                                             \
  NOVA_INLINE void nova_apart_##n##_u##bits(void* all) {                                                      \
    nv_u##bits a[n], b[n];                                                                                   \
    __builtin_memcpy(a, all, sizeof a);                                                                      \
    for (int k = 0; k < n; ++k) b[k] = a[k < n / 2 ? 2 * k : 2 * k - n + 1];                                 \
    __builtin_memcpy(all, b, sizeof b);                                                                      \
  }
#endif
NOVA_APART(16, 32, 0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15)
NOVA_APART(16, 64, 0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15)
NOVA_APART(8, 32, 0, 2, 4, 6, 1, 3, 5, 7)
NOVA_APART(8, 64, 0, 2, 4, 6, 1, 3, 5, 7)
#undef NOVA_APART

// Eight elements of 4 or 8 bytes.
#define NOVA_EIGHT(type, bytes) typedef nv_##type nova_eight_##type __attribute__((vector_size(8 * bytes), may_alias, aligned(bytes)));
NOVA_EIGHT(i32, 4)
NOVA_EIGHT(f32, 4)
NOVA_EIGHT(i64, 8)
NOVA_EIGHT(f64, 8)
#undef NOVA_EIGHT

// Ranks: floating numbers as unsigned integers in their order, -inf < .. < -0.0 < 0.0 < .. < inf. NaN, which
// min and max pass over, lies above them all for min and below them all for max: the circle of all bits is
// cut in other places. A guess passes over NaN too, but of two zeros keeps the first.
#define NOVA_RANKS(f, i, u, infinity)                                                                        \
  NOVA_INLINE nv_##i nova_in_order_##f(nv_##i bits) {                                                        \
    return bits ^ (nv_##i)((nv_##u)(bits >> (8 * sizeof bits - 1)) >> 1);                                    \
  }                                                                                                          \
  NOVA_INLINE nv_##u nova_rank_##f(nv_##f x, nv_##u cut) {                                                   \
    nv_##i bits;                                                                                             \
    __builtin_memcpy(&bits, &x, sizeof x);                                                                   \
    return (nv_##u)nova_in_order_##f(bits) + cut;                                                            \
  }                                                                                                          \
  NOVA_INLINE nv_##f nova_unrank_##f(nv_##u rank, nv_##u cut) {                                              \
    nv_##f x;                                                                                                \
    const nv_##i bits = nova_in_order_##f((nv_##i)(rank - cut));                                             \
    __builtin_memcpy(&x, &bits, sizeof x);                                                                   \
    return x;                                                                                                \
  }                                                                                                          \
  NOVA_INLINE nv_##u nova_rank_min_##f(nv_##u a, nv_##f x) {                                                 \
    const nv_##u rank = nova_rank_##f(x, infinity + 1);                                                      \
    return rank < a ? rank : a;                                                                              \
  }                                                                                                          \
  NOVA_INLINE nv_##u nova_rank_max_##f(nv_##u a, nv_##f x) {                                                 \
    const nv_##u rank = nova_rank_##f(x, ~infinity);                                                         \
    return rank > a ? rank : a;                                                                              \
  }                                                                                                          \
  NOVA_INLINE nv_##f nova_guess_min_##f(nv_##f a, nv_##f x) { return x < a ? x : a; }                         \
  NOVA_INLINE nv_##f nova_guess_max_##f(nv_##f a, nv_##f x) { return x > a ? x : a; }                         \
  NOVA_INLINE nv_##f nova_unrank_min_##f(nv_##u a) { return nova_unrank_##f(a, infinity + 1); }              \
  NOVA_INLINE nv_##f nova_unrank_max_##f(nv_##u a) { return nova_unrank_##f(a, ~infinity); }
NOVA_RANKS(f32, i32, u32, 0x7f800000u)
NOVA_RANKS(f64, i64, u64, 0x7ff0000000000000ull)
#undef NOVA_RANKS

static __attribute__((noinline, cold, unused)) int nova_fail(nova_task* t, nv_i64 site) {
  t->failed = site + 1;
  return 1;
}

/// Is the stack nearly used up? (Asking for the frame's address would keep a register for it in each
/// function.)
#if defined(__x86_64__) && !defined(__cplusplus)
register char* nova_stack __asm__("rsp");
#define NOVA_STACK nova_stack
#else
#define NOVA_STACK (const char*)__builtin_frame_address(0)
#endif
NOVA_INLINE int nova_deep(const nova_task* t) { return NOVA_STACK < t->stack_low; }

/// The next n free places of a region; -1 where it lacks them.
NOVA_INLINE nv_i64 nova_cells(const nova_task* t, nv_i64 room, nv_i64* count, nv_i64 n) {
  nv_i64 at = *count;
  if (t->alone) *count = at + n;
  else at = __atomic_fetch_add(count, n, __ATOMIC_RELAXED);
  return at <= room - n ? at : -1;
}

NOVA_SLOW int nova_poll(nova_task* t) {
  t->fuel = NOVA_FUEL;
  return t->host->poll(t);
}
NOVA_INLINE int nova_more(nova_task* t, nv_u64 bytes) { return t->host->more(t, bytes); }

#include "jit/kernels/task.h"

/// Is there much in the arena behind the mark?
NOVA_INLINE int nova_is_full(const nova_task* t, nova_mark from) { return t->end != from.end || t->at - from.at > 65536; }
NOVA_INLINE int nova_settle(nova_task* t, nova_mark from, void** columns, const nv_u64* bytes, nv_i64 count) {
  return t->host->settle(t, from.at, from.end, columns, bytes, count);
}

/// The turn is the next range's.
NOVA_INLINE int nova_is_turn(nv_i64* turn, nv_i64 begin) { return __atomic_load_n(turn, __ATOMIC_ACQUIRE) == begin; }
NOVA_INLINE void nova_next(nv_i64* turn, nv_i64 end) { __atomic_store_n(turn, end, __ATOMIC_RELEASE); }

#endif
