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

/// The next block's number, the same for all its threads; none where all is to stop, which who waits for that number hears, too.
NOVA_DEVICE nv_i64 nova_next_block(const nova_gpu& g, unsigned* ticket) {
  unsigned* const taken = (unsigned*)nova_shared;
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned next = atomicAdd(ticket, 1u), stops = *g.stop; // both are under way at once
    *taken = stops ? ~0u : next;
  }
  __syncthreads();
  const nv_i64 block = *taken;
  __syncthreads();
  return block;
}

/// The number without its `ones` highest 1s.
NOVA_DEVICE nv_u64 nova_without_highest(nv_u64 number, unsigned ones) {
  for (; ones > 0 && number; --ones) number &= ~(1ull << (63 - __builtin_clzll(number)));
  return number;
}

/// Where the aligned block of blocks stands that the lane-th highest 1 in b's number stands for: together all before b.
NOVA_DEVICE nv_i64 nova_part_before(nv_i64 b, unsigned lane) {
  const nv_u64 before = (nv_u64)b - nova_without_highest((nv_u64)b, lane + 1);
  return nova_node((nv_i64)before - 1, __builtin_ctzll(before));
}

/// By the first warp of block b, whose elements come to thread 0's `total`: what `start` and all before b come to, in thread 0;
/// anything where all is over. Each lane reads what one 1 in b's number stands for, since a read takes long. Those that the lowest
/// 1s stand for, from the end on without a gap, are the left parts of what b completes, which others wait for: they come first.
template <class T, class J>
NOVA_DEVICE T nova_carry(const nova_look<T>& look, nv_i64 b, bool publishes, T total, T start, const J& join) {
  const unsigned lane = threadIdx.x, ones = (unsigned)__builtin_popcountll((nv_u64)b);
  const unsigned completed = publishes ? (unsigned)__builtin_ctzll(~(nv_u64)b) : 0, first = ones - completed;
  const nv_i64 node = lane < ones ? nova_part_before(b, lane) : 0;
  const bool early = lane >= first && lane < ones;
  T part = start;
  if (publishes && lane == 0) nova_publish(&look.nodes[nova_node(b, 0)], &look.flags[nova_node(b, 0)], total);
  bool good = !early || nova_await(look.gpu, &look.nodes[node], &look.flags[node], &part);
  if (__ballot_sync(0xffffffffu, !good)) return start;
  for (unsigned level = 1; level <= completed; ++level) {
    const T left = nova_from(part, (int)(ones - level));
    if (lane != 0) continue;
    join(left, total, &total);
    look.nodes[nova_node(b, (int)level)] = total;
  }
  if (completed && lane == 0) {
    NOVA_FENCE();
    for (unsigned level = 1; level <= completed; ++level) look.flags[nova_node(b, (int)level)] = 1;
  }
  good = lane >= first || nova_await(look.gpu, &look.nodes[node], &look.flags[node], &part);
  if (__ballot_sync(0xffffffffu, !good)) return start;
  for (unsigned k = 0; k < ones; ++k) {
    const T before = nova_from(part, (int)k);
    if (lane == 0) join(start, before, &start);
  }
  return start;
}
