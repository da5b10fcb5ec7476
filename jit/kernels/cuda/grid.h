// A map over the rows and columns of a grid. The map's body divides the index by the length of a row. Here that division
// is made once for a tile of 32 by 32 elements, which a block computes. A thread computes four elements of a column of the
// tile. If elements read their neighbourhood (a stencil), the block loads the tile and a halo around it to shared memory.
// Quick code, and grids whose rows are shorter than 16 elements or whose last row is incomplete, go element by element.
//
// The members of the functor f:
//   f.columns()                 the length of a row
//   f.head(t, bad, r)           computes what depends on row r only, which is the same for a warp
//   f.element<Inside, Staged>(t, bad, i, column, y, x, r)
//                               computes element i, which is in `column` and at (y, x) in the tile. Inside: comparisons have
//                               the result that they have inside of the grid. Staged: windows are in shared memory.
//   f.put(i, r)                 stores element i
//   f.holds(r, c)               whether all comparisons that depend on row and column only have, at row r and column c, the
//                               result that they have inside of the grid
//   f.stage(r, c)               loads the windows of the tile that begins at row r and column c to shared memory
//   F::asks                     whether there are such comparisons
//   F::staged                   whether there are windows
//   F::several                  whether a thread computes its four elements together, in tiles inside of the grid
//
// These comparisons are linear in row and column. So if they hold at the four corners of a tile, they hold in the whole tile,
// whose elements then need not test them.

enum { nova_grid_side = 32 };

/// Loads `Down` rows of `Across` elements of the column `from` to shared memory, by a block of 256 threads. Element (y, x)
/// is that at the index first + y * pitch + x. Elements outside of the column, which has `room` elements, are zeros.
template <int Down, int Across, class T>
NOVA_DEVICE void nova_stage(T (*at)[Across], const T* from, nv_i64 room, nv_i64 first, nv_i64 pitch) {
#pragma unroll
  for (int from_k = 0; from_k < Down * Across; from_k += 256) {
    const int k = from_k + (int)threadIdx.x, y = k / Across, x = k % Across;
    if (k >= Down * Across) break;
    const nv_i64 place = (nv_i64)((nv_u64)first + (nv_u64)y * (nv_u64)pitch + (nv_u64)x);
    at[y][x] = (nv_u64)place < (nv_u64)room ? from[place] : T();
  }
}

/// Whether |n| is below 2^61, so that sums of a few such numbers do not overflow.
NOVA_DEVICE bool nova_is_near(nv_i64 n) { return n < (1ll << 61) && n > -(1ll << 61); }

/// Computes and stores `Count` elements of `column`, from row `top` on, as far as they lie in the grid. The first one is at
/// (y, x) in the tile. Returns 1 if the thread has to end.
template <bool Inside, int Count, class F>
NOVA_DEVICE int nova_grid_elements(nova_task* t, int* bad, const F& f, nv_i64 top, nv_i64 column, nv_i64 rows, nv_i64 columns, int y, int x) {
  typename F::value r[Count];
  int over = 0;
#pragma unroll
  for (int q = 0; q < Count; ++q)
    if (top + q < rows && column < columns) {
      F row = f;
      over |= row.head(t, bad, top + q) || row.template element<Inside, true>(t, bad, (top + q) * columns + column, column, y + q, x, &r[q]);
    }
#pragma unroll
  for (int q = 0; q < Count; ++q)
    if (!over && top + q < rows && column < columns) f.put((top + q) * columns + column, r[q]);
  return over;
}

/// Computes the tile whose first element is at row `top` and column `left`, by a block of 256 threads. Returns 1 if the thread
/// has to end.
template <class F>
NOVA_DEVICE int nova_grid_tile(nova_task* t, int* bad, const F& f, nv_i64 top, nv_i64 left, nv_i64 rows, nv_i64 columns) {
  // y is read from one lane, so that compilers see that it is the same in the whole warp.
  const int x = threadIdx.x % nova_grid_side, y = (int)__shfl_sync(0xffffffffu, threadIdx.x / nova_grid_side, 0) * 4;
  if (F::staged) {
    __syncthreads();
    f.stage(top, left);
    __syncthreads();
  }
  const nv_i64 bottom = nova_least(top + nova_grid_side, rows) - 1, right = nova_least(left + nova_grid_side, columns) - 1;
  if (!F::asks || (f.holds(top, left) && f.holds(top, right) && f.holds(bottom, left) && f.holds(bottom, right))) {
    if (F::several) return nova_grid_elements<true, 4>(t, bad, f, top + y, left + x, rows, columns, y, x);
#pragma unroll 1
    for (int q = 0; q < 4; ++q)
      if (nova_grid_elements<true, 1>(t, bad, f, top + y + q, left + x, rows, columns, y + q, x)) return 1;
    return 0;
  }
#pragma unroll 1
  for (int q = 0; q < 4; ++q)
    if (nova_grid_elements<false, 1>(t, bad, f, top + y + q, left + x, rows, columns, y + q, x)) return 1;
  return 0;
}

/// The kernel: computes and stores elements 0 .. n - 1 of the grid, in row-major order.
template <class F> NOVA_DEVICE void nova_grid(const nova_gpu& g, nv_i64 n, const F& f) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  const nv_i64 columns = f.columns(), rows = columns > 0 ? n / columns : 0;
  if (nova_quick || columns < nova_grid_side / 2 || rows * columns != n) { // see above: element by element
    for (nv_i64 i = nova_thread(); i < n && !over; i += nova_threads()) {
      const nv_i64 column = nv_rem_i64(i, columns);
      F row = f;
      typename F::value r;
      over = row.head(t, &bad, nv_div_i64(i, columns)) || row.template element<false, false>(t, &bad, i, column, 0, 0, &r) || nova_poll(t);
      if (!over) f.put(i, r);
    }
    return nova_end(t, bad);
  }
  const nv_i64 across = (columns - 1) / nova_grid_side + 1, tiles = ((rows - 1) / nova_grid_side + 1) * across;
  for (nv_i64 tile = blockIdx.x; n > 0 && tile < tiles; tile += gridDim.x) {
    over |= nova_grid_tile(t, &bad, f, tile / across * nova_grid_side, tile % across * nova_grid_side, rows, columns);
    if ((t->fuel -= 64) < 0) over |= nova_poll(t);
    if (F::staged ? __syncthreads_or(over) : __ballot_sync(0xffffffffu, over) != 0) break; // together: barriers follow
  }
  nova_end(t, bad);
}
