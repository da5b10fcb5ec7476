// The ABI between generated C and the cpu device, which runs it. Both compile this text. The second half has inline functions
// for generated C.
//
// A kernel or host function of type int returns 1 if the run has to end, else 0. The host records the reason. Columns lie in
// arenas or in buffers. An arena is a task's own bump allocator (kernels/task.h). A buffer is allocated by the host. It is
// freed when the run ends, by `drop`, or by `keep`.
#ifndef NOVA_JIT_HOST_H
#define NOVA_JIT_HOST_H

__extension__ typedef __int128 nv_wide; // no warning of -pedantic
__extension__ typedef unsigned __int128 nv_unsigned_wide;

/// A scalar, or the address of a column's first element.
typedef union {
  nv_i64 i64;
  nv_f32 f32;
  nv_f64 f64;
  void* column;
} nova_word;

typedef struct nova_task nova_task;
/// A kernel: a function that processes the units (work items) begin .. end - 1. `given`: a struct with the variables that the
/// kernel captures.
typedef int (*nova_kernel)(nova_task*, const void* given, nv_i64 begin, nv_i64 end);

/// A column of `bytes` bytes that a kernel fills. Unit u writes the bytes from u * `size` to (u + 1) * `size`; with offsets, from
/// offsets[u] * `size` to offsets[u + 1] * `size`. The last unit may have fewer.
typedef struct {
  void* column;
  nv_i64 size, bytes;
  const nv_i64* offsets; ///< or null
} nova_filled;

/// A column whose elements have `size` bytes, and which a sort puts into its order: to[i] becomes from[order[i]].
typedef struct {
  const void* from;
  void* to;
  nv_i64 size;
} nova_carried;

/// A stable sort of the indices of n keys, in the ascending order of the keys, NaN last.
typedef struct {
  int type;             ///< of the keys: a constant such as NOVA_KEY_f64
  int shared;           ///< whether all threads share the work
  int needs_order;      ///< whether `order` is read afterwards; if not, it is temporary memory
  const void* keys;
  nv_i64 n;
  nv_i64* order;        ///< receives the indices
  void* sorted;         ///< receives the sorted keys, unless null
  nv_i64 *words, *other; ///< temporary memory for n words each
  const nova_carried* carried; ///< `count` columns, or null
  nv_i64 count;
} nova_ordering;

