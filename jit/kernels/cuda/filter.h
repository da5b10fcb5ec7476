#include "jit/kernels/cuda/look_back.h"
// Filter, in one pass over memory. A warp evaluates its elements in the order in which they stand in memory, and counts those
// that are kept by ballots. The block puts them in order in shared memory, while the blocks before tell where to write
// (kernels/cuda/look_back.h). Then consecutive threads write to consecutive places. f.keeps(r) says whether an element stays,
// f.stores(r) what of it is written, f.put(at, s) writes that, f.count(kept, all) how many are kept; where f.splits,
// f.put_other(at, s) writes those that are not. A thread takes F::items.
struct nova_adds {
  NOVA_MEMBER void operator()(nv_i64 a, nv_i64 b, nv_i64* r) const { *r = a + b; }
};

/// A thread's elements: V neighbours of each turn that the warp takes.
template <class F> struct nova_sieve {
  enum {
    each = F::items,
    widest = 16 / alignof(typename F::template lot<1>), ///< elements that 16 bytes of the widest column hold
    V = nova_quick ? 1 : widest < 4 ? widest : 4
  };
  const unsigned lane = threadIdx.x % 32;
  typename F::value r[each] = {};
  unsigned keeps = 0;   ///< a bit for each
  int before[each / V]; ///< how many of the warp's kept elements come before each turn's
  int kept = 0;         ///< how many of the warp's elements are kept
  /// Where among the warp's elements the k-th stands.
  NOVA_MEMBER int place(int k) const { return (k / V * 32 + lane) * V + k % V; }
  /// How many of the warp's kept elements come before the k-th.
  NOVA_MEMBER int rank(int k) const { return before[k / V] + __popc(keeps & ((1u << k) - (1u << k / V * V))); }

  /// The warp's elements from `from` on, as far as there are any.
  NOVA_MEMBER void take(nova_task* t, int* bad, const F& f, nv_i64 from, nv_i64 n, bool wide) {
    if (!nova_quick && from + 32 * each <= n) {
      typename F::template lot<V> in[each / V];
#pragma unroll
      for (int p = 0; p < each / V; ++p) f.load(from + place(p * V), wide, in[p]);
#pragma unroll
      for (int k = 0; k < each; ++k) f.element(t, bad, from + place(k), in[k / V], k % V, &r[k]);
    } else
      for (int k = 0; k < each; ++k)
        if (from + place(k) < n) {
          typename F::template lot<1> in;
          f.load(from + place(k), false, in);
          f.element(t, bad, from + place(k), in, 0, &r[k]);
        }
#pragma unroll
    for (int k = 0; k < each; ++k) keeps |= (unsigned)(from + place(k) < n && f.keeps(r[k])) << k;
  }

  /// Counts, by the whole warp.
  NOVA_MEMBER void count() {
#pragma unroll
    for (int p = 0; p < each / V; ++p) {
      before[p] = kept;
#pragma unroll
      for (int k = p * V; k < p * V + V; ++k) {
        const unsigned votes = __ballot_sync(0xffffffffu, keeps >> k & 1);
        kept += __popc(votes), before[p] += __popc(votes & ((1u << lane) - 1));
      }
    }
  }

  /// Calls to(kept, at, s) with what is written of each element, and its place: `first` is the place of the warp's first one that is kept,
  /// `other` that of the first one that is not. There are `left` elements from the warp's first on.
  template <class I, class T> NOVA_MEMBER void put(const F& f, I first, I other, nv_i64 left, const T& to) const {
#pragma unroll
    for (int k = 0; k < each; ++k)
      if (keeps >> k & 1) to(true, first + rank(k), f.stores(r[k]));
      else if (F::splits && place(k) < left) to(false, other + (place(k) - rank(k)), f.stores(r[k]));
  }
};

/// Block b's elements. They leave their threads' registers before the first warp waits for its carry.
template <class F>
NOVA_DEVICE void nova_filter_block(nova_task* t, int* bad, const F& f, const nova_look<nv_i64>& look, nv_i64 b, nv_i64 n, bool wide) {
  typedef typename F::stored stored;
  constexpr bool staged = sizeof(stored) <= nova_most_slot;
  const unsigned width = blockDim.x * F::items, warp = threadIdx.x / 32, own = warp * 32 * F::items;
  const nv_i64 begin = b * width, left = n - begin;
  stored* const slots = (stored*)nova_shared;
  nv_i64* const carry = (nv_i64*)(slots + (staged ? width : 0));
  int* const room = (int*)(carry + 1);
  int first = 0, total = 0;
  nova_sieve<F> s;
  s.take(t, bad, f, begin + own, n, wide);
  s.count();
  if (s.lane == 0) room[warp] = s.kept;
  __syncthreads();
  for (unsigned w = 0; w < blockDim.x / 32; ++w) first += w < warp ? room[w] : 0, total += room[w];
  if (staged) s.put(f, first, total + (int)own - first, left - own, [&](bool, int at, const stored& x) { slots[at] = x; });
  if (warp == 0) {
    const nv_i64 before = nova_carry(look, b, left > width, (nv_i64)total, (nv_i64)0, nova_adds());
    if (s.lane == 0) *carry = before;
    if (s.lane == 0 && left <= width) f.count(before + total, n);
  }
  __syncthreads();
  const nv_i64 at = *carry;
  if (!staged)
    return s.put(f, at + first, begin + own - (at + first), left - own, [&](bool kept, nv_i64 to, const stored& x) {
      if (kept) f.put(to, x);
      else f.put_other(to, x);
    });
  const int all = F::splits ? (int)nova_least(left, width) : total;
  for (int k = threadIdx.x; k < all; k += blockDim.x)
    if (!F::splits || k < total) f.put(at + k, slots[k]);
    else f.put_other(begin - at + (k - total), slots[k]);
}

template <class F> NOVA_DEVICE void nova_filter(const nova_gpu& g, nv_i64 n, const F& f, nv_i64* nodes, volatile unsigned* flags, unsigned* ticket) {
  if (nova_is_over(g)) return;
  const nova_look<nv_i64> look = {g, nodes, flags};
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  const bool wide = f.aligned();
  const nv_i64 width = blockDim.x * F::items, blocks = (n + width - 1) / width;
  if (n <= 0 && nova_thread() == 0) f.count(0, 0);
  for (;;) {
    const nv_i64 b = nova_next_block(g, ticket);
    if (b >= blocks) break;
    nova_filter_block(t, &bad, f, look, b, n, wide);
  }
  nova_end(t, bad);
}
