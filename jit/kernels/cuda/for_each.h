// Every element by itself, its value used at once: what it makes in the thread's arena ends with it.
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
