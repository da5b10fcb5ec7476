// The shapes as kernels, for float sums, and free orders beside them for counting instructions. Compiled by
// nvcc as CUDA, and by a C++ compiler with fibers.hpp: the same text.
#ifdef __CUDACC__
#include <cstdint>
#define SHARED(type, name, count) __shared__ type name[count]
#else
#include "fibers.hpp"
#endif

constexpr unsigned kEveryone = 0xffffffffu;
constexpr int kBlock = 256; // threads

// What an absent element holds: were it ever combined, it would show.
#define ABSENT __uint_as_float(0x7fffffffu)

// The tree over one leaf a thread, of which `leaves` are there; the value ends in thread 0. Left operand
// first.
__device__ __forceinline__ float block_tree(float v, int leaves, float* warps) {
  const int t = threadIdx.x;
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const float right = __shfl_down_sync(kEveryone, v, step);
    if (t + step < leaves) v = v + right;
  }
  if (t % 32 == 0) warps[t / 32] = v;
  __syncthreads();
  if (t == 0)
    for (int step = 1; step < kBlock / 32; step *= 2)
      for (int w = 0; w + step < kBlock / 32; w += 2 * step)
        if ((w + step) * 32 < leaves) warps[w] = warps[w] + warps[w + step];
  return warps[0];
}

// ---- Lane shape: a thread is a lane, a block is 16 tiles, an aligned block of the tree
// ---------------------------------

__global__ void lane_reduce(const float* __restrict__ x, int64_t n, float* partial) {
  SHARED(float, warps, kBlock / 32);
  const int64_t first = (int64_t)blockIdx.x * (kBlock * 64);
  const int64_t at = first + threadIdx.x / 16 * 1024 + threadIdx.x % 16;
  float v = ABSENT;
  if (first + kBlock * 64 <= n) {
    v = x[at];
#pragma unroll
    for (int r = 1; r < 64; ++r) v = v + x[at + r * 16];
  } else if (at < n) {
    v = x[at];
    for (int r = 1; r < 64 && at + r * 16 < n; ++r) v = v + x[at + r * 16];
  }
  const int64_t rest = n - first, tail = rest % 1024;
  const int leaves = rest >= kBlock * 64 ? kBlock : (int)(rest / 1024 * 16 + (tail < 16 ? tail : 16));
  v = block_tree(v, leaves, warps);
  if (threadIdx.x == 0) partial[blockIdx.x] = v;
}

