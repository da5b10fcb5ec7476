// Indices, sorted by their keys, by digits (digit_sort.h).
#ifndef NOVA_JIT_DIGIT_ORDER_H
#define NOVA_JIT_DIGIT_ORDER_H

#include "jit/kernels/c/counting_order.h"

/// Sorts the indices of keys by the keys. Packs each key into a word: the upper bits are the key's distance without
/// the low bits that are the same in all keys, and the lower bits are the key's index. If the distance does not fit,
/// the word has only its leading bits; runs of keys with equal leading bits are then sorted separately.
typedef struct {
  int type;
  const void* in;
  nv_i64 n;
  nv_i64 *order, *words, *other;
  void* sorted; ///< receives the sorted keys, unless null
  nova_bounds all;
  /// `places`: the number of bits of an index. `dropped`: the number of low bits of a distance that words leave out.
  int places, dropped;
  int cut;       ///< whether words leave out bits in which the keys differ
  int long_runs; ///< 1 if a long run of keys with equal leading bits is not in order
} nova_order_job;

NOVA_INLINE nova_order_job nova_new_order(int type, const void* in, nv_i64 n, nv_i64* order, nv_i64* words, nv_i64* other) {
  nova_order_job o;
  o.type = type, o.in = in, o.n = n, o.order = order, o.words = words, o.other = other, o.sorted = 0;
  o.all.least = o.all.most = o.all.differ = 0;
  o.places = nova_width((nv_u64)(n - 1)), o.dropped = o.cut = o.long_runs = 0;
  return o;
}
NOVA_INLINE nv_u64 nova_leading(const nova_order_job* o, nv_i64 word) { return (nv_u64)word >> o->places; }
NOVA_INLINE nv_i64 nova_word_place(const nova_order_job* o, nv_i64 word) { return word & ((1ll << o->places) - 1); }
NOVA_INLINE nv_u64 nova_rank_at(const int type, const nova_order_job* o, nv_i64 place) {
  return nova_key_rank(type, 0, nova_key_at(type, o->in, place));
}

/// Chooses how many leading bits of the distances the words hold: if there is room, so many that evenly spread keys
/// rarely have equal leading bits. Sets `dropped` and `cut`, and returns the bounds of these leading bits.
static nova_bounds nova_choose_bits(nova_order_job* o) {
  const int same = o->all.differ ? __builtin_ctzll(o->all.differ) : 0, bits = nova_bounds_width(&o->all) - same;
  int taken = 63 - o->places < 2 * o->places + 6 ? 63 - o->places : 2 * o->places + 6;
  if (taken > bits) taken = bits;
  if (taken < 0) taken = 0;
  o->dropped = same + bits - taken, o->cut = taken < bits;
  const nova_bounds b = {0, (o->all.most - o->all.least) >> o->dropped, 0};
  return b;
}

/// Packs the keys from `begin` on into words; those at the places `order`, unless null.
NOVA_INLINE int nova_pack_of(const int type, const nova_order_job* o, const nv_i64* order, nv_i64 begin, nv_i64 end) {
  for (nv_i64 i = begin; i < end; ++i) {
    const nv_u64 rank = nova_rank_at(type, o, order ? order[i] : i);
    o->words[i] = (nv_i64)((rank - o->all.least) >> o->dropped << o->places | (nv_u64)i);
  }
  return 0;
}
static int nova_pack_keys(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  const nova_order_job* const o = (const nova_order_job*)given;
  (void)t;
  NOVA_BY_KEY(o->type, nova_pack_of, o, 0, begin, end)
}
NOVA_OUT_OF_LINE int nova_pack_places(const nova_order_job* o) { NOVA_BY_KEY(o->type, nova_pack_of, o, o->order, 0, o->n) }
static int nova_unpack_words(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  const nova_order_job* const o = (const nova_order_job*)given;
  (void)t;
  for (nv_i64 i = begin; i < end; ++i) o->order[i] = nova_word_place(o, o->words[i]);
  return 0;
}

/// Computes the sorted keys from the words, for integers whose words hold all bits; reads all other keys.
NOVA_INLINE int nova_write_keys_of(const int type, const nova_order_job* o, nv_i64 begin, nv_i64 end) {
  const nova_keys k = nova_count_from(type, 0, o->all.least);
  if (nova_is_integer_key(type) && !o->cut)
    for (nv_i64 i = begin; i < end; ++i)
      nova_put_key(type, o->sorted, i, k.base + (nova_leading(o, o->words[i]) << o->dropped));
  else
    for (nv_i64 i = begin; i < end; ++i) nova_put_key(type, o->sorted, i, nova_key_at(type, o->in, o->order[i]));
  return 0;
}
static int nova_write_keys(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  const nova_order_job* const o = (const nova_order_job*)given;
  (void)t;
  NOVA_BY_KEY(o->type, nova_write_keys_of, o, begin, end)
}

