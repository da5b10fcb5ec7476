// Reductions in their two shapes (docs/shapes.md): a reduction tree over leaves, which are lanes or cells. If a right
// operand is absent, the left one moves up unchanged. The threads of a block fold a group of leaves at a time. A block takes
// aligned runs of neighbouring groups, and stores a value for each run. The last block that ends joins these values.
//
// The members of the functor f, besides those of gpu.h:
//   f.first(t, bad, i, in, j, acc)   begins a leaf acc with element i, the j-th of the loaded elements `in`
//   f.next(t, bad, i, in, j, acc)    folds element i into the leaf acc
//   f.finish(t, bad, value)          writes the result of the reduction
//   f.empty()                        writes the result if there are no elements
#include "jit/kernels/cuda/reduction_tree.h"

/// Joins the values v of a block's threads by the tree; each thread gets the result in v. A thread's v is that of the aligned
/// block of `span` leaves from leaf number `leaf` on, of `leaves` in all. `room`: shared memory for a value of each warp.
template <class F>
NOVA_DEVICE void nova_block_tree(nova_task* t, int* bad, const F& f, nv_i64 leaf, nv_i64 span, nv_i64 leaves,
                                 typename F::value& v, typename F::value* room) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    const typename F::value right = nova_shift(v, d);
    if (lane % (2 * d) == 0 && leaf + d * span < leaves) f.join(t, bad, v, right, &v);
  }
  if (lane == 0) room[warp] = v;
  __syncthreads();
  const nv_i64 base = leaf - threadIdx.x * span;
  for (unsigned d = 1; d < warps; d *= 2) {
    if (threadIdx.x < warps && threadIdx.x % (2 * d) == 0 && base + (threadIdx.x + d) * 32 * span < leaves)
      f.join(t, bad, room[threadIdx.x], room[threadIdx.x + d], &room[threadIdx.x]);
    __syncthreads();
  }
  v = room[0];
  __syncthreads();
}

/// Folds four neighbouring lanes of a complete tile into a[0 .. 3]. `first`: the index of the first lane's first element.
/// `wide`: whether loads of 16 bytes are allowed. F::flight rows are loaded before the first of them is folded.
template <class F>
NOVA_DEVICE void nova_whole_lanes(nova_task* t, int* bad, const F& f, nv_i64 first, bool wide, typename F::value* a) {
  constexpr int U = F::flight;
  static_assert(63 % U == 0, "rows after the first");
  typename F::template lot<4> in[U];
  f.load(first, wide, in[0]);
#pragma unroll
  for (int q = 0; q < 4; ++q) f.first(t, bad, first + q, in[0], q, &a[q]);
#pragma unroll 1
  for (int r = 1; r < 64; r += U) {
#pragma unroll
    for (int u = 0; u < U; ++u) f.load(first + (r + u) * 16, wide, in[u]);
#pragma unroll
    for (int u = 0; u < U; ++u)
#pragma unroll
      for (int q = 0; q < 4; ++q) f.next(t, bad, first + (r + u) * 16 + q, in[u], q, &a[q]);
  }
}

/// The same for any tile, element by element. `end`: the index at which the tile ends.
template <class F>
NOVA_DEVICE void nova_some_lanes(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 end, typename F::value* a) {
  for (int q = 0; q < 4; ++q)
    for (nv_i64 i = first + q; i < end; i += 16) {
      typename F::template lot<1> in;
      f.load(i, false, in);
      if (i == first + q) f.first(t, bad, i, in, 0, &a[q]);
      else f.next(t, bad, i, in, 0, &a[q]);
    }
}

/// Folds the four lanes from leaf number `leaf` on, of `leaves` in all, and joins them to v. Four threads share a tile. n: the
/// number of elements.
template <class F>
NOVA_DEVICE void nova_lane_leaves(nova_task* t, int* bad, const F& f, nv_i64 leaf, nv_i64 leaves, nv_i64 n, bool wide,
                                  typename F::value& v) {
  if (leaf >= leaves) return;
  const nv_i64 tile = leaf / 16, first = tile * 1024 + leaf % 16;
  typename F::value a[4];
  if (!nova_quick && tile * 1024 + 1024 <= n) nova_whole_lanes(t, bad, f, first, wide, a);
  else nova_some_lanes(t, bad, f, first, nova_least(tile * 1024 + 1024, n), a);
  if (leaf + 1 < leaves) f.join(t, bad, a[0], a[1], &a[0]);
  if (leaf + 3 < leaves) f.join(t, bad, a[2], a[3], &a[2]);
  if (leaf + 2 < leaves) f.join(t, bad, a[0], a[2], &a[0]);
  v = a[0];
}

