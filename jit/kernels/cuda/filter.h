#include "jit/kernels/cuda/look_back.h"
#include "jit/kernels/cuda/block_scan.h"
// Filter, in one pass over memory: a thread evaluates 8 neighbours, the block counts, the blocks before tell where to
// write (kernels/cuda/look_back.h). f.keeps(r) says whether an element stays, f.put(at, r) writes it, f.count(kept, all) how many do; where f.splits,
// f.put_other(at, r) writes those that do not.
struct nova_adds {
  NOVA_MEMBER void operator()(nv_i64 a, nv_i64 b, nv_i64* r) const { *r = a + b; }
};

template <class F> NOVA_DEVICE void nova_filter(const nova_gpu& g, nv_i64 n, const F& f, nv_i64* nodes, volatile unsigned* flags, unsigned* ticket) {
  if (nova_is_over(g)) return;
  constexpr int each = nova_filter_items;
  const nova_look<nv_i64> look = {g, nodes, flags};
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  const bool wide = f.aligned();
  const nv_i64 width = blockDim.x * each, blocks = (n + width - 1) / width;
  if (n <= 0 && nova_thread() == 0) f.count(0, 0);
  for (;;) {
    const nv_i64 b = nova_next_block(g, ticket);
    if (b >= blocks) break;
    const nv_i64 first = b * width + threadIdx.x * each;
    typename F::value r[each] = {};
    int kept = 0;
    if (!nova_quick && first + each <= n) {
      typename F::template lot<each> in;
      f.load(first, wide, in);
#pragma unroll
      for (int k = 0; k < each; ++k) f.element(t, &bad, first + k, in, k, &r[k]);
    } else
      for (int k = 0; k < each; ++k)
        if (first + k < n) {
          typename F::template lot<1> in;
          f.load(first + k, false, in);
          f.element(t, &bad, first + k, in, 0, &r[k]);
        }
#pragma unroll
    for (int k = 0; k < each; ++k) kept += first + k < n && f.keeps(r[k]);
    int total;
    const int before = nova_count_before(kept, &total, (int*)nova_shared);
    nv_i64* const carry = (nv_i64*)nova_shared;
    if (threadIdx.x < 32) {
      const nv_i64 kept_before = nova_carry(look, b, b + 1 < blocks, (nv_i64)total, (nv_i64)0, nova_adds());
      if (threadIdx.x == 0) *carry = kept_before;
      if (threadIdx.x == 0 && b + 1 == blocks) f.count(kept_before + total, n);
    }
    __syncthreads();
    nv_i64 at = *carry + before;
#pragma unroll
    for (int k = 0; k < each; ++k)
      if (first + k >= n) continue;
      else if (f.keeps(r[k])) f.put(at++, r[k]);
      else if (F::splits) f.put_other(first + k - at, r[k]);
  }
  nova_end(t, bad);
}
