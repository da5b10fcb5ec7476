#include "jit/kernels/cuda/row_folds.h"
// Maps whose elements are reductions of equal length that read the same inputs. A block loads the inputs to its shared
// memory, and each thread reads them from there. A thread keeps the lanes of its own reductions, or the cell in progress,
// in registers. So the reduction tree of docs/shapes.md has the usual leaves.
//
// The functor f has the members of row_folds.h, and:
//   f.step(t, bad, i, in, j, begins, r)   folds element i, the j-th of the loaded elements `in`, into the leaf r. begins: r has
//                                         no element yet, so that the element itself becomes its value
//   F::starts                             whether leaves begin with f.start() instead, as those of an accumulation do

/// Joins the 16 lanes a of a tile by the tree, and stores the result in a[0]. `live`: the number of lanes that have elements.
/// Returns 1 if the thread has to end.
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

/// Sets the 16 lanes a to their initial values, if F::starts. Other lanes begin with their first elements.
template <class F> NOVA_DEVICE void nova_begin_lanes(const F& row, typename F::value* a) {
#pragma unroll
  for (int l = 0; l < 16; ++l)
    if (F::starts) a[l] = row.start();
}

// ---- All pairs: inputs depend only on the index in the reduction, so that all reductions read the same

/// Folds the 16 elements from index i on, one into each lane of a, or all into the cell a[0]. `in`: these elements in
/// shared memory, four in each lot. First: whether they are the first elements of their lanes. Returns 1 if the thread has
/// to end.
template <bool Lane, bool First, class F>
NOVA_DEVICE int nova_pair_row(nova_task* t, int* bad, const F& row, nv_i64 i, const typename F::template lot<4>* in,
                              typename F::value* a) {
  int over = 0;
#pragma unroll
  for (int l = 0; l < 16; ++l) over |= row.step(t, bad, i + l, in[l / 4], l % 4, Lane ? First : l == 0, &a[Lane ? l : 0]);
  return over;
}

/// Folds the last elements i .. end - 1 of a tile, which are fewer than 16, from device memory. `first`: whether the tile
/// has no elements before them.
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

/// The kernel: computes n elements, a thread each. All reductions have f.count() elements, of which nova_pair_items are in
/// shared memory at a time.
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
    over |= row.head(t, &bad, nova_least(i, n - 1)); // behind the end the last element again, since the head of none may fail
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

// ---- Products: elements in rows and columns, whose inputs depend partly on the row and partly on the column

/// The shared memory of a block: inputs that depend on the row (left) and on the column (right), for 16 elements of the
/// reductions. f.columns(n) returns the number of columns of the product. f.load_left(k) and f.load_right(k) load the
/// inputs of element k.
template <class F> struct nova_product_tile {
  enum { down = sizeof(typename F::value) <= 4 ? 3 : 2, rows = 16 * down }; ///< rows of a thread and of a block
  typename F::left left[rows][16];
  typename F::right right[16][16];
};

/// Loads the inputs k .. k + 15 of the block's rows and columns to shared memory. Folds them into the leaves of the thread's
/// elements: one into each of 16 lanes (Lane), or all into a cell. `row`: the functors of these elements. `begins`: whether
/// they are the first of their lanes. Whole: whether all 16 lie before `end`. Returns 1 if the thread has to end.
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

/// Whether all reductions of the block have the same length. Stores the length of one of them in *m.
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

/// Computes the part of the product that begins at row `top` and column `left`, by a block of 256 threads. If its
/// reductions have different lengths, each element is computed by itself. Returns 1 if the thread has to end.
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
  for (int q = 0; q < down; ++q) { // threads behind the edges take the last row or column
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
    const auto push = [&](nv_i64 live) { // pushes the tile's lanes or the cell to the tree
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

/// The kernel: computes n elements of a product, in row-major order.
template <bool Lane, class F> NOVA_DEVICE void nova_product_folds(const nova_gpu& g, nv_i64 n, const F& f) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  const nv_i64 columns = f.columns(n), rows = columns > 0 ? n / columns : 0;
  if (rows * columns != n) { // an incomplete last row: each element by itself
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
