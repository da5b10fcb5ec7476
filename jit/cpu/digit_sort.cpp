// Radix sorts of numbers. If there are many keys, they are first moved to buckets, by the leading bits in which they
// differ. Threads share that step: each part of the keys is counted by bucket, and then has its own range of indices
// in every bucket. One thread then sorts each bucket, which fits into the caches, by the remaining digits, least
// significant digit first. All threads together sort a bucket with too many keys for one thread. All sorts are
// stable. Equal integers can't be told apart: where no digit is left to sort by, they are written from counts, not
// moved.
//
// This file is compiled for several machines (digit_sort_v3.cpp). So it includes no header of the standard library
// with functions: the linker could keep a copy of an inline function that was compiled for another machine.
#include "jit/cpu/digit_sort.hpp"
#ifndef NOVA_DIGIT_SORTS
#define NOVA_DIGIT_SORTS digit_sorts
#endif

namespace nova::plan {
namespace {

constexpr nv_i64 few = 64;       // fewer keys are sorted by insertion
constexpr int most_bits = 12;    // maximal bits of a digit
constexpr nv_i64 near = 1 << 14; // maximal number of keys of a bucket, if keys are spread evenly
constexpr nv_i64 most_parts = 64;
constexpr nv_i64 worth_sharing = 1 << 17; // number of keys from which on several threads share a sort
constexpr nv_i64 far = 1 << 23;           // bytes of keys from which on a single thread sorts by buckets
constexpr nv_i64 look = 1 << 18;          // keys that are processed between two polls
constexpr nv_i64 grain = 1 << 16;
constexpr nv_i64 page = 1 << 21; // bytes of a large page

/// Returns the number of significant bits of `distance`; 0 for 0.
int width_of(nv_u64 distance) { return distance ? 64 - __builtin_clzll(distance) : 0; }
int passes_of(int bits, int digit) { return (bits + digit - 1) / digit; }

// ---- Keys: a rank is an unsigned number in the keys' order; a distance is a rank minus the least rank ----

template <class T, class U, U Sign> struct Integers {
  using Key = T;
  using Rank = U;
  static constexpr bool same_if_equal = true;
  static Rank rank(Key x) { return static_cast<Rank>(static_cast<Rank>(x) ^ Sign); }
  Rank base = 0; ///< the bits of the least key
  void count_from(Rank least) { base = static_cast<Rank>(least ^ Sign); }
  Rank distance(Key x) const { return static_cast<Rank>(static_cast<Rank>(x) - base); }
  Key at(nv_u64 distance) const { return static_cast<Key>(static_cast<Rank>(base + distance)); }
};

/// Floating-point keys: both zeros have the same rank, and NaN has the greatest.
template <class T, class U> struct Floats {
  using Key = T;
  using Rank = U;
  static constexpr bool same_if_equal = false;
  static Rank rank(Key x) {
    constexpr U sign = static_cast<U>(1) << (8 * sizeof(U) - 1);
    if (x != x) return ~static_cast<U>(0);
    U bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    if (x == 0) return sign;
    return bits & sign ? ~bits : bits | sign;
  }
  Rank least = 0;
  void count_from(Rank from) { least = from; }
  Rank distance(Key x) const { return rank(x) - least; }
  Key at(nv_u64) const { return 0; }
};

/// Words as keys, for sorting indices (see Order). The upper bits of a word are the leading bits of another key, and
/// are the word's rank. The lower `places` bits are an index, which has no part in the rank.
struct Words {
  using Key = nv_i64;
  using Rank = nv_u64;
  static constexpr bool same_if_equal = false;
  int places = 0; ///< bits of the index
  Rank least = 0;
  Rank rank(Key x) const { return static_cast<Rank>(x) >> places; }
  void count_from(Rank from) { least = from; }
  Rank distance(Key x) const { return rank(x) - least; }
  Key at(nv_u64) const { return 0; }
};

// ---- Sorting keys ----

/// Calls f(from, to) for consecutive pieces of the range begin .. end, with a poll before each. Returns 1 if the run
/// has to stop, else 0.
template <class F> int each_piece(nova_task* t, nv_i64 begin, nv_i64 end, F f) {
  for (nv_i64 i = begin; i < end; i = nova_least(end, i + look)) {
    if (nova_poll(t)) return 1;
    f(i, nova_least(end, i + look));
  }
  return 0;
}

/// Calls the kernel function `f` for the units 0 .. units - 1, on all threads if `shared`, else on this one. `by`:
/// the grain, as for ThreadPool::run.
int share(nova_task* t, bool shared, nv_i64 units, nv_i64 by, nova_kernel f, const void* given) {
  return shared ? t->host->parallel(t, units, by, f, given) : f(t, given, 0, units);
}

template <class K> void insert(K keys, const typename K::Key* in, typename K::Key* out, nv_i64 n) {
  for (nv_i64 i = 0; i < n; ++i) {
    const typename K::Key x = in[i];
    nv_i64 at = i;
    for (; at > 0 && keys.rank(x) < keys.rank(out[at - 1]); --at) out[at] = out[at - 1];
    out[at] = x;
  }
}

/// The least and the greatest of some ranks, and the bits in which any of them differ.
struct Bounds {
  nv_u64 least, most, differ;
  int bits() const { return width_of(most - least); }
  void add(const Bounds& b) {
    differ |= b.differ | (least ^ b.least);
    least = b.least < least ? b.least : least, most = b.most > most ? b.most : most;
  }
};

/// Returns the bounds of n keys, of which `at(i)` returns key i.
template <class K, class At> Bounds bounds_of(K keys, nv_i64 n, At at) {
  const typename K::Rank first = keys.rank(at(0));
  typename K::Rank low = first, high = first, differ = 0;
  for (nv_i64 i = 0; i < n; ++i) {
    const typename K::Rank r = keys.rank(at(i));
    low = r < low ? r : low, high = r > high ? r : high,
    differ = static_cast<typename K::Rank>(differ | (r ^ first));
  }
  return {low, high, differ};
}
template <class K> Bounds bounds(K keys, const typename K::Key* in, nv_i64 n) {
  return bounds_of(keys, n, [in](nv_i64 i) { return in[i]; });
}

/// Computes the bounds of the ranks of n keys. The keys are divided into parts, which threads share.
template <class K> struct Parts {
  K keys;
  const typename K::Key* in;
  nv_i64 n, part = (n / most_parts | 0x7fff) + 1, parts = (n + part - 1) / part;
  Bounds found[most_parts]{};
  nv_i64 end(nv_i64 p) const { return nova_least(n, (p + 1) * part); }

  static int look_at(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
    Parts& s = *static_cast<Parts*>(const_cast<void*>(given));
    for (nv_i64 p = begin; p < end; ++p) {
      s.found[p] = bounds(s.keys, s.in + p * s.part, s.end(p) - p * s.part);
      if (nova_poll(t)) return 1;
    }
    return 0;
  }
  int all(nova_task* t, bool shared, Bounds& b) {
    if (share(t, shared, parts, -1, look_at, this)) return 1;
    b = found[0];
    for (nv_i64 p = 1; p < parts; ++p) b.add(found[p]);
    return 0;
  }
};

template <class Key> void fill(Key* out, Key x, nv_i64 n) {
  for (nv_i64 i = 0; i < n; ++i) out[i] = x;
}

/// Turns the count of each digit into the index at which the keys with that digit begin.
void begins(nv_u32* counts, nv_u32 digits) {
  for (nv_u32 d = 0, sum = 0; d < digits; ++d) {
    const nv_u32 count = counts[d];
    counts[d] = sum, sum += count;
  }
}

/// Sorts n < 2^32 keys from `in` into `out` by digits, least significant first. The digits are those of each key's
/// distance minus `base`; this difference has at most `bits` bits. `in` may be `out` or `other`. Returns 1 if the run
/// has to stop, else 0.
template <class K>
__attribute__((noinline)) int sort_digits(nova_task* t, K keys, const typename K::Key* in,
                                          typename K::Key* out, typename K::Key* other, nv_i64 n, int bits,
                                          nv_u64 base) {
  using Rank = typename K::Rank;
  const int passes = passes_of(bits, n < 2048 ? 8 : most_bits),
            digit = passes ? (bits + passes - 1) / passes : 0;
  const Rank mask = static_cast<Rank>((1u << digit) - 1), least = static_cast<Rank>(base);
  const auto digit_of = [&](typename K::Key x, int pass) {
    return static_cast<Rank>(static_cast<Rank>(keys.distance(x) - least) >> pass * digit) & mask;
  };
  nv_u32 counts[8][1 << most_bits];
  for (int p = 0; p < passes; ++p) __builtin_memset(counts[p], 0, sizeof(nv_u32) << digit);
  const auto count = [&](nv_i64 begin, nv_i64 end) {
    for (nv_i64 i = begin; i < end; ++i)
      for (int p = 0; p < passes; ++p) ++counts[p][digit_of(in[i], p)];
  };
  if (each_piece(t, 0, n, count)) return 1;
  if (K::same_if_equal && passes == 1) {
    for (nv_u64 d = 0, at = 0; d <= mask; at += counts[0][d++])
      fill(out + at, keys.at(base + d), counts[0][d]);
    return 0;
  }
  const typename K::Key* from = in;
  typename K::Key* to = in == out || (in != other && passes % 2 == 0) ? other : out;
  for (int p = 0; p < passes; ++p, from = to, to = to == out ? other : out) {
    nv_u32* at = counts[p];
    begins(at, 1u << digit);
    const auto move = [&](nv_i64 begin, nv_i64 end) {
      for (nv_i64 i = begin; i < end; ++i) to[at[digit_of(from[i], p)]++] = from[i];
    };
    if (each_piece(t, 0, n, move)) return 1;
  }
  if (from != out) __builtin_memmove(out, from, static_cast<nv_u64>(n) * sizeof *out);
  return 0;
}

/// Returns how many leading bits of the distances, which have `bits` bits, choose a bucket. At most 12 bits do:
/// enough for buckets of at most `near` keys if keys are spread evenly, and a few more if that saves a pass.
int top_bits(nv_i64 n, int bits) {
  const int needed = width_of(static_cast<nv_u64>(n - 1) / near),
            least = needed < most_bits ? needed : most_bits;
  if (bits <= most_bits) return bits;
  int best = least;
  for (int top = least; top <= most_bits && top <= least + 3; ++top)
    if (passes_of(bits - top, most_bits) < passes_of(bits - best, most_bits)) best = top;
  return best;
}

/// The data of one sort by buckets that its threads share. `in` may be `out` or `other`, which both have room for n
/// keys.
template <class K> struct Sort : Parts<K> {
  using Key = typename K::Key;
  /// `out`: the array for the sorted keys. `other`: a temporary array of the same size. `buckets`: either of them, in
  /// which the buckets lie.
  Key *out, *other, *buckets = nullptr;
  nv_i64 large = 0;     ///< all threads share the sort of a bucket with more keys than this
  int top = 0, low = 0; ///< the number of leading bits that choose a bucket, and of the bits below them
  /// `counts`: for each part and bucket, at first the number of the part's keys in the bucket, later the index in
  /// `buckets` of the first of these keys. `begins`: the index in `buckets` at which each bucket begins.
  nv_i64 *counts = nullptr, *begins = nullptr;

  static const Sort& of(const void* given) { return *static_cast<const Sort*>(given); }
  nv_i64* counts_of(nv_i64 p) const { return counts + (p << top); }

  static int count(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
    const Sort& s = of(given);
    for (nv_i64 p = begin; p < end; ++p) {
      nv_i64* const counts = s.counts_of(p);
      __builtin_memset(counts, 0, sizeof *counts << s.top);
      const auto piece = [counts, in = s.in, keys = s.keys, low = s.low](nv_i64 from, nv_i64 to) {
        for (nv_i64 i = from; i < to; ++i) ++counts[static_cast<nv_u64>(keys.distance(in[i])) >> low];
      };
      if (each_piece(t, p * s.part, s.end(p), piece)) return 1;
    }
    return 0;
  }

  /// Writes to each page of the buckets' memory, with a poll before each page, so that the system provides the pages
  /// here. Otherwise `move` would wait for all pages at its first keys, without a poll.
  static int touch(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
    const Sort& s = of(given);
    for (nv_i64 p = begin; p < end; ++p)
      for (nv_i64 i = p * s.part; i < s.end(p); i += page / static_cast<nv_i64>(sizeof(Key))) {
        if (nova_poll(t)) return 1;
        s.buckets[i] = {};
      }
    return 0;
  }

  /// Moves the keys of some parts to their buckets. Prefetches each bucket's next cache line, since a CPU completes
  /// stores one after the other.
  static int move(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
    const Sort& s = of(given);
    for (nv_i64 p = begin; p < end; ++p) {
      nv_i64* const __restrict at = s.counts_of(p);
      const auto piece = [at, keys = s.keys, low = s.low, in = s.in, to = s.buckets](nv_i64 from,
                                                                                     nv_i64 end) {
        for (nv_i64 i = from; i < end; ++i) {
          const nv_i64 place = at[static_cast<nv_u64>(keys.distance(in[i])) >> low]++;
          to[place] = in[i];
          __builtin_prefetch(reinterpret_cast<const char*>(to + place) + 64, 1);
        }
      };
      if (each_piece(t, p * s.part, s.end(p), piece)) return 1;
    }
    return 0;
  }

  int sort_bucket(nova_task* t, nv_i64 b) const {
    const nv_i64 at = begins[b], m = begins[b + 1] - at;
    const Key* const from = buckets + at;
    const nv_u64 least = static_cast<nv_u64>(b) << low;
    if (K::same_if_equal && !low) return fill(out + at, this->keys.at(least), m), 0;
    if (m < few) return insert(this->keys, from, out + at, m), 0;
    return m <= large || !low ? sort_digits(t, this->keys, from, out + at, other + at, m, low, least) : 0;
  }
  static int sort_buckets(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
    for (nv_i64 b = begin; b < end; ++b)
      if (nova_poll(t) || of(given).sort_bucket(t, b)) return 1;
    return 0;
  }

  /// Turns `counts` into indices, and sets `begins`. The buckets lie one after the other; in each bucket, the keys
  /// lie in the order of their parts.
  void places() {
    const nv_i64 all = 1ll << top;
    nv_i64 sum = 0;
    for (nv_i64 b = 0; b < all; ++b) {
      begins[b] = sum;
      for (nv_i64 p = 0; p < this->parts; ++p) {
        const nv_i64 count = counts_of(p)[b];
        counts_of(p)[b] = sum;
        sum += count;
      }
    }
    begins[all] = sum;
  }
};

template <class K>
int sort_keys(nova_task* t, bool shared, K keys, const typename K::Key* in, typename K::Key* out,
              typename K::Key* other, nv_i64 n, const Bounds* known = nullptr);

/// Sorts by buckets. This pays off for keys that exceed the caches (`far`), or if several threads share the work.
/// `known`: the bounds of the keys' ranks, or null. Returns 1 if the run has to stop, else 0.
template <class K> int sort_by_buckets(nova_task* t, bool shared, Sort<K>& s, const Bounds* known) {
  Bounds all{};
  if (known)
    all = *known;
  else if (s.all(t, shared, all))
    return 1;
  s.keys.count_from(static_cast<typename K::Rank>(all.least));
  s.top = top_bits(s.n, all.bits()), s.low = all.bits() - s.top;
  s.large = s.n / 8 < look ? look : nova_least(s.n / 8, 1 << 30);
  const bool even = passes_of(s.low, most_bits) % 2 == 0;
  s.buckets = s.in == s.out || (s.in != s.other && !even) ? s.other : s.out;
  s.counts = static_cast<nv_i64*>(t->host->alloc(t, (s.parts + 2) << s.top, sizeof *s.counts));
  if (!s.counts) return 1;
  s.begins = s.counts + (s.parts << s.top);
  if (share(t, shared, s.parts, -1, Sort<K>::count, &s)) return 1;
  s.places();
  const bool moved = s.low || !K::same_if_equal;
  if (moved &&
      (share(t, shared, s.parts, -1, Sort<K>::touch, &s) || share(t, shared, s.parts, -1, Sort<K>::move, &s)))
    return 1;
  if (share(t, shared, 1ll << s.top, 4, Sort<K>::sort_buckets, &s)) return 1;
  for (nv_i64 b = 0; s.low && b < 1ll << s.top; ++b) {
    const nv_i64 at = s.begins[b], more = s.begins[b + 1] - at;
    if (more > s.large && sort_keys(t, shared, s.keys, s.buckets + at, s.out + at, s.other + at, more))
      return 1;
  }
  t->host->drop(t, s.counts);
  return 0;
}

/// Sorts the n keys of `in` into `out`; `other` has room for as many. `in` may be `out` or `other` if it is not
/// needed afterwards. `known`: the bounds of the keys' ranks, or null. Returns 1 if the run has to stop, else 0.
template <class K>
int sort_keys(nova_task* t, bool shared, K keys, const typename K::Key* in, typename K::Key* out,
              typename K::Key* other, nv_i64 n, const Bounds* known) {
  shared = shared && t->threads > 1;
  if (n < few) return insert(keys, in, out, n), 0;
  if (n >= (shared ? worth_sharing : far / static_cast<nv_i64>(sizeof *in))) {
    Sort<K> s{{keys, in, n}, out, other};
    return sort_by_buckets(t, shared, s, known);
  }
  const Bounds all = known ? *known : bounds(keys, in, n);
  keys.count_from(static_cast<typename K::Rank>(all.least));
  return sort_digits(t, keys, in, out, other, n, all.bits(), 0);
}

// ---- Indices, sorted by their keys ----

/// Sorts the indices of keys by the keys. Packs each key into a word: the upper bits are the key's distance without
/// the low bits that are the same in all keys, and the lower bits are the key's index. If the distance does not fit,
/// the word has only its leading bits; runs of keys with equal leading bits are then sorted separately.
template <class K> struct Order {
  K keys;
  const typename K::Key* in;
  nv_i64 n;
  nv_i64 *order, *words, *other;
  typename K::Key* sorted = nullptr; ///< receives the sorted keys, unless null
  Bounds all{};
  /// `places`: the number of bits of an index. `dropped`: the number of low bits of a distance that words leave out.
  int places = width_of(static_cast<nv_u64>(n - 1)), dropped = 0;
  bool cut = false;  ///< whether words leave out bits in which the keys differ
  int long_runs = 0; ///< 1 if a long run of keys with equal leading bits is not in order

  static Order& of(const void* given) { return *static_cast<Order*>(const_cast<void*>(given)); }
  nv_u64 rank(nv_i64 place) const { return K::rank(in[place]); }
  nv_u64 leading(nv_i64 word) const { return static_cast<nv_u64>(word) >> places; }
  nv_i64 place(nv_i64 word) const { return word & ((1ll << places) - 1); }
  nv_i64 word(nv_u64 rank, nv_i64 place) const {
    return static_cast<nv_i64>((rank - all.least) >> dropped << places | static_cast<nv_u64>(place));
  }

  /// Chooses how many leading bits of the distances the words hold: if there is room, so many that evenly spread keys
  /// rarely have equal leading bits. Sets `dropped` and `cut`, and returns the bounds of these leading bits.
  Bounds choose() {
    const int same = all.differ ? __builtin_ctzll(all.differ) : 0, bits = all.bits() - same;
    int taken = 63 - places < 2 * places + 6 ? 63 - places : 2 * places + 6;
    if (taken > bits) taken = bits;
    if (taken < 0) taken = 0;
    dropped = same + bits - taken, cut = taken < bits;
    return {0, (all.most - all.least) >> dropped, 0};
  }

  static int pack(nova_task*, const void* given, nv_i64 begin, nv_i64 end) {
    const Order& o = of(given);
    for (nv_i64 i = begin; i < end; ++i) o.words[i] = o.word(o.rank(i), i);
    return 0;
  }
  static int unpack(nova_task*, const void* given, nv_i64 begin, nv_i64 end) {
    Order& o = of(given);
    for (nv_i64 i = begin; i < end; ++i) o.order[i] = o.place(o.words[i]);
    return 0;
  }

  /// Computes the sorted keys from the words, for integers whose words hold all bits. For all other keys,
  /// `fetch_keys` reads them instead.
  static int keys_of_words(nova_task*, const void* given, nv_i64 begin, nv_i64 end) {
    Order& o = of(given);
    K keys = o.keys;
    keys.count_from(static_cast<typename K::Rank>(o.all.least));
    for (nv_i64 i = begin; i < end; ++i) o.sorted[i] = keys.at(o.leading(o.words[i]) << o.dropped);
    return 0;
  }
  static int fetch_keys(nova_task*, const void* given, nv_i64 begin, nv_i64 end) {
    Order& o = of(given);
    for (nv_i64 i = begin; i < end; ++i) o.sorted[i] = o.in[o.order[i]];
    return 0;
  }

  /// Returns the end of the run of keys from i on whose words have equal leading bits.
  nv_i64 run_end(nv_i64 i) const {
    nv_i64 end = i + 1;
    while (end < n && leading(words[end]) == leading(words[i])) ++end;
    return end;
  }
  bool in_order(nv_i64 begin, nv_i64 end) const {
    for (nv_i64 i = begin + 1; i < end; ++i)
      if (rank(order[i]) < rank(order[i - 1])) return false;
    return true;
  }
  void insert_places(nv_i64 begin, nv_i64 end) {
    for (nv_i64 i = begin; i < end; ++i) {
      const nv_i64 x = order[i];
      nv_i64 at = i;
      for (; at > begin && rank(x) < rank(order[at - 1]); --at) order[at] = order[at - 1];
      order[at] = x;
    }
  }

  /// Sorts the short runs of keys with equal leading bits that begin in begin .. end. Sets `long_runs` if a long run
  /// is not in order.
  static int short_runs(nova_task* t, const void* given, nv_i64 begin, nv_i64 end) {
    Order& o = of(given);
    nv_i64 i = begin;
    while (i > 0 && i < end && o.leading(o.words[i]) == o.leading(o.words[i - 1])) ++i;
    for (nv_i64 to, seen = 0; i < end; i = to) {
      to = o.run_end(i);
      if (to - i > 1 && to - i < few)
        o.insert_places(i, to);
      else if (to - i >= few && !o.in_order(i, to))
        __atomic_store_n(&o.long_runs, 1, __ATOMIC_RELAXED);
      if ((seen += to - i) > look && (seen = 0, nova_poll(t))) return 1;
    }
    return 0;
  }

  /// Sorts each long run that is not in order as an `Order` of its own, by the bits that the words left out.
  int sort_long_runs(nova_task* t) {
    for (nv_i64 i = 0, to; i < n; i = to) {
      to = run_end(i);
      if (to - i < few || in_order(i, to)) continue;
      Order o{keys, in, to - i, order + i, words + i, other + i};
      if (o.sort_places(t)) return 1;
    }
    return 0;
  }

  /// Sorts the indices in `order` by their keys. The words are made of the bits in which these keys differ.
  int sort_places(nova_task* t) {
    all = bounds_of(keys, n, [this](nv_i64 i) { return in[order[i]]; });
    const Bounds in_words = choose();
    for (nv_i64 i = 0; i < n; ++i) words[i] = word(rank(order[i]), i);
    if (sort_keys(t, false, Words{places}, words, words, other, n, &in_words)) return 1;
    for (nv_i64 i = 0; i < n; ++i) other[i] = order[place(words[i])];
    __builtin_memcpy(order, other, static_cast<nv_u64>(n) * sizeof *order);
    return settle(t, false);
  }

  int settle(nova_task* t, bool shared) {
    if (!cut) return 0;
    return share(t, shared, n, grain, short_runs, this) || (long_runs && sort_long_runs(t));
  }

  /// Writes all indices to `order`, sorted by their keys. Returns 1 if the run has to stop, else 0.
  int run(nova_task* t, bool shared) {
    shared = shared && t->threads > 1 && n >= worth_sharing;
    Parts<K> parts{keys, in, n};
    if (parts.all(t, shared, all)) return 1;
    const Bounds in_words = choose();
    return share(t, shared, n, grain, pack, this) ||
           sort_keys(t, shared, Words{places}, words, words, other, n, &in_words) ||
           share(t, shared, n, grain, unpack, this) || settle(t, shared) ||
           (sorted &&
            share(t, shared, n, grain, K::same_if_equal && !cut ? keys_of_words : fetch_keys, this));
  }
};

// ---- By type ----

/// Calls f with an object of the key class for the element type `type`, such as NOVA_KEY_f64.
template <class F> int with_keys(int type, F f) {
  switch (type) {
  case NOVA_KEY_i64: return f(Integers<nv_i64, nv_u64, 1ull << 63>());
  case NOVA_KEY_i32: return f(Integers<nv_i32, nv_u32, 1u << 31>());
  case NOVA_KEY_i16: return f(Integers<nv_i16, unsigned short, 1u << 15>());
  case NOVA_KEY_i8: return f(Integers<nv_i8, nv_u8, 1u << 7>());
  case NOVA_KEY_u64: return f(Integers<nv_u64, nv_u64, 0>());
  case NOVA_KEY_u32: return f(Integers<nv_u32, nv_u32, 0>());
  case NOVA_KEY_u16: return f(Integers<nv_u16, nv_u16, 0>());
  case NOVA_KEY_u8: return f(Integers<nv_u8, nv_u8, 0>());
  case NOVA_KEY_f32: return f(Floats<nv_f32, nv_u32>());
  default: return f(Floats<nv_f64, nv_u64>());
  }
}

int sort(nova_task* t, int type, int shared, const void* in, void* out, void* other, nv_i64 n) {
  return with_keys(type, [&]<class K>(K keys) {
    using Key = typename K::Key;
    return sort_keys(t, shared, keys, static_cast<const Key*>(in), static_cast<Key*>(out),
                     static_cast<Key*>(other), n);
  });
}

int order(nova_task* t, int type, int shared, const void* in, nv_i64* out, void* sorted, nv_i64* words,
          nv_i64* other, nv_i64 n) {
  if (n <= 0) return 0;
  return with_keys(type, [&]<class K>(K keys) {
    using Key = typename K::Key;
    return Order<K>{keys, static_cast<const Key*>(in), n, out, words, other, static_cast<Key*>(sorted)}.run(
        t, shared);
  });
}

} // namespace

const DigitSorts NOVA_DIGIT_SORTS = {sort, order};
} // namespace nova::plan
