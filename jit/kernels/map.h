// Map: every element by itself. A thread takes `width` neighbours at a time, by accesses of 16 bytes where the columns
// allow it.
template <class F> NOVA_DEVICE void nova_map(const nova_gpu& g, nv_i64 n, const F& f) {
  if (nova_is_over(g)) return;
  constexpr int V = F::width;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  const bool wide = f.aligned();
  const nv_i64 lots = n / V, rest = lots * V + nova_thread();
  for (nv_i64 k = nova_thread(); k < lots; k += nova_threads()) {
    typename F::template lot<V> in;
    typename F::value r[V];
    f.load(k * V, wide, in);
    int over = 0;
#pragma unroll
    for (int j = 0; j < V; ++j) over |= f.element(t, &bad, k * V + j, in, j, &r[j]);
    if (over || ((t->fuel -= V) < 0 && nova_poll(t))) break;
    f.template store<V>(k * V, wide, r);
  }
  if (rest < n) {
    typename F::template lot<1> in;
    typename F::value r[1];
    f.load(rest, false, in);
    if (!f.element(t, &bad, rest, in, 0, r)) f.template store<1>(rest, false, r);
  }
  nova_end(t, bad);
}
