// Cells: 16 neighbouring elements each, which a thread scans. f.after(i, y, r) says what is stored of a running value,
// f.store(i, wide, r) writes V of that. Cells of a block pass through shared memory, so that a warp reads and writes its 512 elements
// in the order in which they stand in memory; larger values, and rows of less than a block, are in the thread's registers.

/// A cell's elements in registers, as far as there are any.
template <class F>
NOVA_DEVICE void nova_cell(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 n, bool wide, typename F::value* y) {
  if (!nova_quick && first + 16 <= n) {
    typename F::template lot<16> in;
    f.load(first, wide, in);
#pragma unroll
    for (int k = 0; k < 16; ++k) f.element(t, bad, first + k, in, k, &y[k]);
    return;
  }
#pragma unroll
  for (int k = 0; k < 16; ++k)
    if (first + k < n) {
      typename F::template lot<1> in;
      f.load(first + k, false, in);
      f.element(t, bad, first + k, in, 0, &y[k]);
    }
}

/// From its carry r through a cell y: made(k) is where f.after puts what it makes of a running value, and may be y's own place.
template <class F, class Y, class M>
NOVA_DEVICE void nova_run(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 n, typename F::value r, const Y& y, const M& made) {
  const int left = (int)nova_least(n - first, 16);
#pragma unroll
  for (int k = 0; k < 16; ++k)
    if (k < left) {
      const typename F::value x = y[k], before = r;
      if (!F::exclusive || (k < 15 && k + 1 < left)) f.join(t, bad, r, x, &r);
      f.after(t, bad, first + k, F::exclusive ? before : r, made(k));
    }
}

/// The same in registers, and out.
template <class F>
NOVA_DEVICE void nova_run_cell(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 n, bool wide, typename F::value r,
                               typename F::value* y) {
  typename F::stored own[F::makes ? 16 : 1], *const made = F::makes ? own : (typename F::stored*)y; // running values stay in place
  nova_run(t, bad, f, first, n, r, y, [made](int k) { return &made[k]; });
  if (!nova_quick && first + 16 <= n) return f.template store<16>(first, wide, made);
#pragma unroll
  for (int k = 0; k < 16; ++k)
    if (first + k < n) f.template store<1>(first + k, false, &made[k]);
}

/// What a thread's cell comes to, if it is whole and one follows.
template <class F, class Y>
NOVA_DEVICE typename F::value nova_cell_total(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 n, const Y& y) {
  typename F::value total = {};
  if (first + 16 >= n) return total;
  total = y[0];
#pragma unroll
  for (int k = 1; k < 16; ++k) f.join(t, bad, total, y[k], &total);
  return total;
}

/// The block's cells, each in its thread's registers.
template <class F, bool Staged> struct nova_cells_of {
  enum { bytes = 0 }; ///< bytes of shared memory for each thread
  typename F::value y[16];
  NOVA_MEMBER const typename F::value& operator[](int k) const { return y[k]; }
  NOVA_MEMBER void take(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 n, bool wide) { nova_cell(t, bad, f, first, n, wide, y); }
  NOVA_MEMBER void run(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 n, bool wide, const typename F::value& carry) {
    if (first < n) nova_run_cell(t, bad, f, first, n, wide, carry, y);
  }
};

/// An element of a cell in shared memory: its value, and later what is stored of it.
template <class F> union nova_slot {
  typename F::value y;
  typename F::stored made;
};

/// The block's cells in shared memory. A free slot behind each cell keeps the threads of a warp, which are a cell apart, in banks of
/// their own. The cells stay there while the block waits for its carry, since they would take most of a thread's registers.
template <class F> struct nova_cells_of<F, true> {
  typedef nova_slot<F> slot;
  /// loaded, written: elements that 16 bytes of the widest column hold; 1 where the body is long.
  enum {
    bytes = nova_cell_pitch * sizeof(slot),
    loaded = F::width == 1 ? 1 : 16 / alignof(typename F::template lot<1>),
    written = 16 / alignof(typename F::stored)
  };
  const unsigned lane = threadIdx.x % 32;
  slot* const all = (slot*)nova_shared + threadIdx.x / 32 * (32 * nova_cell_pitch); ///< the warp's
  slot* const own = all + lane * nova_cell_pitch;                                   ///< the thread's
  NOVA_MEMBER const typename F::value& operator[](int k) const { return own[k].y; }
  /// The warp's element k.
  NOVA_MEMBER slot& at(unsigned k) const { return all[k + k / 16]; }
  /// Where in turn p the thread's V neighbours stand, if a turn is V neighbours for each lane: in one cell.
  template <int V> NOVA_MEMBER slot* turn(int p) const { return all + (lane * V + lane * V / 16) + p * (32 + 2) * V; }

  /// All turns' loads are under way at once.
  template <int V> NOVA_MEMBER void take_whole(nova_task* t, int* bad, const F& f, nv_i64 from, bool wide) const {
    typename F::template lot<V> in[16 / V];
#pragma unroll
    for (int p = 0; p < 16 / V; ++p) f.load(from + lane * V + p * 32 * V, wide, in[p]);
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      const int p = k / V, j = k % V;
      typename F::value y = {};
      f.element(t, bad, from + lane * V + (p * 32 * V + j), in[p], j, &y);
      turn<V>(p)[j].y = y;
    }
  }
  NOVA_MEMBER void take(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 n, bool wide) const {
    const nv_i64 from = first - lane * 16;
    if (!nova_quick && from + 512 <= n) take_whole<loaded>(t, bad, f, from, wide);
    else
#pragma unroll 1
      for (unsigned e = lane; e < 512 && from + e < n; e += 32) {
        typename F::template lot<1> in;
        f.load(from + e, false, in);
        typename F::value y = {};
        f.element(t, bad, from + e, in, 0, &y);
        at(e).y = y;
      }
    __syncwarp();
  }

  template <int V> NOVA_MEMBER void write_whole(const F& f, nv_i64 from, bool wide) const {
#pragma unroll
    for (int p = 0; p < 16 / V; ++p) {
      typename F::stored r[V];
#pragma unroll
      for (int j = 0; j < V; ++j) r[j] = turn<V>(p)[j].made;
      f.template store<V>(from + lane * V + p * 32 * V, wide, r);
    }
  }
  NOVA_MEMBER void run(nova_task* t, int* bad, const F& f, nv_i64 first, nv_i64 n, bool wide, const typename F::value& carry) const {
    const nv_i64 from = first - lane * 16;
    nova_run(t, bad, f, first, n, carry, *this, [this](int k) { return &own[k].made; });
    __syncwarp();
    if (!nova_quick && from + 512 <= n) return write_whole<written>(f, from, wide);
#pragma unroll 1
    for (unsigned e = lane; e < 512 && from + e < n; e += 32) f.template store<1>(from + e, false, &at(e).made);
  }
};

template <class F> using nova_block_cells = nova_cells_of<F, sizeof(nova_slot<F>) <= nova_most_slot>;