/// The host's functions, which generated C calls. `t`, the first parameter, is the calling task. A column's elements have
/// `size` bytes. A function that returns an address returns null if the run has to end.
typedef struct {
  /// Returns a new buffer for `count` elements.
  void* (*alloc)(nova_task*, nv_i64 count, nv_i64 size);
  /// Enlarges a buffer (or null) to at least `need` elements, and returns its new address. The first `used` elements are
  /// kept. Sets `*room` to the number of elements that fit.
  void* (*grow)(nova_task*, void* column, nv_i64 used, nv_i64 need, nv_i64* room, nv_i64 size);
  /// Shrinks a buffer to its first `count` elements, and returns its new address.
  void* (*shrink)(nova_task*, void* column, nv_i64 count, nv_i64 size);
  /// Frees a buffer.
  void (*drop)(nova_task*, void* column);
  /// Returns a mark: the number of buffers so far. `keep` frees the buffers that were made since the mark and hold none of the
  /// `count` columns `live`.
  nv_i64 (*mark)(nova_task*);
  void (*keep)(nova_task*, nv_i64 mark, const void* const* live, nv_i64 count);
  /// Gives the task's arena at least `bytes` of free memory in one piece, from `at` on.
  int (*more)(nova_task*, nv_u64 bytes);
  /// Compacts the task's arena above the mark {at, end}. Live are only those of the `count` columns that lie there, of bytes[k]
  /// bytes each. They may move, which changes their addresses in `columns`. All other memory above the mark may be freed.
  int (*settle)(nova_task*, char* at, char* end, void** columns, const nv_u64* bytes, nv_i64 count);
  /// Runs the kernel on the units 0 .. units - 1, in ranges that threads share. If grain > 0, a thread's first range has at
  /// most `grain` units. If grain < 0, each range has -grain units. Ranges begin in ascending order.
  int (*parallel)(nova_task*, nv_i64 units, nv_i64 grain, nova_kernel, const void* given);
  /// As `parallel`, in the main task, for a kernel that writes the `count` columns `filled` alone, and each unit once. Ranks of
  /// a job may share the units. A grain of 0 says that the kernel is to be called in this task, for all units at once.
  int (*shared)(nova_task*, nv_i64 units, nv_i64 grain, nova_kernel, const void* given,
                const nova_filled* filled, nv_i64 count);
  /// Calls the kernel once for each k below `count`, with begin = k and end = k + 1. Threads may share these calls. In a
  /// call for another thread, a kernel must leave no result in its own arena.
  int (*beside)(nova_task*, nv_i64 count, nova_kernel, const void* given);
  /// Waits for the turn of the range that begins at unit `begin`: until `*turn` is `begin`. Each range takes its turn after
  /// all ranges before it.
  int (*wait)(nova_task*, nv_i64* turn, nv_i64 begin);
  /// Returns 1 if the run has to end: after an interruption, at a deadline, or after a failure in another thread.
  int (*poll)(nova_task*);
  /// Sorts the n keys of `in` in ascending order, NaN last, and writes them to `out`. `type`: a constant such as NOVA_KEY_f64.
  /// `other`: temporary memory for n keys. `in` may be `out` or `other`. `shared`: whether all threads share the work.
  int (*sort)(nova_task*, int type, int shared, const void* in, void* out, void* other, nv_i64 n);
  /// Sorts indices by their keys.
  int (*order)(nova_task*, const nova_ordering*);
  /// Combines the 16 lanes of each tile by the reduction tree, and writes the tiles' values to the front of `lanes`. `by`: the
  /// operation, such as NOVA_BY_add_f64. `tiles`: 1, or a multiple of 4.
  void (*tree)(int by, void* lanes, int tiles);
  /// Combines n values, at least one, by the reduction tree, and writes the result to the first of them.
  void (*levels)(int by, void* values, nv_i64 n);
  /// Computes the tree over a scan's block of 64 cells of 16 elements. `y`: the block's elements. `followed`: the number of
  /// cells behind which another one follows; only those have values. `z`: the tree, level by level: 64 cells, 32 pairs, ..,
  /// the block (127 values in all).
  void (*cells)(int by, const void* y, nv_i64 followed, void* z);
  /// Replaces the `count` elements y of a scan's block by its running values, which start from `*carry`. `exclusive`: whether
  /// an element's running value leaves the element itself out. `z`: the tree that `cells` computed.
  void (*runs)(int by, int exclusive, void* y, nv_i64 count, const void* carry, const void* z);
  /// For texts that ranks of a job share (kernels/c/reach.h).
  const struct nova_divider* divider;
} nova_host;

/// The types of sort keys, and the operations of trees and scans.
enum {
  NOVA_KEY_i64, NOVA_KEY_i32, NOVA_KEY_i16, NOVA_KEY_i8, NOVA_KEY_u64, NOVA_KEY_u32, NOVA_KEY_u16, NOVA_KEY_u8,
  NOVA_KEY_f32, NOVA_KEY_f64
};
enum { NOVA_BY_add_f32, NOVA_BY_add_f64, NOVA_BY_mul_f32, NOVA_BY_mul_f64 };

