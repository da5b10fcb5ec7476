#include "jit/kernels/cuda/look_back.h"
#include "jit/kernels/cuda/block_scan.h"
// Stable radix sort. Each pass sorts by a digit of 8 bits, the least significant first. Passes are skipped in which all
// keys have the same digit. A pass reads and writes each key once. A block ranks the keys of a tile by their digits. A
// look-back tells it how many keys of each digit the tiles before have. It then sorts the tile in shared memory, and writes
// it from there, so that neighbouring threads write neighbouring keys.
//
// The sort gives the sorted keys, or the keys' indices in sorted order (positions). With positions it also gives the sorted
// keys, if there is memory for them. n must be below 2^30, since the look-back's words have a count and two flags in 32 bits.

/// Returns the key x as an unsigned integer in the order of keys. Both zeros are equal, and NaN comes last.
NOVA_DEVICE nv_u64 nova_sort_bits(nv_i64 x) { return (nv_u64)x ^ 1ull << 63; }
NOVA_DEVICE nv_u32 nova_sort_bits(nv_i32 x) { return (nv_u32)x ^ 1u << 31; }
NOVA_DEVICE nv_u32 nova_sort_bits(nv_i16 x) { return (nv_u32)(x + 32768); }
NOVA_DEVICE nv_u32 nova_sort_bits(nv_i8 x) { return (nv_u32)(x + 128); }
NOVA_DEVICE nv_u64 nova_sort_bits(nv_u64 x) { return x; }
NOVA_DEVICE nv_u32 nova_sort_bits(nv_u32 x) { return x; }
NOVA_DEVICE nv_u32 nova_sort_bits(nv_u16 x) { return x; }
NOVA_DEVICE nv_u32 nova_sort_bits(nv_u8 x) { return x; }
template <class U, class F> NOVA_DEVICE U nova_sort_float(F x) {
  constexpr U sign = (U)1 << (8 * sizeof(U) - 1);
  if (x != x) return ~(U)0;
  U bits = 0;
  if (x != 0) __builtin_memcpy(&bits, &x, sizeof bits);
  return bits & sign ? ~bits : bits | sign;
}
NOVA_DEVICE nv_u32 nova_sort_bits(nv_f32 x) { return nova_sort_float<nv_u32>(x); }
NOVA_DEVICE nv_u64 nova_sort_bits(nv_f64 x) { return nova_sort_float<nv_u64>(x); }
/// Returns the digit by which the pass with number `pass` sorts.
template <class K> NOVA_DEVICE unsigned nova_sort_digit(K key, int pass) {
  return (unsigned)(nova_sort_bits(key) >> 8 * pass) & 255;
}

/// What the passes do, by their numbers p. starts[p][d]: at first how many keys have the digit d, later how many have a smaller
/// one. from[p], to[p]: the columns that the pass reads and writes; from[p] is nova_sort_none if the pass is skipped.
struct nova_sort_plan {
  unsigned starts[8][nova_digits];
  int from[8], to[8];
};
static_assert(sizeof(nova_sort_plan) == nova_sort_plan_bytes, "sizes.h");
/// The columns between which passes move the keys: the given ones, two temporary ones, and the result.
enum { nova_sort_none = -1, nova_sort_given, nova_sort_a, nova_sort_b, nova_sort_out };

/// The columns of keys, and those of positions, unless only keys are sorted. given, a, b, out: the columns of keys of the enum
/// above. at_a, at_b: the temporary columns of positions. order: the resulting positions.
template <class K> struct nova_sort_columns {
  K *given, *a, *b, *out;
  unsigned *at_a, *at_b;
  nv_i64* order;
  NOVA_MEMBER K* keys(int place) const {
    return place == nova_sort_given ? given : place == nova_sort_a ? a : place == nova_sort_b ? b : out;
  }
  NOVA_MEMBER unsigned* at(int place) const { return place == nova_sort_a ? at_a : at_b; }
};

