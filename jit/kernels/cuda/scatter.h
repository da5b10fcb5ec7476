#include "jit/kernels/cuda/for_each.h"
/// Where targets repeat, the last one in order wins. Writers first claim their places, the largest number stays; then each
/// writes where its claim stood. May number i write now?
template <bool Write> NOVA_DEVICE bool nova_wins(nv_u64* claim, nv_i64 i) {
  const nv_u64 mine = (nv_u64)i + 1;
  if (!Write) atomicMax(claim, mine);
  return Write && *claim == mine;
}

// Scatter: f.target(r), f.put(r).
template <bool Write, class F> NOVA_DEVICE void nova_scatter(const nova_gpu& g, nv_i64 m, const F& f, nv_u64* claims) {
  nova_each(g, m, f, [&](nv_i64 i, const typename F::value& r) {
    if (nova_wins<Write>(&claims[f.target(r)], i)) f.put(r);
  });
}

// Scatter to places that differ, or all is for nothing.
template <class F> NOVA_DEVICE void nova_permute(const nova_gpu& g, nv_i64 m, const F& f) {
  nova_each(g, m, f, [&](nv_i64, const typename F::value& r) { f.put(r); });
}

// Scatter of elements that are stored: f.target(i), f.put(i).
template <bool Write, class F> NOVA_DEVICE void nova_put(const nova_gpu& g, nv_i64 n, const F& f, nv_u64* claims) {
  if (nova_is_over(g)) return;
  for (nv_i64 i = nova_thread(); i < n; i += nova_threads())
    if (nova_wins<Write>(&claims[f.target(i)], i)) f.put(i);
}