/// A task: a thread's context in a run.
struct nova_task {
  const nova_host* host;
  char *at, *end; ///< the free part of the arena
  nv_i64 fuel;    ///< iterations or calls until the next poll
  nv_i64 failed;  ///< 1 + the site (source place) of a failed check; 0 if none failed
  const char* stack_low; ///< the lowest address of the stack that calls may use
  nv_i64 threads;        ///< the number of threads that share ranges
  nv_i64 number;         ///< the thread's number, counted from 0
  nv_i64 alone;          ///< 1 if no other thread adds cells to the same regions
  nv_i64 levels;         ///< levels of nested independent calls that threads may still share, if the calls make columns
  nv_i64 light_levels;   ///< the same for all calls; 0 until a call has taken long
};

/// The result of a recursive function, returned in two registers. `over`: 1 if the run has to end; otherwise `value` is valid.
#define NOVA_GOT(type) typedef struct { nv_##type value; nv_i64 over; } nova_got_##type;
NOVA_GOT(i64)
NOVA_GOT(i32)
NOVA_GOT(i16)
NOVA_GOT(i8)
NOVA_GOT(u64)
NOVA_GOT(u32)
NOVA_GOT(u16)
NOVA_GOT(u8)
NOVA_GOT(f32)
NOVA_GOT(f64)
NOVA_GOT(f16)
NOVA_GOT(bf16)
NOVA_GOT(b8)
NOVA_GOT(c8)
#undef NOVA_GOT

// NOVA_FUEL: the number of iterations or calls between two polls. NOVA_INLINE, NOVA_FUNCTION, NOVA_OUT_OF_LINE, NOVA_SLOW: the
// qualifiers of a function that is always inlined, of any other one, of one that is never inlined, and of one that is seldom
// called, too. gcc makes a cold function small and not fast, and takes a call of it for improbable; else it would think that
// loops behind many polls hardly run, and not make them SIMD.
// NOVA_ANY, NOVA_PLACE: the type of a column's address, and the address in it; a GPU's text has a struct for it.
//
// Pragmas for loops. NOVA_IVDEP: no iteration depends on an earlier one, so the loop may become SIMD. NOVA_LANES: the same
// for a loop over lanes, which is not unrolled besides. NOVA_STEPS: the same, unrolled four times. NOVA_WRITTEN_OUT:
// unrolled eight times. NOVA_UNROLLED: unrolled completely. NOVA_CHAIN: unrolled twice.
#define NOVA_FUEL 4096
#define NOVA_INLINE static inline __attribute__((always_inline, unused))
#define NOVA_FUNCTION static
#define NOVA_OUT_OF_LINE static __attribute__((noinline, unused))
#define NOVA_SLOW static __attribute__((noinline, cold, unused))
#define NOVA_IVDEP _Pragma("GCC ivdep")
#define NOVA_ONE_BY_ONE __asm__("") // in a loop's body: prevents SIMD, which is not worth its compile time there
#define NOVA_SOON(p) __builtin_prefetch((p) + 96) // 6 cache lines ahead (4-byte elements): a stencil's rows leave the L1 cache
#define NOVA_ANY void*
#define NOVA_PLACE(any) any
#define NOVA_LANES _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#define NOVA_WRITTEN_OUT _Pragma("GCC unroll 8")
#define NOVA_UNROLLED _Pragma("GCC ivdep") _Pragma("GCC unroll 32")
#define NOVA_CHAIN _Pragma("GCC unroll 2") // for dependent steps, whose complete unrolling would take long to compile

#define NOVA_STEPS                                                                                           \
  _Pragma("GCC ivdep") _Pragma("GCC unroll 4") // for the lanes of one step of a fold, a short loop that runs many times

// Loop splitting: functions that narrow the index range *lo .. *hi - 1 to indices i for which a comparison holds. If i + a may
// overflow for one of them, the range becomes empty, so that the unsplit loop runs.

