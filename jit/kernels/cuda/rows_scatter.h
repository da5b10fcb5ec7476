#include "jit/kernels/cuda/row_maps.h"
#include "jit/kernels/cuda/rows.h"
#include "jit/kernels/cuda/scatter.h"
// Scatters of the elements of rows, which are not stored before. An element claims its target (scatter.h) with its index among
// the elements of all rows. The second kernel computes all elements once more, and writes those whose claim stayed. The
// functor f has the members of row_maps.h, and target and put as in scatter.h.

/// A kernel for n rows whose elements can be computed independently.
template <bool Write, class F> NOVA_DEVICE void nova_rows_scatter(const nova_gpu& g, nv_i64 n, const F& f, nv_u64* claims) {
  nova_each_of_rows(g, n, f, [&](const F& row, nv_i64 e, nv_i64, const typename F::value& r) {
    if (nova_wins<Write>(&claims[row.target(r)], e)) row.put(r);
  });
}

/// The same for rows whose head is too costly to be computed by several threads, such as one that makes columns. A thread
/// computes a whole row, of f.count() elements.
template <bool Write, class F> NOVA_DEVICE void nova_whole_rows_scatter(const nova_gpu& g, nv_i64 n, const F& f, nv_u64* claims) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  for (nv_i64 i = nova_thread(); i < n && !over; i += nova_threads()) {
    const nova_mark mark = nova_arena_mark(t);
    F row = f;
    over = row.head(t, &bad, i) || nova_poll(t);
    for (nv_i64 j = 0; !over && j < row.count(); ++j) {
      typename F::template lot<1> in;
      typename F::value r;
      row.load(j, false, in);
      over = row.element(t, &bad, j, in, 0, &r) || ((t->fuel -= 64) < 0 && nova_poll(t));
      if (!over && nova_wins<Write>(&claims[row.target(r)], f.nova_starts[i] + j)) row.put(r);
    }
    nova_arena_reset(t, mark);
  }
  nova_end(t, bad);
}
