// A map over rows and columns: the index is divided by the length of rows, and nothing here divides by it. A block takes
// tiles of 32 by 32 elements, a thread four of a column; what a tile's elements read of their neighbourhood (a stencil)
// the block brings to its shared memory once, with the halo around it. f.head(t, bad, r) computes what needs the row alone,
// which is the same for a whole warp, f.element<Inside, Staged>(t, bad, i, column, y, x, r) one of them, at (y, x) of the tile; f.put(i, r) stores it.
// f.holds(r, c): do all comparisons that row and column alone decide have, there, the answer that they have inside of the
// grid? They are linear, so that a tile of which all corners say so is inside, and asks none of them.

enum { nova_grid_side = 32 };

/// `Down` by `Across` places of a column in memory, from place `first` on, rows `pitch` apart; 0 where there is none.
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

/// Far from where sums wrap?
NOVA_DEVICE bool nova_is_near(nv_i64 n) { return n < (1ll << 61) && n > -(1ll << 61); }

/// `Count` elements of a column from row `top` on, in the tile from `y` on.
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

/// By a block of 256 threads: the tile whose first element is in that row and column.
template <class F>
NOVA_DEVICE int nova_grid_tile(nova_task* t, int* bad, const F& f, nv_i64 top, nv_i64 left, nv_i64 rows, nv_i64 columns) {
  // From one lane, so that compilers see that a warp has one row.
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

template <class F> NOVA_DEVICE void nova_grid(const nova_gpu& g, nv_i64 n, const F& f) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  const nv_i64 columns = f.columns(), rows = columns > 0 ? n / columns : 0;
  if (nova_quick || columns < nova_grid_side / 2 || rows * columns != n) { // narrow, or the last row ends early: each element by itself
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
    if (F::staged ? __syncthreads_or(over) : __ballot_sync(0xffffffffu, over) != 0) break; // a tile's warps pass values
  }
  nova_end(t, bad);
}
