// Orders of keys that differ in few bits. A count of each key decides at which place an element goes, so that columns move there
// at once: no index is sorted, and none is looked up afterwards.
#ifndef NOVA_JIT_COUNTING_ORDER_H
#define NOVA_JIT_COUNTING_ORDER_H

#include "jit/kernels/c/digit_sort.h"

enum {
  NOVA_MOVED_AT_ONCE = 1024, ///< elements whose places are computed before any column moves
  NOVA_LOOK_AHEAD = 128      ///< how many elements ahead a gather asks for its element
};

typedef struct {
  const nova_ordering* order;
  const nova_bucket_sort* parts; ///< its counts are the places at which the next elements go
} nova_counted_move;

/// Computes the places of the keys from `begin` on.
NOVA_INLINE int nova_places_of_keys(const int type, const nova_bucket_sort* s, nv_i64* at, nv_i64 begin, nv_i64 end, nv_i64* places) {
  const nova_keys keys = s->keys;
  const int low = s->low;
  for (nv_i64 i = begin; i < end; ++i)
    places[i - begin] = at[nova_key_distance(type, keys, nova_key_at(type, s->in, i)) >> low]++;
  return 0;
}
NOVA_OUT_OF_LINE int nova_key_places(const nova_bucket_sort* s, nv_i64* at, nv_i64 begin, nv_i64 end, nv_i64* places) {
  NOVA_BY_KEY(s->type, nova_places_of_keys, s, at, begin, end, places)
}

/// Prefetches each place's next cache line, as nova_move_keys_of does.
#define NOVA_MOVE_LOOP(T)                                                                                    \
  for (nv_i64 i = begin; i < end; ++i) {                                                                     \
    T* const to = (T*)c->to + places[i - begin];                                                             \
    *to = ((const T*)c->from)[i];                                                                            \
    __builtin_prefetch((const char*)to + 64, 1);                                                             \
  }
NOVA_OUT_OF_LINE void nova_move_column(const nova_carried* c, nv_i64 begin, nv_i64 end, const nv_i64* places) {
  switch (c->size) {
  case 1: NOVA_MOVE_LOOP(nv_u8) break;
  case 2: NOVA_MOVE_LOOP(nova_bits_16) break;
  case 4: NOVA_MOVE_LOOP(nova_bits_32) break;
  default: NOVA_MOVE_LOOP(nova_bits_64)
  }
}

/// Returns the keys as a column that moves with the others, since equal ranks do not make equal keys of floats.
NOVA_INLINE nova_carried nova_carried_keys(const nova_ordering* s) {
  const nova_carried c = {s->keys, s->sorted, nova_key_size(s->type)};
  return c;
}
NOVA_INLINE int nova_moves_keys(const nova_ordering* s) { return s->sorted && !nova_is_integer_key(s->type); }

static int nova_move_by_counts(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  const nova_counted_move* const m = (const nova_counted_move*)given;
  const nova_ordering* const s = m->order;
  const nova_carried keys = nova_carried_keys(s);
  nv_i64 places[NOVA_MOVED_AT_ONCE];
  for (nv_i64 p = begin; p < end; ++p)
    for (nv_i64 from = p * m->parts->part, last = nova_part_end(m->parts, p), to; from < last; from = to) {
      to = nova_least(last, from + NOVA_MOVED_AT_ONCE);
      if (nova_poll_round(t)) return 1;
      nova_key_places(m->parts, m->parts->counts + (p << m->parts->top), from, to, places);
      for (nv_i64 k = 0; k < s->count; ++k) nova_move_column(&s->carried[k], from, to, places);
      if (nova_moves_keys(s)) nova_move_column(&keys, from, to, places);
      for (nv_i64 i = from; s->needs_order && i < to; ++i) s->order[places[i - from]] = i;
    }
  return 0;
}

