#include "jit/kernels/cuda/reduce.h"
#include "jit/kernels/cuda/row_balancing.h"
#include "jit/kernels/cuda/reduction_tree.h"
// A map whose elements are reductions of rows of any lengths. The threads for a row are chosen by its length
// (kernels/cuda/row_balancing.h). The functor f has the members of a reduction (reduce.h), where an element's index counts
// from 0 in its row, and head and count (row_balancing.h). f.put(t, bad, i, any, value) stores what the map computes from
// row i's reduction `value`; `any` says whether the row has elements. It returns 1 if the thread has to end.

/// Returns the number of leaves of a row of n elements: lanes of up to 64 elements (Lane), or cells of up to 16.
template <bool Lane> NOVA_DEVICE nv_i64 nova_leaves(nv_i64 n) {
  return Lane ? n / 1024 * 16 + nova_least(n % 1024, 16) : (n + 15) / 16;
}

/// Folds a leaf of a row of n elements into *v; `leaf` is its number. Does not change *v if the leaf has no elements. Returns 1
/// if the thread has to end.
template <bool Lane, class F>
static __device__ NOVA_ONCE int nova_row_leaf(nova_task* t, int* bad, const F& row, nv_i64 leaf, nv_i64 n, typename F::value* v) {
  const nv_i64 tile = leaf / 16 * 1024, first = Lane ? tile + leaf % 16 : leaf * 16, step = Lane ? 16 : 1;
  const nv_i64 end = nova_least(Lane ? tile + 1024 : first + 16, n);
  typename F::template lot<1> in;
  if (first >= end) return 0;
  row.load(first, false, in);
  if (row.first(t, bad, first, in, 0, v)) return 1;
#pragma unroll 4
  for (nv_i64 i = first + step; i < end; i += step) {
    row.load(i, false, in);
    if (row.next(t, bad, i, in, 0, v)) return 1;
  }
  return 0;
}

/// Reduces row i by one thread. Levels: the levels of its tree. Returns 1 if the thread has to end.
template <bool Lane, int Levels, class F> NOVA_DEVICE int nova_thread_row(nova_task* t, int* bad, const F& row, nv_i64 i) {
  const nv_i64 n = row.count(), leaves = nova_leaves<Lane>(n);
  nova_tree<F, Levels> tree;
  typename F::value v = {};
  for (nv_i64 leaf = 0; leaf < leaves; ++leaf)
    if (nova_row_leaf<Lane>(t, bad, row, leaf, n, &v) || tree.push(t, bad, row, v) || ((t->fuel -= 64) < 0 && nova_poll(t))) return 1;
  return (n > 0 && tree.finish(t, bad, row, &v)) || row.put(t, bad, i, n > 0, v);
}

/// Reduces row i by 16 threads, each of which folds a leaf at a time. The warp's other 16 threads have another row, or none
/// (i < 0). `over`: 1 if the thread has to end. Returns 1 if the thread has to end.
template <bool Lane, int Levels, class F> NOVA_DEVICE int nova_group_row(nova_task* t, int* bad, F& row, nv_i64 i, int over) {
  const unsigned lane = threadIdx.x % 16;
  if (i >= 0) over |= row.head(t, bad, i);
  const nv_i64 n = i >= 0 && !over ? row.count() : 0, leaves = nova_leaves<Lane>(n);
  nova_tree<F, Levels> tree;
  for (nv_i64 c = 0; __ballot_sync(0xffffffffu, c < leaves && !over); c += 16) {
    typename F::value v = {};
    if ((t->fuel -= 64) < 0) over |= nova_poll(t);
    if (!over && c + lane < leaves) over |= nova_row_leaf<Lane>(t, bad, row, c + lane, n, &v);
#pragma unroll
    for (int d = 1; d < 16; d *= 2) {
      const typename F::value right = nova_shift(v, d);
      if (lane % (2 * d) == 0 && c + lane + d < leaves) over |= row.join(t, bad, v, right, &v);
    }
    if (lane == 0 && c < leaves) over |= tree.push(t, bad, row, v);
  }
  typename F::value v = {};
  if (__ballot_sync(0xffffffffu, over)) return 1;
  return lane == 0 && n > 0 && (tree.finish(t, bad, row, &v) || row.put(t, bad, i, true, v));
}