/// Makes the range empty if i + a may overflow in it. Returns 1 if the range is empty then, else 0.
NOVA_INLINE int nova_wraps(nv_i64* lo, nv_i64* hi, nv_i64 a) {
  nv_i64 x;
  if (*lo < *hi && !__builtin_add_overflow(*lo, a, &x) && !__builtin_add_overflow(*hi, a, &x)) return 0;
  *hi = *lo;
  return 1;
}
/// Narrows the range to the indices with i + a < b + more: mostly all of them, which one comparison tells.
NOVA_INLINE void nova_until(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 b, int more) {
  if (nova_wraps(lo, hi, a) || *hi + a <= b) return;
  const nv_wide end = (nv_wide)b + more - a;
  if (end < *hi) *hi = end < *lo ? *lo : (nv_i64)end;
}
/// Narrows the range to the indices with i + a >= b + more.
NOVA_INLINE void nova_since(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 b, int more) {
  if (nova_wraps(lo, hi, a) || *lo + a > b) return;
  const nv_wide begin = (nv_wide)b + more - a;
  if (begin > *lo) *lo = begin > *hi ? *hi : (nv_i64)begin;
}
/// The same as functions that are called.
NOVA_SLOW void nova_called_until(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 b, int more) {
  nova_until(lo, hi, a, b, more);
}
NOVA_SLOW void nova_called_since(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 b, int more) {
  nova_since(lo, hi, a, b, more);
}
/// An int that is negative unless nova_until would leave the range as it is: the sums are exact then, and the end is below b.
NOVA_INLINE nv_i64 nova_until_slack(nv_i64 lo, nv_i64 hi, nv_i64 a, nv_i64 b, int more) {
  const nv_u64 begin = (nv_u64)lo + (nv_u64)a, end = (nv_u64)hi + (nv_u64)a;
  return (nv_i64)((nv_u64)lo | (nv_u64)hi | (nv_u64)b | begin | end | ((nv_u64)b + (nv_u64)more - end));
}
/// An int that is negative unless nova_since would leave the range as it is.
NOVA_INLINE nv_i64 nova_since_slack(nv_i64 lo, nv_i64 hi, nv_i64 a, nv_i64 b, int more) {
  const nv_u64 begin = (nv_u64)lo + (nv_u64)a, end = (nv_u64)hi + (nv_u64)a;
  return (nv_i64)((nv_u64)lo | (nv_u64)hi | (nv_u64)b | begin | end | (begin - (nv_u64)b - (nv_u64)more));
}
/// Makes the range empty unless `by` is positive and by * i + a cannot overflow in it. Returns 1 if it is empty then, else 0.
NOVA_INLINE int nova_wraps_by(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 by) {
  nv_i64 x;
  if (*lo < *hi && by > 0 && !__builtin_mul_overflow(*lo, by, &x) && !__builtin_add_overflow(x, a, &x) &&
      !__builtin_mul_overflow(*hi, by, &x) && !__builtin_add_overflow(x, a, &x))
    return 0;
  *hi = *lo;
  return 1;
}
/// Returns the least i from lo to hi with by * i >= least, or hi if there is none; by * lo and by * hi do not overflow.
NOVA_INLINE nv_i64 nova_first_multiple(nv_i64 lo, nv_i64 hi, nv_wide least, nv_i64 by) {
  if (lo * by >= least) return lo;
  if (hi * by < least) return hi;
  const nv_i64 at = (nv_i64)least, whole = at / by;
  return at > whole * by ? whole + 1 : whole;
}
/// Narrows the range to the indices with by * i + a < b + more.
NOVA_INLINE void nova_until_by(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 b, int more, nv_i64 by) {
  if (!nova_wraps_by(lo, hi, a, by)) *hi = nova_first_multiple(*lo, *hi, (nv_wide)b + more - a, by);
}
/// Narrows the range to the indices with by * i + a >= b + more.
NOVA_INLINE void nova_since_by(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 b, int more, nv_i64 by) {
  if (!nova_wraps_by(lo, hi, a, by)) *lo = nova_first_multiple(*lo, *hi, (nv_wide)b + more - a, by);
}
/// Narrows the range so that i + a is never b: to the larger part, before or behind that index.
NOVA_INLINE void nova_without(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 b) {
  const nv_wide at = (nv_wide)b - a;
  if (nova_wraps(lo, hi, a) || at < *lo || at >= *hi) return;
  if (at - *lo <= *hi - at) *lo = (nv_i64)at + 1;
  else *hi = (nv_i64)at;
}
/// Whether two ranges of n elements, which begin at the places a and b, are the same or have no element in common.
NOVA_INLINE int nova_are_apart(nv_i64 a, nv_i64 b, nv_i64 n) {
  nv_i64 apart;
  return __builtin_sub_overflow(a, b, &apart) || apart == 0 || apart >= n || apart <= -n;
}
/// Whether the range of n elements from the place b on lies behind that from the place a on.
NOVA_INLINE int nova_follows(nv_i64 a, nv_i64 b, nv_i64 n) {
  nv_i64 apart;
  return !__builtin_sub_overflow(b, a, &apart) & (apart >= n);
}
/// Whether the place `at` is one of i + a for lo <= i < hi.
NOVA_INLINE int nova_is_between(nv_i64 at, nv_i64 a, nv_i64 lo, nv_i64 hi) {
  const nv_wide i = (nv_wide)at - a;
  return lo <= i && i < hi;
}
/// Narrows the range to the indices for which (i + a) / n is the same as for the middle one. Returns that quotient times n,
/// so that (i + a) % n is i + a less the result. The range becomes empty if i + a may be negative or n is not positive.
NOVA_INLINE nv_i64 nova_turn(nv_i64* lo, nv_i64* hi, nv_i64 a, nv_i64 n) {
  nv_i64 at, next;
  if (nova_wraps(lo, hi, a)) return 0;
  at = *lo + (*hi - *lo) / 2 + a;
  if (n <= 0 || at < 0 || __builtin_add_overflow(at, n, &next)) return *hi = *lo, 0;
  at -= at % n;
  nova_since(lo, hi, a, at, 0), nova_until(lo, hi, a, at + n, 0);
  return at;
}

