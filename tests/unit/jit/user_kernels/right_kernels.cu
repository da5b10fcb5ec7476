// Kernels as people write them: none has a mistake, and none knows of Nova. Each takes a vector and makes another one. The test
// knows what it makes.
#include <cuda_runtime.h>
#include <stdint.h>

__global__ void twice(const float *x, int64_t n, float *y, int64_t m) {
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = 2 * x[i];
}

// ---- reductions: a block makes the sum of its elements ----

// Neighbours first; the remainder says who works.
__global__ void sum_interleaved(const float *x, int64_t n, float *y, int64_t m) {
  extern __shared__ float part[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = part[0];
}

// Neighbours first; the first threads work.
__global__ void sum_strided(const float *x, int64_t n, float *y, int64_t m) {
  extern __shared__ float part[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    unsigned k = 2 * s * t;
    if (k < blockDim.x) part[k] += part[k + s];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = part[0];
}

// The upper half onto the lower one.
__global__ void sum_sequential(const float *x, int64_t n, float *y, int64_t m) {
  extern __shared__ float part[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) y[blockIdx.x] = part[0];
}

// The last warp alone, with barriers of the warp.
__global__ void sum_warp_synchronous(const float *x, int64_t n, float *y, int64_t m) {
  extern __shared__ float part[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s >= 32; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t < 32) {
    volatile float *v = part;
    float a = v[t];
    for (int s = 16; s > 0; s >>= 1) {
      float b = t < s ? v[t + s] : 0;
      __syncwarp();
      v[t] = a += b;
      __syncwarp();
    }
  }
  if (t == 0) y[blockIdx.x] = part[0];
}

// Shuffles, then one value of each warp.
template <int lanes>
__device__ __forceinline__ float warp_sum(float a, unsigned mask = 0xffffffffu) {
#pragma unroll
  for (int s = lanes / 2; s > 0; s /= 2) a += __shfl_down_sync(mask, a, s);
  return a;
}
__global__ void sum_shuffled(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float part[32];
  int t = threadIdx.x, lane = t % warpSize, warp = t / warpSize;
  int64_t i = (int64_t)blockIdx.x * blockDim.x + t;
  float a = warp_sum<32>(i < n ? x[i] : 0.0f);
  if (lane == 0) part[warp] = a;
  __syncthreads();
  if (warp == 0) {
    a = warp_sum<32>(lane < blockDim.x / warpSize ? part[lane] : 0.0f);
    if (lane == 0) y[blockIdx.x] = a;
  }
}

// All block sizes known; each thread adds many elements first.
template <unsigned size>
__global__ void __launch_bounds__(size) sum_unrolled(const float *__restrict__ x, int64_t n, float *__restrict__ y, int64_t m) {
  __shared__ float part[size];
  const unsigned t = threadIdx.x;
  float a = 0;
  for (int64_t i = blockIdx.x * size * 2 + t; i < n; i += size * 2 * gridDim.x) {
    a += __ldg(x + i);
    if (i + size < n) a += __ldg(x + i + size);
  }
  part[t] = a;
  __syncthreads();
  if (size >= 512) { if (t < 256) part[t] += part[t + 256]; __syncthreads(); }
  if (size >= 256) { if (t < 128) part[t] += part[t + 128]; __syncthreads(); }
  if (size >= 128) { if (t < 64) part[t] += part[t + 64]; __syncthreads(); }
  if (t < 32) {
    a = part[t] + part[t + 32];
    for (int s = 16; s > 0; s /= 2) a += __shfl_xor_sync(0xffffffff, a, s);
    if (t == 0) y[blockIdx.x] = a;
  }
}

// Only the lanes that have an element take part.
__global__ void sum_masked(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffff, i < n);
  if (i < n) {
    float a = x[i];
    int lanes = __popc(mask), lane = threadIdx.x % 32;
    for (int s = 16; s > 0; s /= 2) {
      float b = __shfl_down_sync(mask, a, s);
      if (lane + s < lanes) a += b;
    }
    if (lane == 0) atomicAdd(&total, a);
  }
  __syncthreads();
  if (threadIdx.x == 0) y[blockIdx.x] = total;
}

// All in one launch: the block that comes last adds what the blocks have made.
__device__ unsigned int blocks_done = 0;
__device__ volatile float sums[64];
__global__ void sum_fenced(const float *x, int64_t n, float *y, int64_t m) {
  extern __shared__ float part[];
  __shared__ bool last;
  unsigned t = threadIdx.x;
  float a = 0;
  for (int64_t i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) a += x[i];
  part[t] = a;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) {
    sums[blockIdx.x] = part[0];
    __threadfence();
    last = atomicInc(&blocks_done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    a = 0;
    for (unsigned k = t; k < gridDim.x; k += blockDim.x) a += sums[k];
    part[t] = a;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
      if (t < s) part[t] += part[t + s];
      __syncthreads();
    }
    if (t == 0) y[0] = part[0], blocks_done = 0;
  }
}