// The same with four neighbouring lanes a thread, loaded at once: a block is 64 tiles. n is a multiple of
// 65536.
__global__ void lane_reduce_wide(const float4* __restrict__ x, float* partial) {
  SHARED(float, warps, kBlock / 32);
  const float4* at = x + (int64_t)blockIdx.x * (kBlock * 64) + threadIdx.x / 4 * 256 + threadIdx.x % 4;
  float4 v = at[0];
#pragma unroll
  for (int r = 1; r < 64; ++r) {
    const float4 e = at[r * 4];
    v.x = v.x + e.x, v.y = v.y + e.y, v.z = v.z + e.z, v.w = v.w + e.w;
  }
  const float sum = block_tree((v.x + v.y) + (v.z + v.w), kBlock, warps);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

__global__ void free_reduce_wide(const float4* __restrict__ x, float* partial) {
  SHARED(float, warps, kBlock / 32);
  const float4* at = x + (int64_t)blockIdx.x * (kBlock * 64) + threadIdx.x;
  float4 v = at[0];
#pragma unroll
  for (int r = 1; r < 64; ++r) {
    const float4 e = at[r * kBlock];
    v.x = v.x + e.x, v.y = v.y + e.y, v.z = v.z + e.z, v.w = v.w + e.w;
  }
  const float sum = block_tree((v.x + v.y) + (v.z + v.w), kBlock, warps);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

// What blocks leave, joined: each launch turns 256 neighbours into one, until one is left.
__global__ void join(const float* from, int64_t count, float* to) {
  SHARED(float, warps, kBlock / 32);
  const int64_t first = (int64_t)blockIdx.x * kBlock, rest = count - first;
  float v = threadIdx.x < rest ? from[first + threadIdx.x] : ABSENT;
  v = block_tree(v, rest < kBlock ? (int)rest : kBlock, warps);
  if (threadIdx.x == 0) to[blockIdx.x] = v;
}

// ---- Ordered shape: a thread folds four cells, a block is 1024 cells
// -----------------------------------------------------

__global__ void ordered_reduce(const float* __restrict__ x, int64_t n, float* partial) {
  SHARED(float, warps, kBlock / 32);
  const int64_t first = (int64_t)blockIdx.x * (kBlock * 64), at = first + (int64_t)threadIdx.x * 64;
  float cell[4] = {ABSENT, ABSENT, ABSENT, ABSENT};
  for (int c = 0; c < 4; ++c)
    for (int64_t k = at + c * 16; k < at + c * 16 + 16 && k < n; ++k)
      cell[c] = k % 16 == 0 ? x[k] : cell[c] + x[k];
  const int64_t mine = (n - at + 15) / 16;
  float v = mine > 1 ? cell[0] + cell[1] : cell[0];
  if (mine > 3) v = v + (cell[2] + cell[3]);
  if (mine == 3) v = v + cell[2];
  const int64_t leaves = (n - first + 63) / 64;
  v = block_tree(v, leaves < kBlock ? (int)leaves : kBlock, warps);
  if (threadIdx.x == 0) partial[blockIdx.x] = v;
}

// ---- Scan in one pass: a thread is a cell, a block 256 cells; blocks publish aligned blocks of the tree
// -------------------

// Block `index` of level `level` (2^level neighbours joined), in the order of an in-order walk. A word is
// value and flag.
__device__ __forceinline__ volatile uint64_t* place(uint64_t* published, int level, unsigned index) {
  return published + ((uint64_t)index << (level + 1)) + (1u << level) - 1;
}
__device__ __forceinline__ void publish(uint64_t* published, int level, unsigned index, float v) {
  *place(published, level, index) = (uint64_t)1 << 32 | __float_as_uint(v);
}
__device__ __forceinline__ float await(uint64_t* published, int level, unsigned index) {
  uint64_t word = *place(published, level, index);
  while (word >> 32 == 0) {
    __nanosleep(20);
    word = *place(published, level, index);
  }
  return __uint_as_float((unsigned)word);
}

// Thread 0: publishes block b's total and what it completes, and returns b's carry.
__device__ __forceinline__ float look_back(uint64_t* published, unsigned b, float total, float init) {
  float left[32];
  bool all_ones = true;
  publish(published, 0, b, total);
  for (int level = 0; b >> level; ++level) {
    if (!(b >> level & 1)) {
      all_ones = false;
      continue;
    }
    left[level] = await(published, level, (b >> level) - 1);
    if (!all_ones) continue;
    total = left[level] + total;
    publish(published, level + 1, b >> (level + 1), total);
  }
  float carry = init;
  for (int level = 31; level >= 0; --level)
    if (b >> level & 1) carry = carry + left[level];
  return carry;
}

// The fixed number of a block's levels: five in a warp, three across its eight warps.
__global__ void ordered_scan(const float* __restrict__ x, int64_t n, float init, float* y, unsigned* ticket,
                             uint64_t* published) {
  SHARED(float, stage,
         kBlock * 17); // a cell's 16 elements and one word, so that cells start in different banks
  SHARED(float, warps, kBlock / 32);
  SHARED(float, carry, 1);
  SHARED(unsigned, number, 1);
  const int t = threadIdx.x, w = t / 32;
  if (t == 0) number[0] = atomicAdd(ticket, 1);
  __syncthreads();
  const unsigned b = number[0];
  const int64_t first = (int64_t)b * (kBlock * 16);
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    const int at = k * kBlock + t;
    stage[at / 16 * 17 + at % 16] = first + at < n ? x[first + at] : ABSENT;
  }
  __syncthreads();
  float e[16], sibling[8];
#pragma unroll
  for (int k = 0; k < 16; ++k) e[k] = stage[t * 17 + k];
  float total = e[0];
#pragma unroll
  for (int k = 1; k < 16; ++k) total = total + e[k];
#pragma unroll
  for (int level = 0; level < 5; ++level) {
    sibling[level] = __shfl_xor_sync(kEveryone, total, 1 << level);
    total = t >> level & 1 ? sibling[level] + total : total + sibling[level];
  }
  if (t % 32 == 0) warps[w] = total;
  __syncthreads();
  sibling[5] = warps[w ^ 1];
  sibling[6] = warps[(w ^ 2) & 6] + warps[((w ^ 2) & 6) + 1];
  const float* far = warps + (w & 4 ? 0 : 4);
  sibling[7] = (far[0] + far[1]) + (far[2] + far[3]);
  if (t == 0) {
    const float block = ((warps[0] + warps[1]) + (warps[2] + warps[3])) + sibling[7];
    carry[0] = look_back(published, b, block, init);
  }
  __syncthreads();
  float run = carry[0];
#pragma unroll
  for (int level = 7; level >= 0; --level)
    if (t >> level & 1) run = run + sibling[level];
#pragma unroll
  for (int k = 0; k < 16; ++k) stage[t * 17 + k] = run = run + e[k];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    const int at = k * kBlock + t;
    if (first + at < n) y[first + at] = stage[at / 16 * 17 + at % 16];
  }
}

