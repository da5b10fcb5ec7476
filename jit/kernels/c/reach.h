// Which elements a range of a kernel's units reads, for jobs whose ranks each have a part of a column. A kernel's reach is its
// body with spans in place of ints: sets that hold each value which a variable may have.
#ifndef NOVA_JIT_REACH_H
#define NOVA_JIT_REACH_H

/// The ints from lo to hi and from lo2 to hi2. The second interval is empty if lo2 > hi2.
typedef struct {
  nv_i64 lo, hi, lo2, hi2;
} nova_span;

/// Bytes of a column that a kernel reads, from `begin` to `end`, counted from the column's address.
typedef struct {
  const void* column;
  nv_i64 begin, end;
} nova_piece;

/// What is known of a kernel whose units ranks share.
typedef struct {
  /// Writes what the units begin .. end - 1 read to `to`. Returns the number of pieces.
  nv_i64 (*reach)(nova_task*, const void* given, nv_i64 begin, nv_i64 end, nova_piece* to);
  nv_i64 pieces; ///< at most so many
  nv_i64 width;  ///< elements of a unit
  int even;      ///< whether units cost the same
  nv_u64 stays;  ///< bit k: no statement needs all elements of the kernel's column k
} nova_access;

struct nova_divider {
  /// As nova_host::shared, but what a rank has computed may stay there.
  int (*divided)(nova_task*, nv_i64 units, nv_i64 grain, nova_kernel, const void* given, const nova_filled*,
                 nv_i64 count, const nova_access*);
  /// As `divided`, but decides alone: sets `*shares` to whether ranks share the job, and brings what it reads to those that run
  /// it: to all if they do not share it. Some units may have been run to find out. They are to be run again.
  int (*chooses)(nova_task*, nv_i64 units, nv_i64 grain, nova_kernel, const void* given, const nova_filled*,
                 nv_i64 count, const nova_access*, int* shares);
  /// Then runs this rank's part of the units.
  int (*part)(nova_task*, nv_i64 units, nv_i64 grain, nova_kernel, const void* given, const nova_filled*,
              nv_i64 count, const nova_access*);
  /// Returns how many ranks may share a kernel that is called next.
  nv_i64 (*ranks)(nova_task*);
  /// Runs unit k of a kernel on rank k, which alone has what it reads.
  int (*each_rank)(nova_task*, nova_kernel, const void* given, const nova_filled*, nv_i64 count);
  /// Writes to `bounds` at which of some units each rank's part begins, and their number, where all units cost the same.
  void (*bounds)(nova_task*, nv_i64 units, nv_i64* bounds);
  /// Brings elements of columns to their owners. Those that rank q has lie from bounds[q] on: first those of rank 0, then those
  /// of rank 1, .. For rank k there are counts[q * ranks + k].
  int (*route)(nova_task*, const nova_filled*, nv_i64 count, const nv_i64* bounds, const nv_i64* counts);
  /// As nova_host::sort, by all threads. Ranks that have parts of the keys share it.
  int (*sort)(nova_task*, int type, const void* in, void* out, void* other, nv_i64 n);
  /// Brings pieces of columns to all ranks.
  int (*fetch)(nova_task*, const nova_piece*, nv_i64 count);
  /// Returns the values of a column's elements at these places. `ascending`: whether they ascend where no input is the column.
  nova_span (*values)(nova_task*, const nv_i64* column, nova_span at, int ascending);
};

#define NOVA_FAR (1ll << 62)
#define NOVA_ALL ((nova_span){(nv_i64)(1ull << 63), (nv_i64)~(1ull << 63), 1, 0})

NOVA_INLINE nova_span nova_interval(nv_i64 lo, nv_i64 hi) { return (nova_span){lo, hi, 1, 0}; }
NOVA_INLINE nova_span nova_exactly(nv_i64 a) { return nova_interval(a, a); }
/// The ints from lo to hi; all, where these are no ints.
NOVA_INLINE nova_span nova_wide_span(nv_wide lo, nv_wide hi) {
  const nova_span all = NOVA_ALL;
  return lo < all.lo || hi > all.hi ? all : nova_interval((nv_i64)lo, (nv_i64)hi);
}
NOVA_INLINE int nova_is_two(nova_span a) { return a.lo2 <= a.hi2; }
NOVA_INLINE nv_i64 nova_low(nova_span a) { return nova_is_two(a) && a.lo2 < a.lo ? a.lo2 : a.lo; }
NOVA_INLINE nv_i64 nova_high(nova_span a) { return nova_is_two(a) && a.hi2 > a.hi ? a.hi2 : a.hi; }
/// The least interval around a span.
NOVA_INLINE nova_span nova_hull(nova_span a) { return nova_interval(nova_low(a), nova_high(a)); }
/// What is in any of two spans.
NOVA_INLINE nova_span nova_either(nova_span a, nova_span b) {
  const nova_span x = nova_hull(a), y = nova_hull(b);
  if (nova_is_two(a) || nova_is_two(b) || (x.lo <= y.hi && y.lo <= x.hi))
    return nova_interval(x.lo < y.lo ? x.lo : y.lo, x.hi > y.hi ? x.hi : y.hi);
  return (nova_span){x.lo, x.hi, y.lo, y.hi};
}