// The same with plain stores, read by all threads of the last block.
__device__ float plain_sums[64];
__device__ int plain_done = 0;
__global__ void sum_fenced_plain(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ int ticket;
  __shared__ float part[64];
  float a = 0;
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a += x[i];
  a = warp_sum<32>(a);
  if (threadIdx.x % 32 == 0) atomicExch(&part[threadIdx.x / 32], a);
  __syncthreads();
  if (threadIdx.x == 0) {
    a = 0;
    for (int k = 0; k < blockDim.x / 32; ++k) a += part[k];
    plain_sums[blockIdx.x] = a;
    __threadfence();
    ticket = atomicAdd(&plain_done, 1);
  }
  __syncthreads();
  if (ticket != gridDim.x - 1) return;
  if (threadIdx.x < gridDim.x) part[threadIdx.x] = plain_sums[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    a = 0;
    for (int k = 0; k < gridDim.x; ++k) a += part[k];
    y[0] = a;
  }
}

// Each block adds its sum in a critical section.
__device__ int lock = 0;
__device__ float under_lock;
__device__ int counted;
__global__ void sum_locked(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float part;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&part, x[i]);
  __syncthreads();
  if (threadIdx.x) return;
  while (atomicCAS(&lock, 0, 1) != 0) __nanosleep(100);
  under_lock += part;
  if (++counted == gridDim.x) y[0] = under_lock;
  __threadfence();
  atomicExch(&lock, 0);
}

// ---- scans of one block ----

// Hillis and Steele: two rows of shared memory by turns.
__global__ void scan_rows(const float *x, int64_t n, float *y, int64_t m) {
  extern __shared__ __align__(16) float rows[];
  int t = threadIdx.x, from = 0, to = 1;
  rows[t] = t > 0 ? x[t - 1] : 0;
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    rows[to * n + t] = rows[from * n + t] + (t >= s ? rows[from * n + t - s] : 0);
    int other = from;
    from = to, to = other;
    __syncthreads();
  }
  y[t] = rows[from * n + t];
}

// Blelloch: up the tree and down again.
__global__ void scan_tree(const float *x, int64_t n, float *y, int64_t m) {
  extern __shared__ float tree[];
  int t = threadIdx.x, step = 1;
  tree[2 * t] = x[2 * t];
  tree[2 * t + 1] = x[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) tree[step * (2 * t + 2) - 1] += tree[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0) tree[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    step >>= 1;
    __syncthreads();
    if (t < d) {
      int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
      float v = tree[a];
      tree[a] = tree[b];
      tree[b] += v;
    }
  }
  __syncthreads();
  y[2 * t] = tree[2 * t];
  y[2 * t + 1] = tree[2 * t + 1];
}

// By warps.
__global__ void scan_warps(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float ends[32];
  int t = threadIdx.x, lane = t & 31;
  float own = t < n ? x[t] : 0, a = own;
  for (int s = 1; s < 32; s <<= 1) {
    float b = __shfl_up_sync(~0u, a, s);
    if (lane >= s) a += b;
  }
  if (lane == 31) ends[t / 32] = a;
  __syncthreads();
  float before = 0;
  for (int w = 0; w < t / 32; ++w) before += ends[w];
  if (t < n) y[t] = before + a - own;
}

// ---- transposes of a square matrix whose edge is a multiple of 32 ----

