#include "jit/kernels/each.h"
// Scatter: where targets repeat, the last one in order wins. Writers first claim their places, the largest index stays;
// then each writes where its claim stood. f.target(r), f.put(r).
template <bool Write, class F> NOVA_DEVICE void nova_scatter(const nova_gpu& g, nv_i64 m, const F& f, nv_u64* claims) {
  nova_each(g, m, f, [&](nv_i64 i, const typename F::value& r) {
    const nv_u64 mine = (nv_u64)i + 1;
    if (!Write) atomicMax(&claims[f.target(r)], mine);
    else if (claims[f.target(r)] == mine) f.put(r);
  });
}

// The same of elements that are stored: f.target(i), f.put(i).
template <bool Write, class F> NOVA_DEVICE void nova_put(const nova_gpu& g, nv_i64 n, const F& f, nv_u64* claims) {
  if (nova_is_over(g)) return;
  for (nv_i64 i = nova_thread(); i < n; i += nova_threads()) {
    const nv_u64 mine = (nv_u64)i + 1;
    if (!Write) atomicMax(&claims[f.target(i)], mine);
    else if (claims[f.target(i)] == mine) f.put(i);
  }
}