/// Folds the cell with the number `cell` into v, by one thread. n: the number of elements.
template <class F>
NOVA_DEVICE void nova_cell_leaf(nova_task* t, int* bad, const F& f, nv_i64 cell, nv_i64 n, bool wide, typename F::value& v) {
  const nv_i64 first = cell * 16, end = nova_least(first + 16, n);
  if (!nova_quick && first + 16 <= n) {
    typename F::template lot<16> in;
    f.load(first, wide, in);
    f.first(t, bad, first, in, 0, &v);
#pragma unroll
    for (int k = 1; k < 16; ++k) f.next(t, bad, first + k, in, k, &v);
    return;
  }
  for (nv_i64 i = first; i < end; ++i) {
    typename F::template lot<1> in;
    f.load(i, false, in);
    if (i == first) f.first(t, bad, i, in, 0, &v);
    else f.next(t, bad, i, in, 0, &v);
  }
}

/// Returns true in all threads of the block that calls this last, else false. `ticket`: a counter in device memory, 0 at first.
NOVA_DEVICE bool nova_last_block(unsigned* ticket) {
  unsigned* const last = (unsigned*)nova_shared;
  NOVA_FENCE();
  __syncthreads();
  if (threadIdx.x == 0) *last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  __syncthreads();
  NOVA_FENCE();
  const bool me = *last;
  __syncthreads();
  return me;
}

/// Returns how many neighbouring groups a block folds to one value, of `groups` in all. The result is a power of two. It is so
/// large that the last block has few values to join, and so small that all blocks have work.
NOVA_DEVICE nv_i64 nova_run_of_groups(nv_i64 groups) {
  nv_i64 run = 1;
  while (run < nova_most_run && groups / run > 4 * (nv_i64)gridDim.x) run *= 2;
  return run;
}

/// Joins the `live` values at `from` by the tree, and writes the result of the reduction, by one block. `to`: memory for
/// half as many values. Both are overwritten.
template <class F>
NOVA_DEVICE void nova_join_all(nova_task* t, int* bad, const F& f, typename F::value* from, typename F::value* to, nv_i64 live) {
  for (; live > 1; live = (live + 1) / 2) {
    for (nv_i64 l = threadIdx.x; l < live / 2; l += blockDim.x) f.join(t, bad, from[2 * l], from[2 * l + 1], &to[l]);
    if (live % 2 && threadIdx.x == 0) to[live / 2] = from[live - 1];
    __syncthreads();
    typename F::value* const swap = from;
    from = to, to = swap;
  }
  if (threadIdx.x == 0) f.finish(t, bad, from[0]);
}

/// The kernel: reduces elements 0 .. n - 1. Lane: whether the shape is the lane shape, in which a thread folds four lanes of a
/// tile; otherwise it folds a cell. `values`: device memory for two values of each group of leaves. `ticket`: a counter, 0 at
/// first.
template <bool Lane, class F>
NOVA_DEVICE void nova_reduce(const nova_gpu& g, nv_i64 n, const F& f, typename F::value* values, unsigned* ticket) {
  if (nova_is_over(g)) return;
  typedef typename F::value value;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  const bool wide = f.aligned();
  const nv_i64 last = n % 1024, span = Lane ? 4 : 1;
  const nv_i64 leaves = Lane ? n / 1024 * 16 + (last < 16 ? last : 16) : (n + 15) / 16;
  const nv_i64 each = blockDim.x * span, count = (leaves + each - 1) / each;
  if (n <= 0) {
    if (nova_thread() == 0) f.empty();
    return;
  }
  const nv_i64 run = nova_run_of_groups(count), runs = (count + run - 1) / run;
  for (nv_i64 k = blockIdx.x; k < runs && !__syncthreads_or(*g.stop); k += gridDim.x) {
    nova_tree<F, nova_run_levels> tree; // used by thread 0 only
    value v = {};
    for (nv_i64 group = k * run; group < nova_least(k * run + run, count); ++group) {
      const nv_i64 leaf = group * each + threadIdx.x * span;
      v = {};
      if (Lane) nova_lane_leaves(t, &bad, f, leaf, leaves, n, wide, v);
      else nova_cell_leaf(t, &bad, f, leaf, n, wide, v);
      nova_block_tree(t, &bad, f, leaf, span, leaves, v, (value*)nova_shared);
      if (run > 1 && threadIdx.x == 0) tree.push(t, &bad, f, v);
    }
    if (run > 1 && threadIdx.x == 0) tree.finish(t, &bad, f, &v);
    if (threadIdx.x == 0) values[k] = v;
  }
  if (nova_last_block(ticket) && !__syncthreads_or(*g.stop)) nova_join_all(t, &bad, f, values, values + runs, runs);
  nova_end(t, bad);
}