// Stream compaction of 16 elements, of 4 bytes (nova_compress_ints) or 8 bytes (nova_compress_longs). Those elements of `from`
// whose number in `keep` is not 0 are written to `to`, one after the other. The functions return the number of these
// elements. `to` needs room for 16 elements, since all of them may be overwritten.
//
// nova_kept(keep) returns a mask with a bit for each element that is kept: of 16 elements with AVX-512, of 4 with AVX2.
#if defined(__AVX512F__) && !defined(__clang__)
#define NOVA_COMPRESS
typedef int nova_ints __attribute__((vector_size(64), may_alias, aligned(4)));
typedef long long nova_longs __attribute__((vector_size(64), may_alias, aligned(8)));
NOVA_INLINE unsigned short nova_kept(const nv_i32* keep) {
  const nova_ints k = *(const nova_ints*)keep;
  return __builtin_ia32_ptestmd512(k, k, (unsigned short)-1);
}
NOVA_INLINE nv_i64 nova_compress_ints(void* to, const void* from, const nv_i32* keep) {
  const unsigned short mask = nova_kept(keep);
  *(nova_ints*)to = __builtin_ia32_compresssi512_mask(*(const nova_ints*)from, (nova_ints){0}, mask);
  return __builtin_popcount(mask);
}
NOVA_INLINE nv_i64 nova_compress_longs(void* to, const void* from, const nv_i32* keep) {
  const unsigned short mask = nova_kept(keep);
  const unsigned char low = (unsigned char)mask, high = (unsigned char)(mask >> 8);
  const nova_longs* e = from;
  *(nova_longs*)to = __builtin_ia32_compressdi512_mask(e[0], (nova_longs){0}, low);
  *(nova_longs*)((nv_i64*)to + __builtin_popcount(low)) = __builtin_ia32_compressdi512_mask(e[1], (nova_longs){0}, high);
  return __builtin_popcount(mask);
}
#elif defined(__AVX2__)
#define NOVA_COMPRESS
typedef int nova_four __attribute__((vector_size(16), may_alias, aligned(4)));
typedef int nova_eight __attribute__((vector_size(32), may_alias, aligned(4)));
typedef float nova_four_floats __attribute__((vector_size(16)));
typedef unsigned char nova_four_bytes __attribute__((vector_size(4)));
typedef unsigned char nova_eight_bytes __attribute__((vector_size(8)));
// For each mask of four elements: the indices of the kept elements in ascending order, in units of 4 bytes.
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

