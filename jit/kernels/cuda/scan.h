#include "jit/kernels/cuda/look_back.h"
// Scan, in one pass over memory. A thread holds a cell of 16 elements; the block's cells form a tree in shared memory;
// carries come from the blocks before (kernels/cuda/look_back.h) and down the tree. f.after(i, y, r) says what is stored of a
// running value, f.store(i, wide, r) writes 16 of that.
template <class F> struct nova_joins {
  nova_task* t;
  int* bad;
  const F& f;
  NOVA_MEMBER void operator()(const typename F::value& a, const typename F::value& b, typename F::value* r) const {
    f.join(t, bad, a, b, r);
  }
};

/// A cell's elements, as far as there are any.
template <class F>
NOVA_DEVICE void nova_cell(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 n, bool wide, typename F::value* y) {
  if (!nova_quick && first + 16 <= n) {
    typename F::template lot<16> in;
    f.load(first, wide, in);
#pragma unroll
    for (int k = 0; k < 16; ++k) f.element(t, bad, first + k, in, k, &y[k]);
    return;
  }
#pragma unroll
  for (int k = 0; k < 16; ++k)
    if (first + k < n) {
      typename F::template lot<1> in;
      f.load(first + k, false, in);
      f.element(t, bad, first + k, in, 0, &y[k]);
    }
}

/// From its carry through a cell, and out: what f.after makes of the running values.
template <class F>
NOVA_DEVICE void nova_run_cell(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 n, bool wide, typename F::value r,
                               typename F::value* y) {
  typename F::stored own[F::makes ? 16 : 1], *const made = F::makes ? own : (typename F::stored*)y; // running values stay in place
#pragma unroll
  for (int k = 0; k < 16; ++k)
    if (first + k < n) {
      const typename F::value x = y[k], before = r;
      if (!F::exclusive || (k < 15 && first + k + 1 < n)) f.join(t, bad, r, x, &r);
      f.after(t, bad, first + k, F::exclusive ? before : r, &made[k]);
    }
  if (!nova_quick && first + 16 <= n) return f.template store<16>(first, wide, made);
#pragma unroll
  for (int k = 0; k < 16; ++k)
    if (first + k < n) f.template store<1>(first + k, false, &made[k]);
}

/// The block's cells and above them the aligned blocks of cells: level after level, each half as wide. Of the cells `followed`
/// are whole and have one behind them: only what they come to is asked for, and the operator may not like anything else.
template <class F> NOVA_DEVICE void nova_cell_tree(nova_task* t, int* bad, const F& f, typename F::value* tree, unsigned followed) {
  typename F::value* from = tree;
  for (unsigned live = blockDim.x, width = 2; live > 1; live /= 2, width *= 2) {
    typename F::value* const to = from + live;
    __syncthreads();
    if (threadIdx.x < live / 2) {
      typename F::value both = {}; // what stands there where the join is over before its end
      if ((threadIdx.x + 1) * width <= followed) f.join(t, bad, from[2 * threadIdx.x], from[2 * threadIdx.x + 1], &both);
      to[threadIdx.x] = both;
    }
    from = to;
  }
  __syncthreads();
}

/// The block's carry joined with the aligned blocks of cells before the thread's.
template <class F> NOVA_DEVICE void nova_own_carry(nova_task* t, int* bad, const F& f, const typename F::value* tree, typename F::value& carry) {
  unsigned at = 0;
  for (unsigned width = blockDim.x / 2; width > 0; width /= 2)
    if (threadIdx.x & width) {
      f.join(t, bad, carry, tree[2 * blockDim.x - 2 * (blockDim.x / width) + at / width], &carry);
      at += width;
    }
}

/// What a thread's cell comes to, if it is whole and one follows.
template <class F>
NOVA_DEVICE typename F::value nova_cell_total(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 n, const typename F::value* y) {
  typename F::value total = {};
  if (first + 16 >= n) return total;
  total = y[0];
#pragma unroll
  for (int k = 1; k < 16; ++k) f.join(t, bad, total, y[k], &total);
  return total;
}

/// The block's elements, from `from` on. The first warp is asked for what all before come to: carry(total), of the block's own total.
template <class F, class C>
NOVA_DEVICE void nova_scan_block(nova_task* t, int* bad, const F& f, nv_i64 from, nv_i64 n, bool wide, const C& carry) {
  typedef typename F::value value;
  value *const tree = (value*)nova_shared, *const before = tree + 2 * blockDim.x - 1;
  const nv_i64 first = from + threadIdx.x * 16;
  value y[16];
  nova_cell(t, bad, f, first, n, wide, y);
  tree[threadIdx.x] = nova_cell_total(t, bad, f, first, n, y);
  nova_cell_tree(t, bad, f, tree, (unsigned)nova_least((n - 1 - from) / 16, blockDim.x));
  if (threadIdx.x < 32) {
    const value all = carry(tree[2 * blockDim.x - 2]);
    if (threadIdx.x == 0) *before = all;
  }
  __syncthreads();
  value own = *before;
  if (first >= n) return;
  nova_own_carry(t, bad, f, tree, own);
  nova_run_cell(t, bad, f, first, n, wide, own, y);
}

template <class F> NOVA_DEVICE void nova_scan(const nova_gpu& g, nv_i64 n, const F& f, typename F::value* nodes, volatile unsigned* flags, unsigned* ticket) {
  typedef typename F::value value;
  if (nova_is_over(g)) return;
  const nova_look<value> look = {g, nodes, flags};
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  const bool wide = f.aligned();
  const nv_i64 each = blockDim.x * 16, blocks = (n + each - 1) / each;
  for (;;) {
    const nv_i64 b = nova_next_block(g, ticket);
    if (b >= blocks) break;
    nova_scan_block(t, &bad, f, b * each, n, wide, [&](const value& total) {
      return nova_carry(look, b, b + 1 < blocks, total, f.start(), nova_joins<F>{t, &bad, f});
    });
  }
  nova_end(t, bad);
}
