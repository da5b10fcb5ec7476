#include "jit/kernels/cuda/block_scan.h"
// Rows of any lengths, shared out: a block looks at some rows, a thread each. Short rows are that thread's, longer ones
// 16 threads', long ones the block's; the longest are cut, and a second kernel has all blocks take their pieces. Who
// takes a row is never seen: all follow the tree that docs/shapes.md draws over its leaves. A program may say who takes
// them all; empty rows stay a thread's, and what is to be cut and finds no room is a block's. In quick code no
// rows are 16 threads'.
//
// f.head(t, bad, i) computes what row i needs, which stays in f; then f.count() is its length. W says how it is done:
//   W::leaves(n)                    of a row of n elements
//   W::shortest, W::longest         elements of a thread's rows, leaves of 16 threads'
//   W::piece(threads), W::whole     leaves of a block's piece; rows of no more leaves than `whole` are not cut
//   W::room(threads)                bytes of a block's shared memory for the block's own rows
//   W::thread(t, bad, row, i), W::group(t, bad, row, i, over), W::block(t, bad, row, i)

enum nova_by { nova_by_size, nova_by_thread, nova_by_warp, nova_by_block, nova_by_all };

/// The sizes that tell them apart: those of nova_by_size, or such that all rows are of one kind.
template <int By, int Shortest, int Longest, int Whole> struct nova_sizes {
  static const nv_i64 none = 0, all = (nv_i64)1 << 62;
  static const nv_i64 shortest = By == nova_by_size ? Shortest : By == nova_by_thread ? all : none;
  static const nv_i64 longest = By == nova_by_size && !nova_quick ? Longest : By == nova_by_warp ? all : none;
  static const nv_i64 whole = By == nova_by_size ? Whole : By == nova_by_block ? all : none;
};

/// Rows that are cut: which, and where in the room for pieces theirs begin.
struct nova_cut {
  unsigned rows, pieces;
  nv_i64 row[nova_most_cut_rows];
  unsigned first[nova_most_cut_rows], count[nova_most_cut_rows];
};
static_assert(sizeof(nova_cut) == nova_cut_bytes, "sizes.h");

/// Takes the row in, if there is room.
NOVA_DEVICE bool nova_cut_row(nova_cut* cut, nv_i64 i, nv_i64 pieces, nv_i64 room) {
  if (pieces > room) return false;
  const unsigned first = atomicAdd(&cut->pieces, (unsigned)pieces);
  if (first + pieces > room) return false;
  const unsigned k = atomicAdd(&cut->rows, 1u);
  if (k >= nova_most_cut_rows) return false;
  cut->row[k] = i, cut->first[k] = first, cut->count[k] = (unsigned)pieces;
  return true;
}

template <class W, class F> NOVA_DEVICE void nova_share_rows(const nova_gpu& g, nv_i64 n, const F& f, nova_cut* cut, nv_i64 room) {
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