/// Returns the end of the run of keys from i on whose words have equal leading bits.
NOVA_INLINE nv_i64 nova_order_end(const nova_order_job* o, nv_i64 i) {
  nv_i64 end = i + 1;
  while (end < o->n && nova_leading(o, o->words[end]) == nova_leading(o, o->words[i])) ++end;
  return end;
}
NOVA_INLINE int nova_order_stands(const int type, const nova_order_job* o, nv_i64 begin, nv_i64 end) {
  for (nv_i64 i = begin + 1; i < end; ++i)
    if (nova_rank_at(type, o, o->order[i]) < nova_rank_at(type, o, o->order[i - 1])) return 0;
  return 1;
}
NOVA_OUT_OF_LINE int nova_order_stands_at(const nova_order_job* o, nv_i64 begin, nv_i64 end) {
  NOVA_BY_KEY(o->type, nova_order_stands, o, begin, end)
}
NOVA_INLINE void nova_insert_places(const int type, const nova_order_job* o, nv_i64 begin, nv_i64 end) {
  for (nv_i64 i = begin; i < end; ++i) {
    const nv_i64 x = o->order[i];
    const nv_u64 rank = nova_rank_at(type, o, x);
    nv_i64 at = i;
    for (; at > begin && rank < nova_rank_at(type, o, o->order[at - 1]); --at) o->order[at] = o->order[at - 1];
    o->order[at] = x;
  }
}

/// Sorts the short runs of keys with equal leading bits that begin in begin .. end. Sets `long_runs` if a long run
/// is not in order.
NOVA_INLINE int nova_short_runs_of(const int type, nova_task* t, nova_order_job* o, nv_i64 begin, nv_i64 end) {
  nv_i64 i = begin;
  while (i > 0 && i < end && nova_leading(o, o->words[i]) == nova_leading(o, o->words[i - 1])) ++i;
  for (nv_i64 to, seen = 0; i < end; i = to) {
    to = nova_order_end(o, i);
    if (to - i > 1 && to - i < NOVA_FEW_KEYS) nova_insert_places(type, o, i, to);
    else if (to - i >= NOVA_FEW_KEYS && !nova_order_stands(type, o, i, to))
      __atomic_store_n(&o->long_runs, 1, __ATOMIC_RELAXED);
    seen += to - i;
    if (seen <= NOVA_SORT_LOOK) continue;
    seen = 0;
    if (nova_poll_round(t)) return 1;
  }
  return 0;
}
static int nova_short_runs(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
  nova_order_job* const o = (nova_order_job*)given;
  NOVA_BY_KEY(o->type, nova_short_runs_of, t, o, begin, end)
}

static int nova_settle_runs(nova_task* t, int shared, nova_order_job* o);

/// Sorts the indices in `order` by their keys. The words are made of the bits in which these keys differ.
static int nova_sort_places(nova_task* t, nova_order_job* o) {
  nova_place_bounds(o->type, o->in, o->order, o->n, &o->all);
  const nova_bounds in_words = nova_choose_bits(o);
  nova_pack_places(o);
  if (nova_sort_keys(t, 0, NOVA_KEY_words, o->places, o->words, o->words, o->other, o->n, &in_words)) return 1;
  for (nv_i64 i = 0; i < o->n; ++i) o->other[i] = o->order[nova_word_place(o, o->words[i])];
  __builtin_memcpy(o->order, o->other, (nv_u64)o->n * sizeof *o->order);
  return nova_settle_runs(t, 0, o);
}

/// Sorts the runs of keys with equal leading bits. A long run that is not in order is sorted by the bits that the words left
/// out.
static int nova_settle_runs(nova_task* t, int shared, nova_order_job* o) {
  if (!o->cut) return 0;
  if (nova_share(t, shared, o->n, NOVA_SORT_GRAIN, nova_short_runs, o)) return 1;
  for (nv_i64 i = 0, to; o->long_runs && i < o->n; i = to) {
    to = nova_order_end(o, i);
    if (to - i < NOVA_FEW_KEYS || nova_order_stands_at(o, i, to)) continue;
    nova_order_job run = nova_new_order(o->type, o->in, to - i, o->order + i, o->words + i, o->other + i);
    if (nova_sort_places(t, &run)) return 1;
  }
  return 0;
}

/// nova_host::order.
static int nova_order(nova_task* t, const nova_ordering* s) {
  const nv_i64 n = s->n;
  if (n <= 0) return 0;
  const int shared = s->shared && t->threads > 1 && n >= NOVA_WORTH_SHARING;
  nova_bucket_sort parts = nova_new_sort(s->type, 0, s->keys, n);
  nova_order_job o = nova_new_order(s->type, s->keys, n, s->order, s->words, s->other);
  o.sorted = s->sorted;
  if (nova_all_bounds(t, shared, &parts, &o.all)) return 1;
  const nova_bounds in_words = nova_choose_bits(&o);
  if (!o.cut && nova_counts_order(s, shared, &in_words)) return nova_order_by_counts(t, s, shared, &parts, &o.all, o.dropped);
  return nova_share(t, shared, n, NOVA_SORT_GRAIN, nova_pack_keys, &o) ||
         nova_sort_keys(t, shared, NOVA_KEY_words, o.places, o.words, o.words, o.other, n, &in_words) ||
         nova_share(t, shared, n, NOVA_SORT_GRAIN, nova_unpack_words, &o) || nova_settle_runs(t, shared, &o) ||
         (s->sorted && nova_share(t, shared, n, NOVA_SORT_GRAIN, nova_write_keys, &o)) ||
         (s->count && nova_share(t, shared, n, NOVA_SORT_GRAIN, nova_gather_carried, s));
}

#endif