#ifdef __CUDACC__
// ---- For counting only: free orders, and the cases of one thread a row
// -----------------------------------------------------

// The scan as it is usually done: totals, an inclusive scan by shuffles, a chain of blocks.
__global__ void free_scan(const float* __restrict__ x, int64_t n, float init, float* y, unsigned* ticket,
                          uint64_t* published) {
  SHARED(float, stage, kBlock * 17);
  SHARED(float, warps, kBlock / 32);
  SHARED(float, carry, 1);
  SHARED(unsigned, number, 1);
  const int t = threadIdx.x, w = t / 32;
  if (t == 0) number[0] = atomicAdd(ticket, 1);
  __syncthreads();
  const unsigned b = number[0];
  const int64_t first = (int64_t)b * (kBlock * 16);
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    const int at = k * kBlock + t;
    stage[at / 16 * 17 + at % 16] = first + at < n ? x[first + at] : 0;
  }
  __syncthreads();
  float e[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) e[k] = stage[t * 17 + k];
  float total = e[0];
#pragma unroll
  for (int k = 1; k < 16; ++k) total = total + e[k];
  float upto = total;
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const float left = __shfl_up_sync(kEveryone, upto, step);
    if (t % 32 >= step) upto = left + upto;
  }
  if (t % 32 == 31) warps[w] = upto;
  __syncthreads();
  float before = init;
  for (int k = 0; k < 7; ++k)
    if (k < w) before = before + warps[k];
  if (t == kBlock - 1) {
    float sum = b == 0 ? init : await(published, 0, b - 1);
    carry[0] = sum;
    publish(published, 0, b, sum + before + upto);
  }
  __syncthreads();
  float run = carry[0] + before + __shfl_up_sync(kEveryone, upto, 1);
#pragma unroll
  for (int k = 0; k < 16; ++k) stage[t * 17 + k] = run = run + e[k];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    const int at = k * kBlock + t;
    if (first + at < n) y[first + at] = stage[at / 16 * 17 + at % 16];
  }
}

// Many rows of 16 (as in a sparse matrix's ELL form), a thread each.
template <bool tree>
__device__ __forceinline__ void row16(const float* __restrict__ x, int64_t rows, float* y) {
  const int64_t row = (int64_t)blockIdx.x * kBlock + threadIdx.x;
  if (row >= rows) return;
  float e[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) e[k] = x[row + k * rows];
#pragma unroll
  for (int step = 1; step < 16; step *= 2)
#pragma unroll
    for (int k = 0; k < 16; k += 2 * step)
      if (tree) e[k] = e[k] + e[k + step];
  if (!tree)
#pragma unroll
    for (int k = 1; k < 16; ++k) e[0] = e[0] + e[k];
  y[row] = e[0];
}
__global__ void free_rows(const float* __restrict__ x, int64_t rows, float* y) { row16<false>(x, rows, y); }
__global__ void lane_rows(const float* __restrict__ x, int64_t rows, float* y) { row16<true>(x, rows, y); }

// Rows of any length in a CSR-like layout, a thread each. Sixteen at a time; the tail by predicates.
__global__ void free_ragged(const float* __restrict__ x, const int* __restrict__ from, int rows, float* y) {
  const int row = blockIdx.x * kBlock + threadIdx.x;
  if (row >= rows) return;
  const int end = from[row + 1];
  float v = 0;
#pragma unroll 16
  for (int k = from[row]; k < end; ++k) v = v + x[k];
  y[row] = v;
}
__global__ void lane_ragged(const float* __restrict__ x, const int* __restrict__ from, int rows, float* y) {
  const int row = blockIdx.x * kBlock + threadIdx.x;
  if (row >= rows) return;
  const int begin = from[row], n = from[row + 1] - begin;
  float lane[16];
#pragma unroll
  for (int l = 0; l < 16; ++l)
    if (l < n) lane[l] = x[begin + l];
  int k = 16;
  for (; k + 16 <= n; k += 16)
#pragma unroll
    for (int l = 0; l < 16; ++l) lane[l] = lane[l] + x[begin + k + l];
#pragma unroll
  for (int l = 0; l < 15; ++l)
    if (k + l < n) lane[l] = lane[l] + x[begin + k + l];
#pragma unroll
  for (int step = 1; step < 16; step *= 2)
#pragma unroll
    for (int l = 0; l < 16; l += 2 * step)
      if (l + step < n) lane[l] = lane[l] + lane[l + step];
  y[row] = lane[0];
}