/// Defines nova_span_f(a, b) by nova_one_f, which has intervals a and b.
#define NOVA_SPANS(f)                                                                                        \
  NOVA_SLOW nova_span nova_span_##f(nova_span a, nova_span b) {                                              \
    const nova_span by = nova_hull(b), first = nova_one_##f(nova_interval(a.lo, a.hi), by);                   \
    return nova_is_two(a) ? nova_either(first, nova_one_##f(nova_interval(a.lo2, a.hi2), by)) : first;        \
  }
NOVA_INLINE nova_span nova_one_add(nova_span a, nova_span b) {
  return nova_wide_span((nv_wide)a.lo + b.lo, (nv_wide)a.hi + b.hi);
}
NOVA_INLINE nova_span nova_one_sub(nova_span a, nova_span b) {
  return nova_wide_span((nv_wide)a.lo - b.hi, (nv_wide)a.hi - b.lo);
}
/// The interval around four ints.
NOVA_INLINE nova_span nova_around(nv_wide a, nv_wide b, nv_wide c, nv_wide d) {
  const nv_wide l = a < b ? a : b, m = c < d ? c : d, g = a < b ? b : a, h = c < d ? d : c;
  return nova_wide_span(l < m ? l : m, g < h ? h : g);
}
NOVA_INLINE nova_span nova_one_mul(nova_span a, nova_span b) {
  return nova_around((nv_wide)a.lo * b.lo, (nv_wide)a.lo * b.hi, (nv_wide)a.hi * b.lo, (nv_wide)a.hi * b.hi);
}
NOVA_INLINE nova_span nova_one_div(nova_span a, nova_span b) {
  if (b.lo <= 0) return NOVA_ALL;
  return nova_around(a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi);
}
NOVA_INLINE nova_span nova_one_rem(nova_span a, nova_span b) {
  if (b.lo <= 0) return NOVA_ALL;
  const nv_i64 most = b.hi - 1;
  if (a.lo < 0) return nova_interval(a.lo < -most ? -most : a.lo, a.hi < 0 ? 0 : a.hi < most ? a.hi : most);
  if (b.lo != b.hi || a.hi - a.lo >= b.lo) return nova_interval(0, a.hi < most ? a.hi : most);
  const nv_i64 lo = a.lo % b.lo, hi = a.hi % b.lo;
  return lo <= hi ? nova_interval(lo, hi) : (nova_span){lo, most, 0, hi};
}
NOVA_INLINE nova_span nova_one_min(nova_span a, nova_span b) {
  return nova_interval(a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi);
}
NOVA_INLINE nova_span nova_one_max(nova_span a, nova_span b) {
  return nova_interval(a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
}
// Conditions: spans of 0 and 1.
NOVA_INLINE nova_span nova_one_lt(nova_span a, nova_span b) { return nova_interval(a.hi < b.lo, a.lo < b.hi); }
NOVA_INLINE nova_span nova_one_le(nova_span a, nova_span b) { return nova_interval(a.hi <= b.lo, a.lo <= b.hi); }
NOVA_INLINE nova_span nova_one_eq(nova_span a, nova_span b) {
  return nova_interval(a.lo == a.hi && b.lo == b.hi && a.lo == b.lo, a.lo <= b.hi && b.lo <= a.hi);
}
NOVA_SPANS(add)
NOVA_SPANS(sub)
NOVA_SPANS(mul)
NOVA_SPANS(div)
NOVA_SPANS(rem)
NOVA_SPANS(min)
NOVA_SPANS(max)
/// Conditions have one interval.
NOVA_SLOW nova_span nova_span_lt(nova_span a, nova_span b) { return nova_one_lt(nova_hull(a), nova_hull(b)); }
NOVA_SLOW nova_span nova_span_le(nova_span a, nova_span b) { return nova_one_le(nova_hull(a), nova_hull(b)); }
NOVA_SLOW nova_span nova_span_eq(nova_span a, nova_span b) { return nova_one_eq(nova_hull(a), nova_hull(b)); }
NOVA_INLINE nova_span nova_span_not(nova_span a) { return nova_interval(1 - a.hi, 1 - a.lo); }
/// The index of a loop with at most as many rounds as the span says.
NOVA_INLINE nova_span nova_span_below(nova_span n) {
  const nv_i64 most = nova_high(n);
  return nova_interval(0, most > 1 ? most - 1 : 0);
}

/// Adds the elements at the places `at`, of `size` bytes each, to the pieces. Returns where the next piece goes.
NOVA_SLOW nova_piece* nova_reads(nova_piece* to, const void* column, nv_i64 size, nova_span at) {
  const nv_i64 most = NOVA_FAR / 64;
#define NOVA_BYTES(lo, hi)                                                                                   \
  (nova_piece){column, (lo) < -most ? -NOVA_FAR : (lo) * size, (hi) >= most ? NOVA_FAR : ((hi) + 1) * size}
  *to++ = NOVA_BYTES(at.lo, at.hi);
  if (nova_is_two(at)) *to++ = NOVA_BYTES(at.lo2, at.hi2);
#undef NOVA_BYTES
  return to;
}

#endif
