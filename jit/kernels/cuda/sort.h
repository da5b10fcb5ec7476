// Merge sort of indices. Each launch merges pairs of sorted runs. An element's position in the merged run is its position
// in its own run, plus the number of elements of the other run before it. A binary search finds that number. Of equal elements
// that of the left run comes first, so the sort is stable.
//
// The functor's f.less(t, bad, i, j, r) sets *r to whether element i is less than element j. It returns 1 if the thread has to
// end.

/// Writes the indices 0 .. n - 1 to `order`.
NOVA_DEVICE void nova_sort_first(nv_i64 n, nv_i64* order) {
  for (nv_i64 i = nova_thread(); i < n; i += nova_threads()) order[i] = i;
}

/// Returns how many of the `length` elements of `run` come before element x. `run_is_left`: whether the run lies to the left of
/// the run of x.
template <class F>
NOVA_DEVICE nv_i64 nova_rank(nova_task* t, int* bad, const F& f, const nv_i64* run, nv_i64 length, nv_i64 x, bool run_is_left) {
  nv_i64 low = 0, high = length;
  while (low < high) {
    const nv_i64 middle = (low + high) / 2;
    nv_b8 before = 0;
    if (run_is_left) {
      if (f.less(t, bad, x, run[middle], &before)) return low;
      before = !before;
    } else if (f.less(t, bad, run[middle], x, &before)) return low;
    if (before) low = middle + 1;
    else high = middle;
  }
  return low;
}

/// The kernel: merges pairs of runs of `width` indices each in `from` to runs of twice that length in `to`. n: the number of
/// indices.
template <class F>
NOVA_DEVICE void nova_merge(const nova_gpu& g, nv_i64 n, const F& f, const nv_i64* from, nv_i64* to, nv_i64 width) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  for (nv_i64 p = nova_thread(); p < n; p += nova_threads()) {
    const nv_i64 low = p / (2 * width) * (2 * width), middle = nova_least(low + width, n), high = nova_least(middle + width, n);
    const bool left = p < middle;
    const nv_i64 rank = left ? nova_rank(t, &bad, f, from + middle, high - middle, from[p], false)
                             : nova_rank(t, &bad, f, from + low, middle - low, from[p], true);
    to[left ? p + rank : low + rank + (p - middle)] = from[p];
    if (nova_poll(t)) break;
  }
  nova_end(t, bad);
}
