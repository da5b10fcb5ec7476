#include "jit/kernels/scan.h"
// Rows of any lengths, one after the other. The rows are made twice: for their lengths, whose running sums are the
// offsets, and, once there is room for them all, to be copied to their places. f.length(r), f.copy(at, r).
template <class F> NOVA_DEVICE void nova_row_lengths(const nova_gpu& g, nv_i64 n, const F& f, nv_i64* lengths) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  for (nv_i64 i = nova_thread(); i < n; i += nova_threads()) {
    const nova_mark mark = nova_arena_mark(t);
    typename F::template lot<1> in;
    typename F::value r;
    f.load(i, false, in);
    if (f.element(t, &bad, i, in, 0, &r) || nova_poll(t)) break;
    lengths[i] = f.length(r);
    nova_arena_reset(t, mark);
  }
  nova_end(t, bad);
}

template <class F> NOVA_DEVICE void nova_row_fill(const nova_gpu& g, nv_i64 n, const F& f, const nv_i64* offsets) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  for (nv_i64 i = nova_thread(); i < n; i += nova_threads()) {
    const nova_mark mark = nova_arena_mark(t);
    typename F::template lot<1> in;
    typename F::value r;
    f.load(i, false, in);
    if (f.element(t, &bad, i, in, 0, &r) || nova_poll(t)) break;
    f.copy(offsets[i], r);
    nova_arena_reset(t, mark);
  }
  nova_end(t, bad);
}

/// offsets[0] = 0, offsets[i + 1] = lengths[0] + .. + lengths[i]: a scan.
struct nova_offsets {
  nv_i64 *lengths, *offsets;
  enum { width = 2, exclusive = 0 };
  struct value {
    nv_i64 v0;
  };
  template <int V> struct lot {
    nova_pack<nv_i64, V> x0;
  };
  NOVA_MEMBER bool aligned() const { return false; }
  NOVA_MEMBER value start() const { return {0}; }
  template <int V> NOVA_MEMBER void load(nv_i64 i, bool wide, lot<V>& in) const { in.x0 = nova_load<V>(lengths, i, wide); }
  template <int V> NOVA_MEMBER int element(nova_task*, int*, nv_i64, const lot<V>& in, int j, value* r) const {
    r->v0 = in.x0.v[j];
    return 0;
  }
  NOVA_MEMBER int join(nova_task*, int*, const value& a, const value& b, value* r) const {
    r->v0 = a.v0 + b.v0;
    return 0;
  }
  template <int V> NOVA_MEMBER void store(nv_i64 i, bool, const value* r) const {
#pragma unroll
    for (int j = 0; j < V; ++j) offsets[i + 1 + j] = r[j].v0;
    if (i == 0) offsets[0] = 0;
  }
};
