#include "jit/kernels/each.h"
#include "jit/kernels/sort.h"
// Histograms whose order nobody sees: atomic operations, in the block's own table where it fits. f.all(), f.own(room, n);
// of a table: f.clear(t, at), f.join(t, r), f.of(t, at).
#define NOVA_ATOMIC(name, operation)                                                                                   \
  template <class T> NOVA_DEVICE void name(T* at, T by) {                                                              \
    if (sizeof(T) == 8) operation((nv_u64*)at, (nv_u64)by);                                                            \
    else operation((unsigned*)at, (unsigned)by);                                                                       \
  }
NOVA_ATOMIC(nova_atomic_add, atomicAdd)
NOVA_ATOMIC(nova_atomic_and, atomicAnd)
NOVA_ATOMIC(nova_atomic_or, atomicOr)
NOVA_ATOMIC(nova_atomic_xor, atomicXor)
#undef NOVA_ATOMIC
template <class T> NOVA_DEVICE void nova_atomic_min(T* at, T by) { atomicMin(at, by); }
template <class T> NOVA_DEVICE void nova_atomic_max(T* at, T by) { atomicMax(at, by); }

template <class F> NOVA_DEVICE void nova_histogram(const nova_gpu& g, nv_i64 m, const F& f, nv_i64 n) {
  if (nova_is_over(g)) return;
  const bool fits = n <= 4096 / F::parts;
  const typename F::table table = fits ? f.own(nova_shared, n) : f.all();
  if (fits)
    for (nv_i64 j = threadIdx.x; j < n; j += blockDim.x) f.clear(table, j);
  __syncthreads();
  nova_each(g, m, f, [&](nv_i64, const typename F::value& r) { f.join(table, r); });
  __syncthreads();
  if (fits)
    for (nv_i64 j = threadIdx.x; j < n; j += blockDim.x) f.join(f.all(), f.of(table, j));
}

// Others: elements sorted by their places, and a thread for each place's. f.given(at): what is there; f.put(r).
struct nova_by_key {
  const nv_i64* keys;
  NOVA_MEMBER int less(nova_task*, int*, nv_i64 i, nv_i64 j, nv_b8* r) const {
    *r = keys[i] < keys[j];
    return 0;
  }
};

template <class F> NOVA_DEVICE void nova_keys_of(const nova_gpu& g, nv_i64 m, const F& f, nv_i64* keys) {
  nova_each(g, m, f, [&](nv_i64 i, const typename F::value& r) { keys[i] = r.v0; });
}

template <class F>
NOVA_DEVICE void nova_in_turn(const nova_gpu& g, nv_i64 m, const F& f, const nv_i64* keys, const nv_i64* order) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  for (nv_i64 q = nova_thread(); q < m && !over; q += nova_threads()) {
    const nv_i64 at = keys[order[q]];
    if (q && keys[order[q - 1]] == at) continue;
    typename F::value sum = f.given(at);
    for (nv_i64 k = q; k < m && keys[order[k]] == at && !over; ++k) {
      const nova_mark mark = nova_arena_mark(t);
      typename F::template lot<1> in;
      typename F::value r;
      f.load(order[k], false, in);
      over = f.element(t, &bad, order[k], in, 0, &r) || f.join(t, &bad, sum, r, &sum) || nova_poll(t);
      nova_arena_reset(t, mark);
    }
    if (!over) f.put(sum);
  }
  nova_end(t, bad);
}
