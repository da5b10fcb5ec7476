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