/// The first kernel: counts in plan->starts, which is zero at first, how many of the n keys have each digit, for all passes.
/// A block counts in shared memory first.
template <int Passes, class K>
NOVA_DEVICE void nova_sort_counts(const nova_gpu& g, nv_i64 n, const K* keys, nova_sort_plan* plan) {
  if (nova_is_over(g)) return;
  constexpr int V = nova_quick ? 1 : 16 / sizeof(K);
  unsigned* const counts = (unsigned*)nova_shared;
  for (int k = threadIdx.x; k < Passes * 256; k += blockDim.x) counts[k] = 0;
  __syncthreads();
  const auto count = [&](K key) {
#pragma unroll
    for (int p = 0; p < Passes; ++p) atomicAdd(&counts[p * 256 + nova_sort_digit(key, p)], 1u);
  };
  const bool wide = nova_aligned(keys);
  const nv_i64 lots = n / V, rest = lots * V + nova_thread();
  for (nv_i64 k = nova_thread(); k < lots; k += nova_threads()) {
    const nova_pack<K, V> lot = nova_load<V>(keys, k * V, wide);
#pragma unroll
    for (int j = 0; j < V; ++j) count(lot.v[j]);
  }
  if (V > 1 && rest < n) count(keys[rest]);
  __syncthreads();
  for (int k = threadIdx.x; k < Passes * 256; k += blockDim.x)
    if (counts[k]) atomicAdd(&plan->starts[k / 256][k % 256], counts[k]);
}

/// The second kernel, of one block of 256 threads: replaces the counts by their prefix sums, and chooses the columns of
/// each pass. If no pass is needed, pass 0 copies the keys to the result.
NOVA_DEVICE void nova_sort_starts(const nova_gpu& g, nv_i64 n, int passes, nova_sort_plan* plan) {
  if (nova_is_over(g)) return;
  int last = nova_sort_none, from = nova_sort_given;
  for (int p = 0; p < passes; ++p) {
    const int mine = (int)plan->starts[p][threadIdx.x];
    int all;
    plan->starts[p][threadIdx.x] = (unsigned)nova_count_before(mine, &all, (int*)nova_shared);
    const bool differ = !__syncthreads_or(mine == n);
    if (threadIdx.x == 0) plan->from[p] = differ ? from : nova_sort_none;
    if (!differ) continue;
    last = p, from = from == nova_sort_a ? nova_sort_b : nova_sort_a;
    if (threadIdx.x == 0) plan->to[p] = from;
  }
  if (threadIdx.x != 0) return;
  if (last == nova_sort_none) plan->from[last = 0] = nova_sort_given;
  plan->to[last] = nova_sort_out;
}

/// Returns a mask of the lanes that have a key (is_there) with the digit of this thread. All threads of the warp must call it.
NOVA_DEVICE unsigned nova_same_digit(unsigned digit, bool is_there) {
  unsigned same = __ballot_sync(0xffffffffu, is_there);
#pragma unroll
  for (int bit = 0; bit < 8; ++bit) {
    const unsigned ones = __ballot_sync(0xffffffffu, digit >> bit & 1);
    same &= digit >> bit & 1 ? ones : ~ones;
  }
  return same;
}

/// Returns how many keys of one digit the tiles before tile b have, by a look-back. `mine`: how many tile b has. The block
/// of a tile publishes that count first (`part`), and later the sum with all tiles before (`all`). `words`: the digit's
/// word of tile 0. Those of the other tiles follow at distances of 256 words. All are 0 at first.
NOVA_DEVICE unsigned nova_digits_before(volatile unsigned* words, nv_i64 b, unsigned mine) {
  constexpr unsigned part = 1u << 30, all = 1u << 31, count = part - 1;
  nova_tell(&words[b * 256], (b ? part : all) | mine);
  unsigned before = 0;
  for (nv_i64 k = b - 1; k >= 0; --k) {
    const unsigned word = nova_hear(&words[k * 256]);
    before += word & count;
    if (word & all) break;
  }
  if (b) nova_tell(&words[b * 256], all | (before + mine));
  return before;
}

/// Sizes of a tile: threads of a block, keys of a thread, keys of the tile, and warps of a block.
template <class K> struct nova_sort_tile {
  enum { threads = nova_pass_threads, items = sizeof(K) == 8 ? nova_wide_key_items : nova_narrow_key_items, size = threads * items, warps = threads / 32 };
  enum { room = size * (sizeof(K) < 4 ? 4 : sizeof(K)) }; ///< bytes for a tile's keys, or its positions, or the warps' counts
  static_assert((int)room <= (int)nova_sort_room, "sizes.h");
};

