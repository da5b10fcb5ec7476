#include "jit/kernels/count.h"
#include "jit/kernels/reduce.h"
// A reduction for each element, of rows of any lengths: a block looks at some rows, a thread each. Short rows are folded
// by that thread, longer ones by 16 threads, long ones by the block; the longest are cut, and a second kernel has all
// blocks take their pieces. Who folds a row is never seen: all follow the tree that docs/shapes.md draws over its leaves.
//
// f.head(t, bad, i) computes what row i needs, which stays in f; then f.count() is its length, elements are a
// reduction's (reduce.h), and f.put(t, bad, i, any, value) says what becomes of its value (any: are there elements?).

/// How many leaves n elements have: lanes of 64, cells of 16.
template <bool Lane> NOVA_DEVICE nv_i64 nova_leaves(nv_i64 n) {
  return Lane ? n / 1024 * 16 + nova_least(n % 1024, 16) : (n + 15) / 16;
}

template <bool Lane, class F>
NOVA_DEVICE int nova_row_leaf(nova_task* t, int* bad, const F& row, nv_i64 leaf, nv_i64 n, typename F::value* v) {
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

/// The tree over the values of neighbouring aligned blocks of leaves, which come in order; at most 2^(Levels - 1).
template <class F, int Levels> struct nova_tree {
  typename F::value s[Levels];
  int depth = 0;
  nv_i64 count = 0;
  NOVA_MEMBER int push(nova_task* t, int* bad, const F& row, typename F::value v) {
    for (nv_i64 bits = count++; bits & 1; bits >>= 1)
      if (row.join(t, bad, s[--depth], v, &v)) return 1;
    s[depth++] = v;
    return 0;
  }
  NOVA_MEMBER int finish(nova_task* t, int* bad, const F& row, typename F::value* v) {
    for (; depth > 1; --depth)
      if (row.join(t, bad, s[depth - 2], s[depth - 1], &s[depth - 2])) return 1;
    *v = s[0];
    return 0;
  }
};

/// Rows that are cut: which, and where in the room for pieces theirs begin.
struct nova_cut {
  enum { rows_room = 256, pieces_room = 4096, leaves = 1024 };
  unsigned rows, pieces;
  nv_i64 row[rows_room];
  unsigned first[rows_room];
};

/// Takes the row in, if there is room.
NOVA_DEVICE bool nova_cut_row(nova_cut* cut, nv_i64 i, nv_i64 leaves) {
  const nv_i64 pieces = (leaves + nova_cut::leaves - 1) / nova_cut::leaves;
  if (pieces > nova_cut::pieces_room) return false;
  const unsigned first = atomicAdd(&cut->pieces, (unsigned)pieces);
  if (first + pieces > nova_cut::pieces_room) return false;
  const unsigned k = atomicAdd(&cut->rows, 1u);
  if (k >= nova_cut::rows_room) return false;
  cut->row[k] = i, cut->first[k] = first;
  return true;
}

/// By a thread.
template <bool Lane, int Levels, class F> NOVA_DEVICE int nova_thread_row(nova_task* t, int* bad, const F& row, nv_i64 i) {
  const nv_i64 n = row.count(), leaves = nova_leaves<Lane>(n);
  nova_tree<F, Levels> tree;
  typename F::value v = {};
  for (nv_i64 leaf = 0; leaf < leaves; ++leaf)
    if (nova_row_leaf<Lane>(t, bad, row, leaf, n, &v) || tree.push(t, bad, row, v)) return 1;
  return (n > 0 && tree.finish(t, bad, row, &v)) || row.put(t, bad, i, n > 0, v);
}

/// By 16 threads; the warp's other 16 have a row of their own, or none (i < 0).
template <bool Lane, class F> NOVA_DEVICE int nova_group_row(nova_task* t, int* bad, F& row, nv_i64 i, int over) {
  const unsigned lane = threadIdx.x % 16;
  if (i >= 0) over |= row.head(t, bad, i);
  const nv_i64 n = i >= 0 && !over ? row.count() : 0, leaves = nova_leaves<Lane>(n);
  nova_tree<F, 6> tree;
  for (nv_i64 c = 0; __ballot_sync(0xffffffffu, c < leaves); c += 16) {
    typename F::value v = {};
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

/// By the block: what the leaves from `from` to `to` come to, in thread 0.
template <bool Lane, class F>
NOVA_DEVICE typename F::value nova_block_row(nova_task* t, int* bad, const F& row, nv_i64 from, nv_i64 to, nv_i64 n) {
  const nv_i64 leaves = nova_leaves<Lane>(n);
  nova_tree<F, 34> tree;
  typename F::value all = {};
  for (nv_i64 c = from; c < to; c += blockDim.x) {
    typename F::value v = {};
    const nv_i64 leaf = c + threadIdx.x;
    if (leaf < leaves) nova_row_leaf<Lane>(t, bad, row, leaf, n, &v);
    nova_block_tree(t, bad, row, leaf, 1, leaves, v, (typename F::value*)nova_shared);
    if (threadIdx.x == 0) tree.push(t, bad, row, v);
  }
  if (threadIdx.x == 0) tree.finish(t, bad, row, &all);
  return all;
}

template <bool Lane, class F> NOVA_DEVICE void nova_row_folds(const nova_gpu& g, nv_i64 n, const F& f, nova_cut* cut) {
  if (nova_is_over(g)) return;
  constexpr nv_i64 shortest = Lane ? 8 : 16, longest = 256, whole = 128 * nova_cut::leaves / 64; // the last two in leaves
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  int* const room = (int*)(nova_shared + (8 * sizeof(typename F::value) + 15) / 16 * 16);
  unsigned* const list = (unsigned*)(room + 8);
  const nv_i64 each = nova_least((n + gridDim.x - 1) / gridDim.x, blockDim.x), blocks = (n + each - 1) / each;
  for (nv_i64 b = blockIdx.x; b < blocks; b += gridDim.x) {
    const nv_i64 i = b * each + threadIdx.x;
    F row = f;
    bool is_middle = false, is_long = false;
    if (threadIdx.x < each && i < n && !over && !(over |= row.head(t, &bad, i) || ((t->fuel -= 64) < 0 && nova_poll(t)))) {
      const nv_i64 leaves = nova_leaves<Lane>(row.count());
      if (row.count() <= shortest) over |= nova_thread_row<Lane, 4>(t, &bad, row, i);
      else if (leaves <= longest) is_middle = true;
      else is_long = leaves <= whole || !nova_cut_row(cut, i, leaves);
    }
    int middles, longs;
    const int m = nova_count_before(is_middle, &middles, room), l = nova_count_before(is_long, &longs, room);
    if (is_middle) list[m] = threadIdx.x;
    if (is_long) list[blockDim.x - 1 - l] = threadIdx.x;
    __syncthreads();
    for (int q = threadIdx.x / 32 * 2; q < middles; q += blockDim.x / 16) {
      const int own = q + threadIdx.x % 32 / 16;
      over |= nova_group_row<Lane>(t, &bad, row, own < middles ? b * each + list[own] : -1, over);
    }
    for (int q = 0; q < longs; ++q) {
      const nv_i64 at = b * each + list[blockDim.x - 1 - q];
      if (__syncthreads_or(over |= row.head(t, &bad, at))) break;
      const typename F::value v = nova_block_row<Lane>(t, &bad, row, 0, nova_leaves<Lane>(row.count()), row.count());
      if (threadIdx.x == 0 && !g.state[0]) over |= row.put(t, &bad, at, true, v);
    }
    __syncthreads();
  }
  nova_end(t, bad);
}

/// The rows that were cut: their pieces, and, by the last block, rows of them.
template <bool Lane, class F>
NOVA_DEVICE void nova_cut_rows(const nova_gpu& g, nv_i64, const F& f, const nova_cut* cut, typename F::value* pieces, unsigned* ticket) {
  const unsigned rows = (unsigned)nova_least(cut->rows, nova_cut::rows_room);
  if (nova_is_over(g) || rows == 0) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  F row = f;
  const auto count = [&](unsigned k) {
    return row.head(t, &bad, cut->row[k]) ? 0 : (nova_leaves<Lane>(row.count()) + nova_cut::leaves - 1) / nova_cut::leaves;
  };
  for (unsigned k = 0; k < rows; ++k)
    for (nv_i64 p = blockIdx.x, all = count(k); p < all; p += gridDim.x) {
      const nv_i64 from = p * nova_cut::leaves, to = nova_least(from + nova_cut::leaves, nova_leaves<Lane>(row.count()));
      const typename F::value v = nova_block_row<Lane>(t, &bad, row, from, to, row.count());
      if (threadIdx.x == 0) pieces[cut->first[k] + p] = v;
    }
  if (!nova_last_block(ticket) || nova_is_over(g)) return nova_end(t, bad);
  for (unsigned k = 0; k < rows; ++k) {
    const nv_i64 all = count(k);
    nova_tree<F, 14> tree;
    typename F::value v = {};
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
