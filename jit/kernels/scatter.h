// Scatter: where targets repeat, the last one in order wins. Writers first claim their places, the largest index stays;
// then each writes where its claim stood. f.target(r), f.put(r).
template <bool Write, class F> NOVA_DEVICE void nova_scatter(const nova_gpu& g, nv_i64 m, const F& f, nv_u64* claims) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  for (nv_i64 i = nova_thread(); i < m; i += nova_threads()) {
    const nova_mark mark = nova_arena_mark(t);
    typename F::template lot<1> in;
    typename F::value r;
    f.load(i, false, in);
    if (f.element(t, &bad, i, in, 0, &r)) break;
    if (Write && claims[f.target(r)] == (nv_u64)i + 1) f.put(r);
    if (!Write) atomicMax(&claims[f.target(r)], (nv_u64)i + 1);
    nova_arena_reset(t, mark);
  }
  nova_end(t, bad);
}