/// Sets rank[k], for each key[k] of the thread, to the number of keys with the same digit before it in the warp. `here`: a
/// bit for each k, 1 if there is such a key. `counts`: the warp's count of each digit, 0 at first, which the function
/// computes.
template <class K>
NOVA_DEVICE void nova_warp_ranks(const K* key, unsigned here, int pass, unsigned* counts, unsigned* rank) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (int k = 0; k < nova_sort_tile<K>::items; ++k) {
    const bool is_there = here >> k & 1;
    const unsigned digit = nova_sort_digit(key[k], pass), same = nova_same_digit(digit, is_there);
    const unsigned before = (unsigned)__popc(same & ((1u << lane) - 1));
    unsigned others = 0;
    if (is_there && !before) others = atomicAdd(&counts[digit], (unsigned)__popc(same));
    rank[k] = before + __shfl_sync(0xffffffffu, others, (__ffs((int)same) - 1) & 31);
  }
}

/// Replaces the warps' counts of a digit by their prefix sums, and returns the tile's count. Each digit has a thread that calls
/// this. `counts`: the first warp's count; those of the other warps are 256 words apart.
NOVA_DEVICE unsigned nova_add_warps(unsigned* counts, int warps) {
  unsigned sum = 0;
  for (int w = 0; w < warps; ++w) {
    const unsigned mine = counts[w * 256];
    counts[w * 256] = sum, sum += mine;
  }
  return sum;
}

/// The kernel of a pass: sorts n keys by their digit with the number `pass`. Keys: whether only keys are sorted, without
/// positions. `words`: zeros, 256 for each tile (see nova_digits_before). `ticket`: a counter, 0 at first, by which blocks
/// take the tiles in order.
template <bool Keys, class K>
NOVA_DEVICE void nova_sort_pass(const nova_gpu& g, nv_i64 n, const nova_sort_columns<K>& all, const nova_sort_plan* plan,
                                int pass, volatile unsigned* words, unsigned* ticket) {
  typedef nova_sort_tile<K> tile;
  if (nova_is_over(g)) return;
  const int from = plan->from[pass], to = plan->to[pass];
  if (from == nova_sort_none) return;
  unsigned *const counts = (unsigned*)nova_shared, *const positions = counts; // at different times, as is `sorted`
  K* const sorted = (K*)nova_shared;
  unsigned *const local = (unsigned*)(nova_shared + tile::room), *const place = local + 256;
  const unsigned warp = threadIdx.x / 32, digit = threadIdx.x;
  const K* const keys = all.keys(from);
  for (;;) {
    const nv_i64 b = nova_next_block(g, ticket), first = b * tile::size + warp * 32 * tile::items + threadIdx.x % 32;
    if (b * tile::size >= n) break;
    const unsigned live = (unsigned)nova_least(n - b * tile::size, tile::size);
    K key[tile::items] = {};
    unsigned rank[tile::items], goes[tile::items], here = 0;
#pragma unroll
    for (int k = 0; k < tile::items; ++k)
      if (first + k * 32 < n) key[k] = keys[first + k * 32], here |= 1u << k;
    for (int k = threadIdx.x; k < tile::warps * 256; k += tile::threads) counts[k] = 0;
    __syncthreads();
    nova_warp_ranks(key, here, pass, counts + warp * 256, rank);
    __syncthreads();
    int mine = 0, total;
    if (digit < 256) mine = (int)nova_add_warps(counts + digit, tile::warps);
    const unsigned start = (unsigned)nova_count_before(mine, &total, (int*)(place + 256));
    if (digit < 256) {
      local[digit] = start;
      place[digit] = plan->starts[pass][digit] + nova_digits_before(words + digit, b, (unsigned)mine) - start;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < tile::items; ++k) {
      const unsigned d = nova_sort_digit(key[k], pass);
      rank[k] += counts[warp * 256 + d] + local[d];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < tile::items; ++k)
      if (here >> k & 1) sorted[rank[k]] = key[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < tile::items; ++k) {
      const unsigned j = threadIdx.x + k * tile::threads;
      if (j >= live) continue;
      const K x = sorted[j];
      goes[k] = place[nova_sort_digit(x, pass)] + j;
      if (Keys || to != nova_sort_out || all.out) all.keys(to)[goes[k]] = x;
    }
    if (Keys) continue;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < tile::items; ++k)
      if (here >> k & 1)
        positions[rank[k]] = from == nova_sort_given ? (unsigned)(first + k * 32) : all.at(from)[first + k * 32];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < tile::items; ++k) {
      const unsigned j = threadIdx.x + k * tile::threads;
      if (j >= live) continue;
      if (to == nova_sort_out) all.order[goes[k]] = positions[j];
      else all.at(to)[goes[k]] = positions[j];
    }
  }
}
