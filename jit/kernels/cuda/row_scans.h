#include "jit/kernels/cuda/scan.h"
#include "jit/kernels/cuda/row_balancing.h"
#include "jit/kernels/cuda/reduction_tree.h"
// A scan of each row, of rows of any lengths (kernels/cuda/row_balancing.h). Elements are a scan's (scan.h), counted from 0 in each row, and
// stored where the row has its place, which f.head finds too.

/// By a thread, cell after cell.
template <int Levels, class F> NOVA_DEVICE void nova_thread_scan(nova_task* t, int* bad, const F& row) {
  const nv_i64 n = row.count();
  nova_tree<F, Levels> tree;
#pragma unroll 1
  for (nv_i64 first = 0; first < n; first += 16) {
    typename F::value y[16];
    nova_cell(t, bad, row, first, n, false, y);
    const typename F::value total = nova_cell_total(t, bad, row, first, n, y);
    nova_run_cell(t, bad, row, first, n, false, tree.carry(t, bad, row), y);
    if (first + 16 < n) tree.push(t, bad, row, total);
  }
}

/// Of 16 threads: the carry of all joined with the aligned blocks of cells before the thread's, of which v has those that
/// begin at each thread.
template <class F>
NOVA_DEVICE void nova_group_carry(nova_task* t, int* bad, const F& row, bool is_there, const typename F::value* v, typename F::value& carry) {
  const unsigned lane = threadIdx.x % 16;
#pragma unroll
  for (int level = 3; level >= 0; --level) {
    const typename F::value left = nova_from(v[level], (int)(threadIdx.x % 32 & ~((2u << level) - 1)));
    if (is_there && lane >> level & 1) row.join(t, bad, carry, left, &carry);
  }
}

/// By 16 threads, 16 cells at once; the warp's other 16 have a row of their own, or none (i < 0).
template <int Levels, class F> NOVA_DEVICE int nova_group_scan(nova_task* t, int* bad, F& row, nv_i64 i, int over) {
  typedef typename F::value value;
  const unsigned lane = threadIdx.x % 16;
  if (i >= 0) over |= row.head(t, bad, i);
  const nv_i64 n = i >= 0 && !over ? row.count() : 0, cells = (n + 15) / 16, followed = (n - 1) / 16;
  const bool wide = n > 0 && row.aligned();
  nova_tree<F, Levels> tree;
  for (nv_i64 c = 0; __ballot_sync(0xffffffffu, c < cells); c += 16) {
    const nv_i64 first = (c + lane) * 16;
    value y[16], v[5] = {};
    nova_cell(t, bad, row, first, n, wide, y);
    v[0] = nova_cell_total(t, bad, row, first, n, y);
#pragma unroll
    for (int level = 0; level < 4; ++level) {
      const int width = 1 << level;
      const value right = nova_shift(v[level], width);
      if (lane % (2 * width) == 0 && c + lane + 2 * width <= followed) row.join(t, bad, v[level], right, &v[level + 1]);
    }
    value carry = {};
    if (lane == 0 && c < cells) {
      carry = tree.carry(t, bad, row);
      if (c + 16 <= followed) tree.push(t, bad, row, v[4]);
    }
    carry = nova_from(carry, (int)(threadIdx.x % 32 - lane));
    nova_group_carry(t, bad, row, first < n, v, carry);
    nova_run_cell(t, bad, row, first, n, wide, carry, y);
  }
  return over;
}

/// By the block, as many cells at once as it has threads.
template <class F> NOVA_DEVICE void nova_block_scan(nova_task* t, int* bad, const F& row) {
  const nv_i64 n = row.count(), each = blockDim.x * 16;
  const bool wide = row.aligned();
  nova_tree<F, 34> tree; // thread 0's
  for (nv_i64 from = 0; from < n; from += each) {
    __syncthreads();
    nova_scan_block(t, bad, row, from, n, wide, [&](const typename F::value& total) {
      if (threadIdx.x != 0) return row.start();
      const typename F::value carry = tree.carry(t, bad, row);
      if (from + each < n) tree.push(t, bad, row, total);
      return carry;
    });
  }
}

template <int By, class F> struct nova_scans : nova_sizes<By, nova_short_scan, nova_group_leaves, nova_whole_leaves> {
  enum { forced = By != nova_by_size, levels_of_thread = forced ? 34 : 4, levels_of_group = forced ? 34 : 6 };
  static NOVA_MEMBER nv_i64 leaves(nv_i64 n) { return (n + 15) / 16; }
  static NOVA_MEMBER nv_i64 piece(unsigned threads) { return threads; }
  static NOVA_MEMBER unsigned room(unsigned threads) { return threads * (nova_block_cells<F>::bytes + 2 * sizeof(typename F::value)); }
  static NOVA_MEMBER int thread(nova_task* t, int* bad, const F& row, nv_i64) { return nova_thread_scan<levels_of_thread>(t, bad, row), 0; }
  static NOVA_MEMBER int group(nova_task* t, int* bad, F& row, nv_i64 i, int over) { return nova_group_scan<levels_of_group>(t, bad, row, i, over); }
  static NOVA_MEMBER int block(nova_task* t, int* bad, const F& row, nv_i64) { return nova_block_scan(t, bad, row), nova_poll(t); }
};

template <int By, class F> NOVA_DEVICE void nova_row_scans(const nova_gpu& g, nv_i64 n, const F& f, nova_cut* cut, nv_i64 room) {
  nova_balance_rows<nova_scans<By, F>>(g, n, f, cut, room);
}

/// The row that was cut of which this is a piece; -1 where it is of none.
NOVA_DEVICE int nova_cut_at(const nova_cut* cut, int rows, nv_i64 piece) {
  int* const found = (int*)nova_shared;
  if (threadIdx.x == 0) *found = -1;
  __syncthreads();
  for (int k = threadIdx.x; k < rows; k += blockDim.x)
    if (piece >= cut->first[k] && piece < (nv_i64)cut->first[k] + cut->count[k]) *found = k;
  __syncthreads();
  const int k = *found;
  __syncthreads();
  return k;
}

/// The rows that were cut, a piece a block, in order: as one scan each (scan.h).
template <class F>
NOVA_DEVICE void nova_cut_scans(const nova_gpu& g, nv_i64, const F& f, const nova_cut* cut, nv_i64 room, typename F::value* nodes,
                                volatile unsigned* flags, unsigned* ticket) {
  typedef typename F::value value;
  if (nova_is_over(g)) return;
  const int rows = (int)nova_least(cut->rows, nova_most_cut_rows);
  const nv_i64 pieces = rows ? nova_least(cut->pieces, room) : 0;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  F row = f;
  for (;;) {
    const nv_i64 piece = nova_next_block(g, ticket);
    if (piece >= pieces) break;
    const int k = nova_cut_at(cut, rows, piece);
    if (k < 0) continue;
    if (__syncthreads_or(row.head(t, &bad, cut->row[k]))) break; // one may hear of a stop that another has not heard of
    const nv_i64 first = cut->first[k], b = piece - first;
    const nova_look<value> look = {g, nodes + 2 * first, flags + 2 * first};
    nova_scan_block(t, &bad, row, b * blockDim.x * 16, row.count(), row.aligned(), [&](const value& total) {
      return nova_carry(look, b, b + 1 < cut->count[k], total, row.start(), nova_joins<F>{t, &bad, row});
    });
  }
  nova_end(t, bad);
}
