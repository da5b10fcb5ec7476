#include "jit/kernels/cuda/row_folds.h"
// A reduction of equal length for each element, whose inputs many elements share: the block brings them to its shared
// memory, and each thread reads them from there. The lanes of a thread's own reductions, or the cell that it is at, stay
// in its registers, so that the tree of docs/shapes.md is drawn over them as everywhere. f as in row_folds.h, with f.load; f.step(.., first, r) goes on
// with a leaf, or begins it; f.starts: leaves begin with f.start().

/// Lanes to a tile's value; `live` of them are there.
template <class F>
NOVA_DEVICE int nova_join_lanes(nova_task* t, int* bad, const F& row, nv_i64 live, typename F::value* a) {
  int over = 0;
#pragma unroll
  for (int d = 1; d < 16; d *= 2)
#pragma unroll
    for (int l = 0; l + d < 16; l += 2 * d)
      if (l + d < live) over |= row.join(t, bad, a[l], a[l + d], &a[l]);
  return over;
}

/// A reduction's tile begins: accumulations with their start, others with their first elements.
template <class F> NOVA_DEVICE void nova_begin_lanes(const F& row, typename F::value* a) {
#pragma unroll
  for (int l = 0; l < 16; ++l)
    if (F::starts) a[l] = row.start();
}

// ---- all pairs: elements with a row each, whose inputs depend on the place in the row alone

/// 16 elements that lie in shared memory, four to a lot: one for each lane, or a cell.
template <bool Lane, bool First, class F>
NOVA_DEVICE int nova_pair_row(nova_task* t, int* bad, const F& row, nv_i64 i, const typename F::template lot<4>* in,
                              typename F::value* a) {
  int over = 0;
#pragma unroll
  for (int l = 0; l < 16; ++l) over |= row.step(t, bad, i + l, in[l / 4], l % 4, Lane ? First : l == 0, &a[Lane ? l : 0]);
  return over;
}

/// The elements of a tile that fill no row of 16.
template <bool Lane, class F>
NOVA_DEVICE int nova_pair_rest(nova_task* t, int* bad, const F& row, nv_i64 i, nv_i64 end, bool first, typename F::value* a) {
  int over = 0;
#pragma unroll
  for (int l = 0; l < 15; ++l)
    if (i + l < end) {
      typename F::template lot<1> in;
      row.load(i + l, false, in);
      over |= row.step(t, bad, i + l, in, 0, Lane ? first && !F::starts : l == 0, &a[Lane ? l : 0]);
    }
  return over;
}

template <bool Lane, class F> NOVA_DEVICE void nova_pair_folds(const nova_gpu& g, nv_i64 n, const F& f) {
  typedef typename F::template lot<4> lot;
  if (nova_is_over(g)) return;
  constexpr int chunk = nova_pair_items; // elements in shared memory
  lot* const lots = (lot*)nova_shared;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  const bool wide = f.aligned();
  const nv_i64 m = f.count();
  for (nv_i64 base = (nv_i64)blockIdx.x * blockDim.x; base < n; base += nova_threads()) {
    const nv_i64 i = base + threadIdx.x;
    F row = f;
    nova_tree<F, 54> tree;
    typename F::value a[Lane ? 16 : 1] = {};
    over |= row.head(t, &bad, nova_least(i, n - 1)); // beyond the end the last one once more: what is asked of others may fail
    for (nv_i64 tile = 0; tile < m; tile += 1024) {
      if ((t->fuel -= 1024) < 0 && nova_poll(t)) over = 1;
      if (__syncthreads_or(over)) break;
      if (Lane) nova_begin_lanes(row, a);
      const nv_i64 end = nova_least(tile + 1024, m), rows = tile + (end - tile) / 16 * 16;
      for (nv_i64 c = tile; c < rows; c += chunk) {
        const nv_i64 some = nova_least(rows - c, chunk);
        for (nv_i64 k = threadIdx.x; k < some / 4; k += blockDim.x) {
          lot in;
          f.load(c + k * 4, wide, in);
          lots[k] = in;
        }
        __syncthreads();
        nv_i64 k = 0;
        if (Lane && c == tile && !F::starts) over |= nova_pair_row<Lane, true>(t, &bad, row, c, lots, a), k = 16;
        for (; k < some; k += 16) {
          over |= nova_pair_row<Lane, false>(t, &bad, row, c + k, lots + k / 4, a);
          if (!Lane) over |= tree.push(t, &bad, row, a[0]);
        }
        __syncthreads();
      }
      over |= nova_pair_rest<Lane>(t, &bad, row, rows, end, rows == tile, a);
      if (Lane) over |= nova_join_lanes(t, &bad, row, end - tile, a);
      if (Lane || rows < end) over |= tree.push(t, &bad, row, a[0]);
    }
    if (__syncthreads_or(over)) break;
    if (i < n) over |= (m > 0 && tree.finish(t, &bad, row, &a[0])) || row.put(t, &bad, i, m > 0, a[0]);
  }
  nova_end(t, bad);
}

// ---- products: elements in rows and columns, of whose inputs some depend on the row, others on the column

/// f.columns(n) is a row's length; f.load_left(k) reads what depends on the row at k, f.load_right(k) what on the column.
template <class F> struct nova_product_tile {
  enum { down = sizeof(typename F::value) <= 4 ? 3 : 2, rows = 16 * down }; ///< a thread's elements, and a block's rows
  typename F::left left[rows][16];
  typename F::right right[16][16];
};