/// Writes integer keys in order, which are those of their buckets.
static int nova_fill_sorted(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  const nova_counted_move* const m = (const nova_counted_move*)given;
  const nova_bucket_sort* const b = m->parts;
  for (nv_i64 k = begin; k < end; ++k) {
    if (nova_poll_round(t)) return 1;
    nova_fill_key(b->type, m->order->sorted, b->begins[k], b->begins[k + 1] - b->begins[k], b->keys.base + ((nv_u64)k << b->low));
  }
  return 0;
}

/// Writes to each page of the moved columns, as nova_touch_buckets does.
static int nova_touch_columns(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  const nova_counted_move* const m = (const nova_counted_move*)given;
  for (nv_i64 p = begin; p < end; ++p)
    for (nv_i64 k = 0; k < m->order->count; ++k) {
      const nova_carried* const c = &m->order->carried[k];
      for (nv_i64 i = p * m->parts->part * c->size; i < nova_part_end(m->parts, p) * c->size; i += NOVA_LARGE_PAGE) {
        if (nova_poll_round(t)) return 1;
        ((char*)c->to)[i] = 0;
      }
    }
  return 0;
}

/// Whether counts decide the order: the keys differ in so few bits, and are so many that a sort would move them to buckets.
NOVA_INLINE int nova_counts_order(const nova_ordering* s, int shared, const nova_bounds* b) {
  return nova_bounds_width(b) <= NOVA_DIGIT && s->n >= (shared ? (nv_i64)NOVA_WORTH_SHARING : (nv_i64)NOVA_FAR_BYTES / 8);
}
/// Sorts by counts. `b`: a sort of the keys that has not begun. `all`: the bounds of the ranks. `dropped`: the number of low bits
/// in which no keys differ.
static int nova_order_by_counts(nova_task* t, const nova_ordering* s, int shared, nova_bucket_sort* b, const nova_bounds* all,
                                int dropped) {
  const nova_counted_move m = {s, b};
  b->keys = nova_count_from(s->type, 0, all->least), b->low = dropped, b->top = nova_bounds_width(all) - dropped;
  if (b->top < 0) b->top = 0;
  b->counts = (nv_i64*)t->host->alloc(t, (b->parts + 2) << b->top, sizeof *b->counts);
  if (!b->counts) return 1;
  b->begins = b->counts + (b->parts << b->top);
  if (nova_share(t, shared, b->parts, -1, nova_count_buckets, b)) return 1;
  nova_bucket_places(b);
  if (nova_share(t, shared, b->parts, -1, nova_touch_columns, &m) || nova_share(t, shared, b->parts, -1, nova_move_by_counts, &m))
    return 1;
  if (s->sorted && !nova_moves_keys(s) && nova_share(t, shared, 1ll << b->top, 4, nova_fill_sorted, &m)) return 1;
  t->host->drop(t, b->counts);
  return 0;
}

// ---- columns that are gathered when the order is known ----

#define NOVA_GATHER_LOOP(T)                                                                                  \
  for (nv_i64 i = begin; i < end; ++i) {                                                                     \
    __builtin_prefetch((const T*)c->from + order[nova_least(i + NOVA_LOOK_AHEAD, last)]);                    \
    ((T*)c->to)[i] = ((const T*)c->from)[order[i]];                                                          \
  }
NOVA_OUT_OF_LINE void nova_gather_column(const nova_carried* c, const nv_i64* order, nv_i64 begin, nv_i64 end) {
  const nv_i64 last = end - 1;
  switch (c->size) {
  case 1: NOVA_GATHER_LOOP(nv_u8) break;
  case 2: NOVA_GATHER_LOOP(nova_bits_16) break;
  case 4: NOVA_GATHER_LOOP(nova_bits_32) break;
  default: NOVA_GATHER_LOOP(nova_bits_64)
  }
}
static int nova_gather_carried(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  const nova_ordering* const s = (const nova_ordering*)given;
  for (nv_i64 k = 0; k < s->count; ++k)
    for (nv_i64 from = begin, to; from < end; from = to) {
      to = nova_least(end, from + NOVA_SORT_LOOK);
      if (nova_poll_round(t)) return 1;
      nova_gather_column(&s->carried[k], s->order, from, to);
    }
  return 0;
}

#endif
