// Counts of a block's threads.

/// How many the threads before hold, and the block's total; `room` has a place for each warp.
NOVA_DEVICE int nova_count_before(int mine, int* total, int* room) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  int sum = mine;
  for (unsigned d = 1; d < 32; d *= 2) {
    const int left = __shfl_up_sync(0xffffffffu, sum, d);
    if (lane >= d) sum += left;
  }
  if (lane == 31) room[warp] = sum;
  __syncthreads();
  int before = 0, all = 0;
  for (unsigned w = 0; w < warps; ++w) before += w < warp ? room[w] : 0, all += room[w];
  __syncthreads();
  *total = all;
  return before + sum - mine;
}