/// Brings 16 elements of a tile's rows and columns and joins them; `begins`: they are their lanes' first. Where there are no
/// lanes they are a cell. Whole: all 16 are there, before `end`.
template <bool Lane, bool Whole, class F>
NOVA_DEVICE int nova_product_step(nova_task* t, int* bad, const F* row, nv_i64 k, nv_i64 end, bool begins,
                                  nova_product_tile<F>& tile, typename F::value (*a)[Lane ? 16 : 1]) {
  constexpr int down = nova_product_tile<F>::down;
  const unsigned tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  int over = 0;
#pragma unroll
  for (int q = 0; q < down; ++q)
    if (Whole || k + tx < end) tile.left[ty + 16 * q][tx] = row[q].load_left(k + tx);
  if (Whole || k + ty < end) tile.right[ty][tx] = row[0].load_right(k + ty);
  __syncthreads();
#pragma unroll
  for (int l = 0; l < 16; ++l)
    if (Whole || k + l < end) {
      typename F::template lot<1> in;
      in.b = tile.right[l][tx];
#pragma unroll
      for (int q = 0; q < down; ++q) {
        in.a = tile.left[ty + 16 * q][l];
        over |= row[q].step(t, bad, k + l, in, 0, Lane ? begins : l == 0, &a[q][Lane ? l : 0]);
      }
    }
  __syncthreads();
  return over;
}

/// Are the tile's reductions as long as each other? The length is then in `m`.
template <class F> NOVA_DEVICE bool nova_product_is_even(const F* row, nv_i64* m) {
  nv_i64* const first = (nv_i64*)nova_shared;
  __syncthreads();
  if (threadIdx.x == 0) *first = row[0].count();
  __syncthreads();
  *m = *first;
  int differ = 0;
#pragma unroll
  for (int q = 0; q < nova_product_tile<F>::down; ++q) differ |= row[q].count() != *m;
  return !__syncthreads_or(differ);
}

/// By a block of 256 threads: one tile of the product's rows and columns; element by element where its reductions are not all of
/// one length.
template <bool Lane, class F>
NOVA_DEVICE int nova_product_block(nova_task* t, int* bad, const F& f, nv_i64 top, nv_i64 left, nv_i64 rows, nv_i64 columns) {
  constexpr int down = nova_product_tile<F>::down;
  nova_product_tile<F>& shared = *(nova_product_tile<F>*)nova_shared;
  const unsigned tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  const nv_i64 column = nova_least(left + tx, columns - 1);
  nv_i64 m = f.count();
  F row[down];
  nova_tree<F, 54> tree[down];
  typename F::value a[down][Lane ? 16 : 1] = {};
  int over = 0;
#pragma unroll
  for (int q = 0; q < down; ++q) { // beyond the edges the last one once more
    row[q] = f;
    over |= row[q].head(t, bad, nova_least(top + ty + 16 * q, rows - 1) * columns + column);
  }
  if (!F::even && (__syncthreads_or(over) || !nova_product_is_even(row, &m))) {
    for (int q = 0; q < down && !over; ++q) {
      const nv_i64 r = top + ty + 16 * q;
      if (r < rows && left + tx < columns) over = nova_thread_row<Lane, 54>(t, bad, row[q], r * columns + column);
    }
    return over;
  }
  for (nv_i64 tile = 0; tile < m; tile += 1024) {
    if ((t->fuel -= 1024) < 0 && nova_poll(t)) over = 1;
    if (__syncthreads_or(over)) return 1;
#pragma unroll
    for (int q = 0; q < down; ++q)
      if (Lane) nova_begin_lanes(row[q], a[q]);
    const nv_i64 end = nova_least(tile + 1024, m), whole = tile + (end - tile) / 16 * 16;
    const auto push = [&](nv_i64 live) { // of the tile's lanes, or of the cell
#pragma unroll
      for (int q = 0; q < down; ++q) over |= (Lane && nova_join_lanes(t, bad, row[q], live, a[q])) || tree[q].push(t, bad, row[q], a[q][0]);
    };
    nv_i64 k = tile;
    if (Lane && !F::starts && k < whole) over |= nova_product_step<Lane, true>(t, bad, row, k, end, true, shared, a), k += 16;
    for (; k < whole; k += 16) {
      over |= nova_product_step<Lane, true>(t, bad, row, k, end, false, shared, a);
      if (!Lane) push(16);
    }
    if (k < end) over |= nova_product_step<Lane, false>(t, bad, row, k, end, !F::starts && k == tile, shared, a);
    if (Lane || k < end) push(end - tile);
  }
  if (__syncthreads_or(over)) return 1;
#pragma unroll
  for (int q = 0; q < down; ++q) {
    const nv_i64 r = top + ty + 16 * q;
    if (r >= rows || left + tx >= columns) continue;
    if (m > 0 && tree[q].finish(t, bad, row[q], &a[q][0])) return 1;
    if (row[q].put(t, bad, r * columns + column, m > 0, a[q][0])) return 1;
  }
  return over;
}

template <bool Lane, class F> NOVA_DEVICE void nova_product_folds(const nova_gpu& g, nv_i64 n, const F& f) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  const nv_i64 columns = f.columns(n), rows = columns > 0 ? n / columns : 0;
  if (rows * columns != n) { // the last row ends early: each element by itself
    for (nv_i64 i = nova_thread(); i < n && !over; i += nova_threads()) {
      F row = f;
      over = row.head(t, &bad, i) || nova_thread_row<Lane, 54>(t, &bad, row, i) || nova_poll(t);
    }
    return nova_end(t, bad);
  }
  constexpr int high = nova_product_tile<F>::rows;
  const nv_i64 across = (columns + 15) / 16, all = (rows + high - 1) / high * across;
  for (nv_i64 b = blockIdx.x; b < all; b += gridDim.x) {
    over |= nova_product_block<Lane>(t, &bad, f, b / across * high, b % across * 16, rows, columns);
    if (__syncthreads_or(over)) break;
  }
  nova_end(t, bad);
}
