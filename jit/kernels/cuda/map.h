// Map: every element by itself. A thread takes `width` neighbours at a time, by accesses of 16 bytes where the columns
// allow it, and has `flight` such lots under way: they are all read before the first is computed.
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
