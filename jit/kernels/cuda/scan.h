#include "jit/kernels/cuda/look_back.h"
#include "jit/kernels/cuda/cells.h"
// Scan, in one pass over memory. A thread scans a cell of 16 elements (kernels/cuda/cells.h); the block's cells form a tree in shared
// memory; carries come from the blocks before (kernels/cuda/look_back.h) and down the tree.
template <class F> struct nova_joins {
  nova_task* t;
  int* bad;
  const F& f;
  NOVA_MEMBER void operator()(const typename F::value& a, const typename F::value& b, typename F::value* r) const {
    f.join(t, bad, a, b, r);
  }
};

/// A node of the tree: what two neighbours among `from` come to. Of the cells `followed` are whole and have one behind them: only
/// what they come to is asked for, and the operator may not like anything else.
template <class F>
NOVA_DEVICE void nova_cell_node(nova_task* t, int* bad, const F& f, const typename F::value* from, unsigned width, unsigned followed,
                                unsigned at, typename F::value* to) {
  typename F::value both = {}; // what stands there where the join is over before its end
  if ((at + 1) * width <= followed) f.join(t, bad, from[2 * at], from[2 * at + 1], &both);
  to[at] = both;
}

/// The block's cells and above them the aligned blocks of cells: level after level, each half as wide. Each warp joins its own 32
/// cells, and the first warp what these come to, so that warps wait for each other once. The first warp may read the root.
template <class F> NOVA_DEVICE void nova_cell_tree(nova_task* t, int* bad, const F& f, typename F::value* tree, unsigned followed) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  typename F::value* from = tree;
  unsigned live = blockDim.x, width = 2;
  for (unsigned own = 16; own > 0; own /= 2, from += live, live /= 2, width *= 2) {
    __syncwarp();
    if (lane < own) nova_cell_node(t, bad, f, from, width, followed, warp * own + lane, from + live);
  }
  __syncthreads();
  for (; live > 1; from += live, live /= 2, width *= 2) {
    if (threadIdx.x < live / 2) nova_cell_node(t, bad, f, from, width, followed, threadIdx.x, from + live);
    __syncwarp();
  }
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

/// The block's elements, from `from` on. The first warp is asked for what all before come to: carry(total), of the block's own total.
template <class F, class C>
NOVA_DEVICE void nova_scan_block(nova_task* t, int* bad, const F& f, nv_i64 from, nv_i64 n, bool wide, const C& carry) {
  typedef typename F::value value;
  nova_block_cells<F> y;
  value *const tree = (value*)(nova_shared + blockDim.x * y.bytes), *const before = tree + 2 * blockDim.x - 1;
  const nv_i64 first = from + threadIdx.x * 16;
  y.take(t, bad, f, first, n, wide);
  tree[threadIdx.x] = nova_cell_total(t, bad, f, first, n, y);
  nova_cell_tree(t, bad, f, tree, (unsigned)nova_least((n - 1 - from) / 16, blockDim.x));
  if (threadIdx.x < 32) {
    const value all = carry(tree[2 * blockDim.x - 2]);
    if (threadIdx.x == 0) *before = all;
  }
  __syncthreads();
  value own = *before;
  if (first < n) nova_own_carry(t, bad, f, tree, own);
  y.run(t, bad, f, first, n, wide, own);
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