__device__ __host__ inline int edge(int64_t n) { return (int)(sqrtf((float)n) + 0.5f); }
__global__ void transpose_naive(const float *x, int64_t n, float *y, int64_t m) {
  int e = edge(n), c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += blockDim.y) y[c * e + r + k] = x[(r + k) * e + c];
}
__global__ void transpose_tiled(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float tile[32][32];
  int e = edge(n), c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += blockDim.y) tile[threadIdx.y + k][threadIdx.x] = x[(r + k) * e + c];
  __syncthreads();
  c = blockIdx.y * 32 + threadIdx.x, r = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += blockDim.y) y[(r + k) * e + c] = tile[threadIdx.x][threadIdx.y + k];
}
template <typename T, int size>
struct Tile {
  T cell[size][size + 1];
};
__global__ void transpose_padded(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ Tile<float, 32> tile;
  int e = edge(n), c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += blockDim.y) tile.cell[threadIdx.y + k][threadIdx.x] = x[(r + k) * e + c];
  __syncthreads();
  c = blockIdx.y * 32 + threadIdx.x, r = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += blockDim.y) y[(r + k) * e + c] = tile.cell[threadIdx.x][threadIdx.y + k];
}

// ---- a histogram of 64 bins: in shared memory, then block by block ----

__device__ unsigned bins[64];
__device__ unsigned bins_done;
__global__ void histogram(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ unsigned own[64];
  __shared__ bool last;
  for (int k = threadIdx.x; k < 64; k += blockDim.x) own[k] = 0;
  __syncthreads();
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[(unsigned)x[i] % 64], 1);
  __syncthreads();
  for (int k = threadIdx.x; k < 64; k += blockDim.x) atomicAdd(&bins[k], own[k]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&bins_done, 1u) == gridDim.x - 1;
  __syncthreads();
  if (last)
    for (int k = threadIdx.x; k < 64; k += blockDim.x) y[k] = (float)atomicAdd(&bins[k], 0u);
}

// ---- the square of a matrix, by tiles ----

#define TILE 16
__global__ void square_tiled(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  const int e = edge(n), tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * TILE + ty, c = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int k = 0; k < (e + TILE - 1) / TILE; ++k) {
    a[ty][tx] = r < e && k * TILE + tx < e ? x[r * e + k * TILE + tx] : 0;
    b[ty][tx] = c < e && k * TILE + ty < e ? x[(k * TILE + ty) * e + c] : 0;
    __syncthreads();
#pragma unroll
    for (int q = 0; q < TILE; ++q) sum += a[ty][q] * b[q][tx];
    __syncthreads();
  }
  if (r < e && c < e) y[r * e + c] = sum;
}

// ---- other words ----

// Vectors of four elements; the length is a multiple of 4.
__global__ void twice_by_fours(const float *x, int64_t n, float *y, int64_t m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i >= n) return;
  float4 v = reinterpret_cast<const float4 *>(x)[i];
  reinterpret_cast<float4 *>(y)[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
}

// Weights that do not change.
__constant__ float weights[3] = {0.25f, 0.5f, 0.25f};
__global__ void blur(const float *x, int64_t n, float *y, int64_t m) {
  extern __shared__ float near[];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * blockDim.x + t;
  near[t + 1] = i < n ? x[i] : 0;
  if (t == 0) near[0] = i > 0 ? x[i - 1] : 0;
  if (t == blockDim.x - 1) near[t + 2] = i + 1 < n ? x[i + 1] : 0;
  __syncthreads();
  if (i < n) y[i] = weights[0] * near[t] + weights[1] * near[t + 1] + weights[2] * near[t + 2];
}

// One atomic operation of a warp for all its lanes that keep an element; the order is kept in a block's first warp only.
__device__ unsigned kept_count;
__device__ unsigned keep_place() {
  unsigned mask = __activemask(), lane = threadIdx.x % 32, leader = __ffs(mask) - 1, first = 0;
  if (lane == leader) first = atomicAdd(&kept_count, __popc(mask));
  return __shfl_sync(mask, first, leader) + __popc(mask & ((1u << lane) - 1));
}
__global__ void keep_odd(const float *x, int64_t n, float *y, int64_t m) {
  int i = threadIdx.x;
  if (i < n && ((int)x[i] & 1)) y[keep_place()] = x[i];
}

// A chain of blocks: each waits for the one before, by a flag.
__device__ volatile int flags[64];
__device__ volatile float carried[64];
__global__ void scan_chained(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float before;
  float own = x[blockIdx.x * blockDim.x + threadIdx.x], a = own;
  for (int s = 1; s < 32; s <<= 1) {
    float b = __shfl_up_sync(~0u, a, s);
    if (threadIdx.x >= s) a += b;
  }
  if (threadIdx.x == 31) {
    float sum = 0;
    if (blockIdx.x > 0) {
      while (flags[blockIdx.x - 1] == 0) {}
      __threadfence();
      sum = carried[blockIdx.x - 1];
    }
    carried[blockIdx.x] = sum + a;
    __threadfence();
    flags[blockIdx.x] = 1;
    before = sum;
  }
  __syncthreads();
  y[blockIdx.x * blockDim.x + threadIdx.x] = before + a - own;
}

