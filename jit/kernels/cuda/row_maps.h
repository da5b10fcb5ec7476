// Rows of any lengths whose elements are computed independently. Neighbouring threads take neighbouring elements of all rows
// together, however long the rows are. So accesses are coalesced and no thread has more work than others.
//
// f: a functor as for a map (map.h), in which an element's index counts from 0 in its row. The elements of row i begin at index
// f.nova_starts[i] among those of all rows. f.head(t, bad, i) computes what the elements of row i share.

/// Returns the row of element e of all rows: the last of the rows low .. high - 1 that begins at e or before. `offsets`: the
/// indices at which the rows begin.
NOVA_DEVICE nv_i64 nova_row_at(const nv_i64* offsets, nv_i64 low, nv_i64 high, nv_i64 e) {
  while (high - low > 1) {
    const nv_i64 middle = (low + high) / 2;
    if (offsets[middle] <= e) low = middle;
    else high = middle;
  }
  return low;
}

/// Computes the elements of n rows, and calls use(row, e, j, r) for each of them. r is the value of element e of all rows, the
/// j-th of its row. `row`: the functor, with the row's head.
template <class F, class Use> NOVA_DEVICE void nova_each_of_rows(const nova_gpu& g, nv_i64 n, const F& f, const Use& use) {
  if (nova_is_over(g)) return;
  constexpr int each = nova_row_map_items; // elements of a thread in a tile, blockDim.x apart
  nv_i64* const ends = (nv_i64*)nova_shared; // the rows of a tile's first and last element
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  const nv_i64* const starts = f.nova_starts;
  const nv_i64 all = starts[n], width = blockDim.x * each;
  for (nv_i64 tile = blockIdx.x * width; tile < all; tile += gridDim.x * width) {
    const nv_i64 end = nova_least(tile + width, all);
    if (__syncthreads_or(over)) break;
    if (threadIdx.x < 2) ends[threadIdx.x] = nova_row_at(starts, 0, n, threadIdx.x ? end - 1 : tile);
    __syncthreads();
    F row = f;
    nv_i64 low = ends[0], now = -1;
    const nv_i64 high = ends[1] + 1;
    for (nv_i64 e = tile + threadIdx.x; e < end && !over; e += blockDim.x) {
      low = nova_row_at(starts, low, high, e);
      if (low != now && (over |= row.head(t, &bad, low))) break;
      now = low;
      const nv_i64 j = e - starts[low];
      typename F::template lot<1> in;
      typename F::value r;
      row.load(j, false, in);
      over |= row.element(t, &bad, j, in, 0, &r);
      if (!over) use(row, e, j, r);
    }
    if ((t->fuel -= 64) < 0) over |= nova_poll(t);
  }
  nova_end(t, bad);
}

/// The kernel: computes n rows, and stores each element at its row's position in the results.
template <class F> NOVA_DEVICE void nova_row_maps(const nova_gpu& g, nv_i64 n, const F& f) {
  nova_each_of_rows(g, n, f, [](const F& row, nv_i64, nv_i64 j, const typename F::value& r) { row.template store<1>(j, false, &r); });
}
