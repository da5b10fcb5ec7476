#include "jit/kernels/cuda/for_each.h"
#include "jit/kernels/cuda/scan.h"
// Rows of any lengths, one after the other. The rows are made twice: for their lengths, whose running sums are the
// offsets, and, once there is room for them all, to be copied to their places. f.length(r), f.copy(at, r).
template <class F> NOVA_DEVICE void nova_row_lengths(const nova_gpu& g, nv_i64 n, const F& f, nv_i64* lengths) {
  nova_each(g, n, f, [&](nv_i64 i, const typename F::value& r) { lengths[i] = f.length(r); });
}

template <class F> NOVA_DEVICE void nova_row_fill(const nova_gpu& g, nv_i64 n, const F& f, const nv_i64* offsets) {
  nova_each(g, n, f, [&](nv_i64 i, const typename F::value& r) { f.copy(offsets[i], r); });
}

/// Where there is no room for that many elements nothing more is done, and the run begins anew.
NOVA_DEVICE void nova_fits(const nova_gpu& g, const nv_i64* total, nv_i64 room) {
  if (threadIdx.x == 0 && !g.state[0] && !g.state[1] && *total > room) g.state[1] = 2;
}

/// The same of elements that hold several rows, and scalars beside them: f.count(i, r), f.copy(i, r).
template <class F> NOVA_DEVICE void nova_each_count(const nova_gpu& g, nv_i64 n, const F& f) {
  nova_each(g, n, f, [&](nv_i64 i, const typename F::value& r) { f.count(i, r); });
}

template <class F> NOVA_DEVICE void nova_each_fill(const nova_gpu& g, nv_i64 n, const F& f) {
  nova_each(g, n, f, [&](nv_i64 i, const typename F::value& r) { f.copy(i, r); });
}

/// offsets[0] = 0, offsets[i + 1] = lengths[0] + .. + lengths[i]: a scan. From 2^62 on sums stay there.
struct nova_offsets {
  nv_i64 *lengths, *offsets;
  enum { width = 2, exclusive = 0, makes = 0 };
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
    const nv_u64 sum = (nv_u64)a.v0 + (nv_u64)b.v0;
    r->v0 = sum >> 62 ? 1ll << 62 : (nv_i64)sum;
    return 0;
  }
  typedef value stored;
  NOVA_MEMBER int after(nova_task*, int*, nv_i64, const value& y, stored* r) const { return *r = y, 0; }
  template <int V> NOVA_MEMBER void store(nv_i64 i, bool, const value* r) const {
#pragma unroll
    for (int j = 0; j < V; ++j) offsets[i + 1 + j] = r[j].v0;
    if (i == 0) offsets[0] = 0;
  }
};
