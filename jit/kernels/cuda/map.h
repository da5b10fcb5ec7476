// Map: element i of the results is computed from i alone. A thread takes `width` neighbouring elements (a lot) at a time, by
// accesses of 16 bytes if the columns are aligned. It loads `flight` lots before it computes the first of them, to hide the
// latency of memory.
//
// f: a functor with the members load, element and aligned (gpu.h). f.store(i, wide, r) writes the values r[0], r[1], .. of
// elements i, i + 1, .., by accesses of 16 bytes if `wide` is true.

/// Computes U lots of V elements, with the numbers k, k + by, .. `wide`: whether accesses of 16 bytes are allowed. Returns 1 if
/// the thread has to end.
template <int V, int U, class F>
NOVA_DEVICE int nova_map_lots(nova_task* t, int* bad, const F& f, nv_i64 k, nv_i64 by, bool wide) {
  typename F::template lot<V> in[U];
  if ((t->fuel -= V * U) < 0 && nova_poll(t)) return 1;
#pragma unroll
  for (int u = 0; u < U; ++u) f.load((k + u * by) * V, wide, in[u]);
#pragma unroll
  for (int u = 0; u < U; ++u) {
    typename F::value r[V];
    int over = 0;
#pragma unroll
    for (int j = 0; j < V; ++j) over |= f.element(t, bad, (k + u * by) * V + j, in[u], j, &r[j]);
    if (over) return 1;
    f.template store<V>((k + u * by) * V, wide, r);
  }
  return 0;
}

/// The kernel: computes and stores elements 0 .. n - 1.
template <class F> NOVA_DEVICE void nova_map(const nova_gpu& g, nv_i64 n, const F& f) {
  if (nova_is_over(g)) return;
  constexpr int V = nova_quick ? 1 : F::width, U = nova_quick ? 1 : F::flight;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0, over = 0;
  const bool wide = f.aligned();
  const nv_i64 lots = n / V, rest = lots * V + nova_thread(), by = nova_threads();
  nv_i64 k = nova_thread();
  for (; k < lots - (U - 1) * by && !over; k += U * by) over = nova_map_lots<V, U>(t, &bad, f, k, by, wide);
  for (; U > 1 && k < lots && !over; k += by) over = nova_map_lots<V, 1>(t, &bad, f, k, by, wide);
  if (V > 1 && rest < n) {
    typename F::template lot<1> in;
    typename F::value r[1];
    f.load(rest, false, in);
    if (!f.element(t, &bad, rest, in, 0, r)) f.template store<1>(rest, false, r);
  }
  nova_end(t, bad);
}