// Stencil windows: 16 elements of 4 bytes from any address near a cache line, made of aligned loads only. `line` is the address
// of a cache line, which has 16 such elements.
#if defined(__AVX512F__) && !defined(__clang__)
#define NOVA_WINDOWS
/// Return the cache line before `line` with its last `count` elements, and the line behind it with its first `count` elements.
/// Their other elements are zeros, whose memory is not accessed.
NOVA_INLINE nova_ints nova_before(const void* line, int count) {
  return __builtin_ia32_loaddqusi512_mask((const nv_i32*)line - 16, (nova_ints){0}, (unsigned short)(0xffff << (16 - count)));
}
NOVA_INLINE nova_ints nova_behind(const void* line, int count) {
  return __builtin_ia32_loaddqusi512_mask((const nv_i32*)line + 16, (nova_ints){0}, (unsigned short)((1 << count) - 1));
}
/// Stores at `to` the 16 elements that begin at index `from` (0 .. 15) of `low`; those behind its end are the first of `high`.
/// `from` must be a constant.
NOVA_INLINE void nova_between(void* to, nova_ints high, nova_ints low, const int from) {
  if (from) low = __builtin_ia32_alignd512_mask(high, low, from, high, (unsigned short)-1);
  *(nova_ints*)to = low;
}
#endif

/// Stores 16 halves as floats. C compilers make no SIMD instruction of the conversion of one half.
NOVA_INLINE void nova_floats_f16(const nv_f16* from, nv_f32* to) {
#ifdef __AVX512F__
  typedef short nova_halves __attribute__((vector_size(32), may_alias, aligned(2)));
  typedef nv_f32 nova_floats __attribute__((vector_size(64), may_alias, aligned(4)));
  *(nova_floats*)to =
      __builtin_ia32_vcvtph2ps512_mask(*(const nova_halves*)from, (nova_floats){0}, (unsigned short)-1, 4);
#elif defined(__F16C__)
  typedef short nova_halves __attribute__((vector_size(16), may_alias, aligned(2)));
  typedef nv_f32 nova_floats __attribute__((vector_size(32), may_alias, aligned(4)));
  for (int k = 0; k < 16; k += 8)
    *(nova_floats*)(to + k) = __builtin_ia32_vcvtph2ps256(*(const nova_halves*)(from + k));
#else
  for (int k = 0; k < 16; ++k) to[k] = nv_to_f32_f16(from[k]);
#endif
}

// nova_apart_16_u32(all) and its like reorder n elements: those at even indices come first, then those at odd indices.
// Compilers with vector shuffles do it in registers, not by stores and loads.
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

// Vector types of eight elements of 4 or 8 bytes: nova_eight_i32 and its like.
#define NOVA_EIGHT(type, bytes) typedef nv_##type nova_eight_##type __attribute__((vector_size(8 * bytes), may_alias, aligned(bytes)));
NOVA_EIGHT(i32, 4)
NOVA_EIGHT(f32, 4)
NOVA_EIGHT(i64, 8)
NOVA_EIGHT(u32, 4)
NOVA_EIGHT(u64, 8)
NOVA_EIGHT(f64, 8)
#undef NOVA_EIGHT

