// The reduction tree of docs/shapes.md in one thread, over values that arrive in order. They are the values of leaves, or of
// aligned blocks of equally many leaves. The tree is kept as a binary counter: a stack, with an entry for each 1 in the count
// of values.

/// A tree for at most 2^(Levels - 1) values. s[0 .. depth - 1] is the stack, and `count` the number of values so far. F: a
/// functor (gpu.h), whose member join is the operator. It is passed as `row`.
template <class F, int Levels> struct nova_tree {
  typename F::value s[Levels];
  int depth = 0;
  nv_i64 count = 0;
  /// Adds the next value v. Returns 1 if the operator ends the thread's work.
  NOVA_MEMBER int push(nova_task* t, int* bad, const F& row, typename F::value v) {
    for (nv_i64 bits = count++; bits & 1; bits >>= 1)
      if (row.join(t, bad, s[--depth], v, &v)) return 1;
    s[depth++] = v;
    return 0;
  }
  /// Sets *v to the value of the whole tree, which must not be empty. Returns 1 if the operator ends the thread's work.
  NOVA_MEMBER int finish(nova_task* t, int* bad, const F& row, typename F::value* v) {
    for (; depth > 1; --depth)
      if (row.join(t, bad, s[depth - 2], s[depth - 1], &s[depth - 2])) return 1;
    *v = s[0];
    return 0;
  }
  /// Returns the carry of a scan: its initial value joined with all values so far, in order.
  NOVA_MEMBER typename F::value carry(nova_task* t, int* bad, const F& row) const {
    typename F::value v = row.start();
    for (int k = 0; k < depth; ++k) row.join(t, bad, v, s[k], &v);
    return v;
  }
};
