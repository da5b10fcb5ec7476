// Elements that are computed one by one, each of which is used at once: by histograms, scatters and rows.
//
// Each thread computes elements i of 0 .. n - 1 in a grid-stride loop and calls use(i, value). Columns that an element makes in
// the thread's arena are freed after that call. f: a functor (gpu.h) with the members load and element.
template <class F, class Use> NOVA_DEVICE void nova_each(const nova_gpu& g, nv_i64 n, const F& f, const Use& use) {
  if (nova_is_over(g)) return;
  nova_task task = nova_begin(g), *t = &task;
  int bad = 0;
  for (nv_i64 i = nova_thread(); i < n; i += nova_threads()) {
    const nova_mark mark = nova_arena_mark(t);
    typename F::template lot<1> in;
    typename F::value r;
    f.load(i, false, in);
    if (f.element(t, &bad, i, in, 0, &r) || ((t->fuel -= 64) < 0 && nova_poll(t))) break;
    use(i, r);
    nova_arena_reset(t, mark);
  }
  nova_end(t, bad);
}