// Ranks: unsigned integers in the order of floating numbers, -inf < .. < -0.0 < 0.0 < .. < inf. min and max ignore NaN. So NaN
// has the highest ranks for min and the lowest for max. Both orders are one cyclic order of all bit patterns, cut at
// different points. `cut` is added to a position in the cyclic order to get the rank.
//
// For a float type f: nova_in_order_f maps bits, as a signed integer, to that cyclic order. nova_rank_f(x, cut) returns the
// rank of x, and nova_unrank_f(rank, cut) the number of a rank. nova_rank_min_f(a, x) returns the lesser of rank a and the
// rank of x, and nova_rank_max_f the greater one. nova_guess_min_f(a, x) and nova_guess_max_f use the machine's comparison,
// and ignore a NaN in x. But of two zeros they return a, even if x has the other sign.
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

/// Records a failed check at `site`, and returns 1.
static __attribute__((noinline, cold, unused)) int nova_fail(nova_task* t, nv_i64 site) {
  t->failed = site + 1;
  return 1;
}

/// Whether the stack is nearly exhausted. On x86-64 the stack pointer is read as a variable, since a frame address would take a
/// register in each function.
#if defined(__x86_64__) && !defined(__cplusplus) && !defined(NOVA_AHEAD)
register char* nova_stack __asm__("rsp");
#define NOVA_STACK nova_stack
#else
#define NOVA_STACK (const char*)__builtin_frame_address(0)
#endif
NOVA_INLINE int nova_deep(const nova_task* t) { return NOVA_STACK < t->stack_low; }

/// Takes n cells of a region that has memory for `room` cells, and returns the index of the first; -1 if there are not enough.
/// `*count` is the number of cells in use.
NOVA_INLINE nv_i64 nova_cells(const nova_task* t, nv_i64 room, nv_i64* count, nv_i64 n) {
  nv_i64 at;
  if (t->alone) at = *count, *count = at + n;
  else at = __atomic_fetch_add(count, n, __ATOMIC_RELAXED);
  return at <= room - n ? at : -1;
}

/// Polls the host, and starts the fuel anew. Returns 1 if the run has to end.
NOVA_SLOW int nova_poll(nova_task* t) {
  t->fuel = NOVA_FUEL;
  return t->host->poll(t);
}
/// Polls the host in each of some long rounds. Around a cold function, as nova_poll is, compilers make a loop small and slow.
NOVA_OUT_OF_LINE int nova_poll_round(nova_task* t) { return t->host->poll(t); }
/// Gives the arena at least `bytes` of free memory. Returns 1 if there is none, which ends the run.
NOVA_INLINE int nova_more(nova_task* t, nv_u64 bytes) { return t->host->more(t, bytes); }

#include "jit/kernels/task.h"

/// Whether the arena has more than 64 KiB in use above the mark, or has moved to another buffer since.
NOVA_INLINE int nova_is_full(const nova_task* t, nova_mark from) { return t->end != from.end || t->at - from.at > 65536; }
/// Compacts the arena above the mark `from`. Only those of the `count` columns that lie there are live; their addresses in
/// `columns` may change. Returns 1 if the run has to end.
NOVA_INLINE int nova_settle(nova_task* t, nova_mark from, void** columns, const nv_u64* bytes, nv_i64 count) {
  return t->host->settle(t, from.at, from.end, columns, bytes, count);
}

/// Whether it is the turn of the range that begins at unit `begin`.
NOVA_INLINE int nova_is_turn(nv_i64* turn, nv_i64 begin) { return __atomic_load_n(turn, __ATOMIC_ACQUIRE) == begin; }
/// Ends the turn of a range that ends at unit `end`, so that the next range has its turn.
NOVA_INLINE void nova_next(nv_i64* turn, nv_i64 end) { __atomic_store_n(turn, end, __ATOMIC_RELEASE); }

#endif
