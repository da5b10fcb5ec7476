#include "jit/kernels/cuda/block_scan.h"
// Row balancing: the choice of threads for each row by its length. A block inspects a number of rows, one per thread. That
// thread computes a short row itself, 16 threads compute a longer one, and the whole block a long one. The longest rows are
// cut into pieces, which all blocks share in a second kernel. The choice never shows in the results: all threads follow the
// reduction tree over the row's leaves (docs/shapes.md).
//
// A program may prescribe the choice for all rows. Even then one thread takes an empty row. A block takes a row that should be
// cut but finds no memory for its pieces. Quick code has no rows for 16 threads, unless the program prescribes them.
//
// f: a functor. f.head(t, bad, i) computes what row i needs and stores it in f; f.count() is then the row's length. W: a
// class of static members, which say what is done with a row:
//   W::leaves(n)                      the number of leaves of a row of n elements
//   W::shortest                       the maximal number of elements of a row for one thread
//   W::longest                        the maximal number of leaves of a row for 16 threads
//   W::whole                          the maximal number of leaves of a row that is not cut
//   W::piece(threads)                 the number of leaves of a piece, for blocks of `threads` threads
//   W::room(threads)                  the bytes of shared memory that W::block needs
//   W::thread(t, bad, row, i)         computes row i by this thread
//   W::group(t, bad, row, i, over)    computes row i by 16 threads; i < 0: no row. Both halves of a warp call it together
//   W::block(t, bad, row, i)          computes row i by the block
// The last three return 1 if the thread has to end.

/// Which threads take a row: chosen by its size, one thread, 16 threads of a warp, a block, or all blocks.

enum nova_by { nova_by_size, nova_by_thread, nova_by_warp, nova_by_block, nova_by_all };

/// The bounds between the kinds of rows (see W above). They are the given ones if By is nova_by_size. Otherwise they are such
/// that all rows are of the kind By.
template <int By, int Shortest, int Longest, int Whole> struct nova_sizes {
  static const nv_i64 none = 0, all = (nv_i64)1 << 62;
  static const nv_i64 shortest = By == nova_by_size ? Shortest : By == nova_by_thread ? all : none;
  static const nv_i64 longest = By == nova_by_size && !nova_quick ? Longest : By == nova_by_warp ? all : none;
  static const nv_i64 whole = By == nova_by_size ? Whole : By == nova_by_block ? all : none;
};

/// The rows that are cut into pieces: their number, their indices, the number of each row's first piece, and how many pieces it
/// has. `pieces` is the number of all pieces.
struct nova_cut {
  unsigned rows, pieces;
  nv_i64 row[nova_most_cut_rows];
  unsigned first[nova_most_cut_rows], count[nova_most_cut_rows];
};
static_assert(sizeof(nova_cut) == nova_cut_bytes, "sizes.h");

/// Adds row i, which has `pieces` pieces, to the rows that are cut. Returns false if there is no memory for it. `room`: the
/// maximal number of pieces in all.
NOVA_DEVICE bool nova_cut_row(nova_cut* cut, nv_i64 i, nv_i64 pieces, nv_i64 room) {
  if (pieces > room) return false;
  const unsigned first = atomicAdd(&cut->pieces, (unsigned)pieces);
  if (first + pieces > room) return false;
  const unsigned k = atomicAdd(&cut->rows, 1u);
  if (k >= nova_most_cut_rows) return false;
  cut->row[k] = i, cut->first[k] = first, cut->count[k] = (unsigned)pieces;
  return true;
}

/// The kernel: computes n rows, except for those that are cut. `cut`: a struct of zeros, in which these are recorded.
/// `room`: the maximal number of pieces.
template <class W, class F> NOVA_DEVICE void nova_balance_rows(const nova_gpu& g, nv_i64 n, const F& f, nova_cut* cut, nv_i64 room) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  int* const counts = (int*)(nova_shared + (W::room(blockDim.x) + 15) / 16 * 16);
  unsigned* const list = (unsigned*)(counts + 8);
  const nv_i64 each = nova_least((n + gridDim.x - 1) / gridDim.x, blockDim.x), blocks = n > 0 ? (n + each - 1) / each : 0;
  for (nv_i64 b = blockIdx.x; b < blocks; b += gridDim.x) {
    const nv_i64 i = b * each + threadIdx.x;
    F row = f;
    bool is_middle = false, is_long = false;
    if (threadIdx.x < each && i < n && !over && !(over |= row.head(t, &bad, i) || ((t->fuel -= 64) < 0 && nova_poll(t)))) {
      const nv_i64 leaves = W::leaves(row.count());
      if (row.count() <= W::shortest) over |= W::thread(t, &bad, row, i);
      else if (leaves <= W::longest) is_middle = true;
      else is_long = leaves <= W::whole || !nova_cut_row(cut, i, (leaves - 1) / W::piece(blockDim.x) + 1, room);
    }
    int middles = 0, longs;
    const int m = W::longest ? nova_count_before(is_middle, &middles, counts) : 0, l = nova_count_before(is_long, &longs, counts);
    if (is_middle) list[m] = threadIdx.x;
    if (is_long) list[blockDim.x - 1 - l] = threadIdx.x;
    __syncthreads();
    for (int q = threadIdx.x / 32 * 2; W::longest && q < middles; q += blockDim.x / 16) {
      const int own = q + threadIdx.x % 32 / 16;
      over |= W::group(t, &bad, row, own < middles ? b * each + list[own] : -1, over);
    }
    for (int q = 0; q < longs; ++q) {
      const nv_i64 at = b * each + list[blockDim.x - 1 - q];
      if (__syncthreads_or(over |= row.head(t, &bad, at))) break;
      over |= W::block(t, &bad, row, at);
    }
    __syncthreads();
  }
  nova_end(t, bad);
}