/// Reduces the leaves from .. to - 1 of a row of n elements, by a block. The result is valid in thread 0. `from` must be a
/// multiple of a power of two that is at least to - from.
template <bool Lane, class F>
static __device__ NOVA_ONCE typename F::value nova_block_row(nova_task* t, int* bad, const F& row, nv_i64 from, nv_i64 to, nv_i64 n) {
  const nv_i64 leaves = nova_leaves<Lane>(n);
  nova_tree<F, 34> tree;
  typename F::value all = {};
  for (nv_i64 c = from; c < to && !__syncthreads_or(*t->gpu->stop); c += blockDim.x) {
    typename F::value v = {};
    const nv_i64 leaf = c + threadIdx.x;
    if (leaf < leaves) nova_row_leaf<Lane>(t, bad, row, leaf, n, &v);
    nova_block_tree(t, bad, row, leaf, 1, leaves, v, (typename F::value*)nova_shared);
    if (threadIdx.x == 0) tree.push(t, bad, row, v);
  }
  if (threadIdx.x == 0) tree.finish(t, bad, row, &all);
  return all;
}

/// The class W of row_balancing.h for reductions of rows.
template <bool Lane, int By, class F> struct nova_folds : nova_sizes<By, Lane ? nova_short_lane_fold : nova_short_fold, nova_group_leaves, nova_whole_leaves> {
  enum { forced = By != nova_by_size, levels_of_thread = forced ? 34 : 4, levels_of_group = forced ? 34 : 6 };
  static NOVA_MEMBER nv_i64 leaves(nv_i64 n) { return nova_leaves<Lane>(n); }
  static NOVA_MEMBER nv_i64 piece(unsigned) { return nova_piece_leaves; }
  static NOVA_MEMBER unsigned room(unsigned) { return 8 * sizeof(typename F::value); }
  static NOVA_MEMBER int thread(nova_task* t, int* bad, const F& row, nv_i64 i) { return nova_thread_row<Lane, levels_of_thread>(t, bad, row, i); }
  static NOVA_MEMBER int group(nova_task* t, int* bad, F& row, nv_i64 i, int over) { return nova_group_row<Lane, levels_of_group>(t, bad, row, i, over); }
  static NOVA_MEMBER int block(nova_task* t, int* bad, const F& row, nv_i64 i) {
    const typename F::value v = nova_block_row<Lane>(t, bad, row, 0, leaves(row.count()), row.count());
    return threadIdx.x == 0 && !t->gpu->state[0] && row.put(t, bad, i, true, v);
  }
};

/// The kernel: reduces n rows, except for those that are cut. `cut`, `room`: as for nova_balance_rows.
template <bool Lane, int By, class F> NOVA_DEVICE void nova_row_folds(const nova_gpu& g, nv_i64 n, const F& f, nova_cut* cut, nv_i64 room) {
  nova_balance_rows<nova_folds<Lane, By, F>>(g, n, f, cut, room);
}

/// The second kernel: reduces the rows that were cut. Blocks reduce pieces and store their values in `pieces`. The last block
/// that ends joins the pieces of each row. `ticket`: a counter, 0 at first.
template <bool Lane, class F>
NOVA_DEVICE void nova_cut_rows(const nova_gpu& g, nv_i64, const F& f, const nova_cut* cut, nv_i64, typename F::value* pieces, unsigned* ticket) {
  const unsigned rows = (unsigned)nova_least(cut->rows, nova_most_cut_rows);
  if (nova_is_over(g) || rows == 0) return;
  const nv_i64 piece = nova_folds<Lane, nova_by_size, F>::piece(blockDim.x);
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  F row = f;
  for (unsigned k = 0; k < rows; ++k) {
    if (__syncthreads_or(row.head(t, &bad, cut->row[k]))) break; // threads may see a stop at different times, so all of them vote
    const nv_i64 leaves = nova_leaves<Lane>(row.count());
    for (nv_i64 p = blockIdx.x; p < cut->count[k]; p += gridDim.x) {
      const typename F::value v = nova_block_row<Lane>(t, &bad, row, p * piece, nova_least(p * piece + piece, leaves), row.count());
      if (threadIdx.x == 0) pieces[cut->first[k] + p] = v;
    }
  }
  if (!nova_last_block(ticket) || nova_is_over(g)) return nova_end(t, bad);
  for (unsigned k = 0; k < rows; ++k) {
    const nv_i64 all = cut->count[k];
    nova_tree<F, 14> tree;
    typename F::value v = {};
    if (__syncthreads_or(row.head(t, &bad, cut->row[k]))) break;
    for (nv_i64 c = 0; c < all; c += blockDim.x) {
      const nv_i64 p = c + threadIdx.x;
      if (p < all) v = pieces[cut->first[k] + p];
      nova_block_tree(t, &bad, row, p, 1, all, v, (typename F::value*)nova_shared);
      if (threadIdx.x == 0) tree.push(t, &bad, row, v);
    }
    if (threadIdx.x == 0 && !tree.finish(t, &bad, row, &v) && !g.state[0]) row.put(t, &bad, cut->row[k], true, v);
  }
  nova_end(t, bad);
}