struct Sum3 {
  float x, y, z;
};
__device__ __forceinline__ Sum3 operator+(Sum3 a, Sum3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

__device__ __forceinline__ Sum3 pull(float4 me, float4 other) {
  const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
  const float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f)));
  const float s = other.w / (r2 * sqrtf(r2));
  return {dx * s, dy * s, dz * s};
}

// n-body: a thread sums over all bodies, which come by tiles of 1024 through shared memory. n is a multiple
// of 1024.
__global__ void free_bodies(const float4* __restrict__ body, int n, Sum3* force) {
  SHARED(float4, tile, 1024);
  const float4 me = body[blockIdx.x * kBlock + threadIdx.x];
  Sum3 sum = {0, 0, 0};
  for (int first = 0; first < n; first += 1024) {
    __syncthreads();
    for (int k = threadIdx.x; k < 1024; k += kBlock) tile[k] = body[first + k];
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < 1024; ++j) sum = sum + pull(me, tile[j]);
  }
  force[blockIdx.x * kBlock + threadIdx.x] = sum;
}
__global__ void lane_bodies(const float4* __restrict__ body, int n, Sum3* force) {
  SHARED(float4, tile, 1024);
  const float4 me = body[blockIdx.x * kBlock + threadIdx.x];
  Sum3 blocks[24];
  int size = 0;
  for (int first = 0; first < n; first += 1024) {
    __syncthreads();
    for (int k = threadIdx.x; k < 1024; k += kBlock) tile[k] = body[first + k];
    __syncthreads();
    for (int l = 0; l < 16; ++l) {
      Sum3 sum = pull(me, tile[l]);
#pragma unroll 4
      for (int j = l + 16; j < 1024; j += 16) sum = sum + pull(me, tile[j]);
#pragma unroll 1
      for (int ends = first / 64 + l; ends & 1; ends >>= 1) sum = blocks[--size] + sum;
      blocks[size++] = sum;
    }
  }
  while (size > 1) --size, blocks[size - 1] = blocks[size - 1] + blocks[size];
  force[blockIdx.x * kBlock + threadIdx.x] = blocks[0];
}

// A thread's 8 x 8 part of a matrix product out of shared memory, 64 products at a time; panels are packed by
// lanes.
__device__ __forceinline__ void multiply64(const float4* a, const float4* b, float (&c)[64]) {
#pragma unroll 8
  for (int k = 0; k < 64; ++k) {
    const float4 a0 = a[k * 32], a1 = a[k * 32 + 1], b0 = b[k * 32], b1 = b[k * 32 + 1];
    const float av[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
    const float bv[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
    for (int i = 0; i < 64; ++i) c[i] = fmaf(av[i / 8], bv[i % 8], c[i]);
  }
}
template <bool lanes>
__device__ __forceinline__ void product(const float4* a, const float4* b, int leaves, float* out) {
  extern __shared__ float4 panels[];
  float c[64] = {}, blocks[12 * 64];
  float* top = blocks;
  for (int leaf = 0; leaf < leaves; ++leaf) {
    __syncthreads();
    for (int k = threadIdx.x; k < 2048; k += kBlock)
      panels[k] = a[leaf * 2048 + k], panels[2048 + k] = b[leaf * 2048 + k];
    __syncthreads();
    multiply64(panels + threadIdx.x / 16 * 2, panels + 2048 + threadIdx.x % 16 * 2, c);
    if constexpr (lanes) {
#pragma unroll 1
      for (int ends = leaf; ends & 1; ends >>= 1) {
        top -= 64;
#pragma unroll
        for (int i = 0; i < 64; ++i) c[i] = top[i] + c[i];
      }
#pragma unroll
      for (int i = 0; i < 64; ++i) top[i] = c[i], c[i] = 0;
      top += 64;
    }
  }
#pragma unroll
  for (int i = 0; i < 64; ++i) out[(blockIdx.x * kBlock + threadIdx.x) * 64 + i] = lanes ? blocks[i] : c[i];
}
__global__ void free_product(const float4* a, const float4* b, int leaves, float* out) {
  product<false>(a, b, leaves, out);
}
__global__ void lane_product(const float4* a, const float4* b, int leaves, float* out) {
  product<true>(a, b, leaves, out);
}
#endif
