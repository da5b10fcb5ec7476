// Blocks in a row that need what all before them come to, in one pass (docs/shapes.md, scan). Blocks take numbers in the
// order in which they begin, so that those before are at work or done. A block publishes every aligned block of a power
// of two of blocks that it completes, and reads one for each 1 in its own number: no chain of waits.

template <class T> struct nova_look {
  const nova_gpu& gpu;
  T* nodes;                 ///< twice as many as blocks
  volatile unsigned* flags; ///< as many, 0 at first
};

/// Where the aligned block of 2^level blocks stands whose last one is `last`: those that are complete by then come in
/// the order of their completion.
NOVA_DEVICE nv_i64 nova_node(nv_i64 last, int level) { return 2 * last - __popcll((nv_u64)last) + level; }

/// The next block's number, the same for all its threads; none where all is to stop: who took a number before still tells what others
/// wait for.
NOVA_DEVICE nv_i64 nova_next_block(const nova_gpu& g, unsigned* ticket) {
  unsigned* const taken = (unsigned*)nova_shared;
  __syncthreads();
  if (threadIdx.x == 0) *taken = *g.stop ? ~0u : atomicAdd(ticket, 1u);
  __syncthreads();
  const nv_i64 block = *taken;
  __syncthreads();
  return block;
}

/// By one thread of block b, whose elements come to `total`: what `start` and all before b come to; anything where all is over.
template <class T, class J>
NOVA_DEVICE T nova_carry(const nova_look<T>& look, nv_i64 b, bool publishes, T total, T start, const J& join) {
  if (publishes) {
    nova_publish(&look.nodes[nova_node(b, 0)], &look.flags[nova_node(b, 0)], total);
    for (int level = 0; b >> level & 1; ++level) {
      const nv_i64 left = nova_node(b - (1ll << level), level), both = nova_node(b, level + 1);
      T before;
      if (!nova_await(look.gpu, &look.nodes[left], &look.flags[left], &before)) return start;
      join(before, total, &total);
      nova_publish(&look.nodes[both], &look.flags[both], total);
    }
  }
  nv_i64 at = 0;
  for (int level = 62; level >= 0; --level)
    if (b >> level & 1) {
      at += 1ll << level;
      const nv_i64 node = nova_node(at - 1, level);
      T before;
      if (!nova_await(look.gpu, &look.nodes[node], &look.flags[node], &before)) return start;
      join(start, before, &start);
    }
  return start;
}
