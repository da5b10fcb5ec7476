#include "jit/kernels/cuda/for_each.h"
// Scatters: each element is written to a target index. If several elements have the same target, the last of them in order is
// written. For that, a first kernel (Write = false) claims the targets. `claims` has a word for each target, 0 at first, in
// which the greatest element number stays. A second kernel (Write = true) writes each element whose claim stayed.

/// Claims a target for element number i, or returns whether element i may write to it (Write). `claim`: the target's word.
template <bool Write> NOVA_DEVICE bool nova_wins(nv_u64* claim, nv_i64 i) {
  const nv_u64 mine = (nv_u64)i + 1;
  if (!Write) atomicMax(claim, mine);
  return Write && *claim == mine;
}

/// A kernel of a scatter of m elements, which are computed in both kernels. f.target(r) returns the target of an element with
/// the value r, and f.put(r) writes it there.
template <bool Write, class F> NOVA_DEVICE void nova_scatter(const nova_gpu& g, nv_i64 m, const F& f, nv_u64* claims) {
  nova_each(g, m, f, [&](nv_i64 i, const typename F::value& r) {
    if (nova_wins<Write>(&claims[f.target(r)], i)) f.put(r);
  });
}

/// The kernel of a scatter without claims, for m elements whose targets differ. If they do not, a later check fails, and the
/// results are not used.
template <class F> NOVA_DEVICE void nova_permute(const nova_gpu& g, nv_i64 m, const F& f) {
  nova_each(g, m, f, [&](nv_i64, const typename F::value& r) { f.put(r); });
}

/// A kernel of a scatter of n elements that are stored already. f.target(i) returns the target of element i, and f.put(i)
/// writes it there.
template <bool Write, class F> NOVA_DEVICE void nova_put(const nova_gpu& g, nv_i64 n, const F& f, nv_u64* claims) {
  if (nova_is_over(g)) return;
  for (nv_i64 i = nova_thread(); i < n; i += nova_threads())
    if (nova_wins<Write>(&claims[f.target(i)], i)) f.put(i);
}
