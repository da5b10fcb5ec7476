// The tree of docs/shapes.md over values that come in order, as a binary counter: what one thread holds of it.

/// Values of neighbouring aligned blocks of leaves; at most 2^(Levels - 1).
template <class F, int Levels> struct nova_tree {
  typename F::value s[Levels];
  int depth = 0;
  nv_i64 count = 0;
  NOVA_MEMBER int push(nova_task* t, int* bad, const F& row, typename F::value v) {
    for (nv_i64 bits = count++; bits & 1; bits >>= 1)
      if (row.join(t, bad, s[--depth], v, &v)) return 1;
    s[depth++] = v;
    return 0;
  }
  NOVA_MEMBER int finish(nova_task* t, int* bad, const F& row, typename F::value* v) {
    for (; depth > 1; --depth)
      if (row.join(t, bad, s[depth - 2], s[depth - 1], &s[depth - 2])) return 1;
    *v = s[0];
    return 0;
  }
  /// A scan's carry: its start joined with all that came, in order.
  NOVA_MEMBER typename F::value carry(nova_task* t, int* bad, const F& row) const {
    typename F::value v = row.start();
    for (int k = 0; k < depth; ++k) row.join(t, bad, v, s[k], &v);
    return v;
  }
};