// Bytes of a word by different threads.
__global__ void bytes_apart(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ unsigned char low[64];
  __shared__ union { unsigned char bytes[4]; unsigned word; } one;
  int t = threadIdx.x;
  low[t] = (unsigned char)x[t];
  if (t < 4) one.bytes[t] = t + 1;
  __syncthreads();
  y[t] = low[63 - t] + (t == 0 ? one.word == 0x04030201u : 0);
}

// A grid and blocks of three dimensions; warps across rows.
__global__ void boxes(const float *x, int64_t n, float *y, int64_t m) {
  dim3 size(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  uint3 p = {blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z * blockDim.z + threadIdx.z};
  unsigned at = (p.z * size.y + p.y) * size.x + p.x;
  int all = __syncthreads_and(at < n), some = __syncthreads_or(at == 0), count = __syncthreads_count(threadIdx.z == 1);
  y[at] = 2 * x[at] + (all && count == blockDim.x * blockDim.y ? 0 : 1) + (some == (blockIdx.x + blockIdx.y + blockIdx.z == 0) ? 0 : 1);
}

// Batcher's bitonic sort of 256 elements.
__global__ void sort_bitonic(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = x[t];
  for (unsigned size = 2; size <= 256; size <<= 1)
    for (unsigned stride = size >> 1; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned p = t ^ stride;
      if (p > t && (s[t] > s[p]) == ((t & size) == 0)) {
        float other = s[t];
        s[t] = s[p], s[p] = other;
      }
    }
  __syncthreads();
  y[t] = s[t];
}

// Blocks that wait for all blocks, by a counter and a generation.
__device__ unsigned arrived;
__device__ volatile unsigned generation;
__device__ float between[512];
__device__ void wait_for_grid() {
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned g = generation;
    __threadfence();
    if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
      arrived = 0;
      __threadfence();
      generation = g + 1;
    } else {
      while (generation == g) {}
    }
    __threadfence();
  }
  __syncthreads();
}
__global__ void twice_backwards(const float *x, int64_t n, float *y, int64_t m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) between[i] = x[n - 1 - i];
  wait_for_grid();
  float v = i < n ? between[n - 1 - i] : 0;
  wait_for_grid();
  if (i < n) between[i] = v;
  wait_for_grid();
  if (i < n) y[i] = v + between[i];
}

// A queue in shared memory.
__global__ void twice_queued(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ int items[256], head, tail;
  if (threadIdx.x == 0) head = tail = 0;
  __syncthreads();
  if (threadIdx.x < n) items[atomicAdd(&tail, 1)] = threadIdx.x;
  __syncthreads();
  for (int k; (k = atomicAdd(&head, 1)) < tail;) y[items[k]] = 2 * x[items[k]];
}

// A stable sort by 4 bits: ballots, counts, ranks among equals.
__global__ void sort_by_digit(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ unsigned counts[16][8], starts[16];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  unsigned digit = (unsigned)x[t] & 15;
  for (int d = 0; d < 16; ++d) {
    unsigned those = __ballot_sync(~0u, digit == d);
    if (lane == 0) counts[d][warp] = __popc(those);
  }
  __syncthreads();
  if (t < 16) {
    unsigned sum = 0;
    for (int w = 0; w < 8; ++w) {
      unsigned c = counts[t][w];
      counts[t][w] = sum, sum += c;
    }
    starts[t] = sum;
  }
  __syncthreads();
  if (t == 0) {
    unsigned sum = 0;
    for (int d = 0; d < 16; ++d) {
      unsigned c = starts[d];
      starts[d] = sum, sum += c;
    }
  }
  __syncthreads();
  unsigned equal = __match_any_sync(~0u, digit);
  y[starts[digit] + counts[digit][warp] + __popc(equal & ((1u << lane) - 1))] = x[t];
}

// What only the host runs is left out.
void launch(const float *x, float *y) {
  float *a;
  cudaMalloc(&a, 400);
  twice<<<4, 25>>>(x, 100, y, 100);
}
int main() { return 0; }
