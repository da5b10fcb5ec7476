// Kernels with a planted mistake each. Before a kernel stands what is wrong, then: blocks, threads of a block, bytes of dynamic
// shared memory, elements of x and of y. The line of the mistake says so.
#include <stdint.h>
#include <assert.h>
#define ARGUMENTS const float *x, int64_t n, float *y, int64_t m

//! race 2 64 0 128 128
__global__ void missing_barrier(ARGUMENTS) {
  __shared__ float tile[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = x[i]; // here
  y[i] = tile[63 - t]; // here
}

//! race 1 64 256 64 1
__global__ void missing_barrier_in_loop(ARGUMENTS) {
  extern __shared__ float part[];
  int t = threadIdx.x;
  part[t] = x[t];
  __syncthreads();
  for (int s = 32; s > 0; s /= 2)
    if (t < s) part[t] += part[t + s]; // here
  if (t == 0) y[0] = part[0];
}

//! race 1 64 256 64 1
__global__ void warp_without_syncwarp(ARGUMENTS) {
  extern __shared__ float part[];
  int t = threadIdx.x;
  part[t] = x[t];
  __syncthreads();
  volatile float *v = part;
  if (t < 32)
    for (int s = 32; s > 0; s /= 2)
      if (t < s) v[t] = v[t] + v[t + s]; // here
  if (t == 0) y[0] = part[0];
}

//! race 1 64 0 64 64
__global__ void race_on_one_shared_element(ARGUMENTS) {
  __shared__ int most;
  if (threadIdx.x == 0) most = 0;
  __syncthreads();
  if (x[threadIdx.x] > most) most = (int)x[threadIdx.x]; // here
  __syncthreads();
  y[threadIdx.x] = most;
}

//! race 2 32 0 64 1
__global__ void race_on_global(ARGUMENTS) {
  if (threadIdx.x == 0 && blockIdx.x == 0) y[0] = 1; // here
  if (threadIdx.x == 0 && blockIdx.x == 1) y[0] = 2; // here
}

//! race 2 32 0 64 33
__global__ void race_between_blocks(ARGUMENTS) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i / 2 + (i == 63)] = x[i]; // here
}

__device__ float total;
//! race 1 96 0 96 1
__global__ void sum_without_atomics(ARGUMENTS) {
  total += x[threadIdx.x]; // here
  __syncthreads();
  if (threadIdx.x == 0) y[0] = total;
}

__device__ float results[8];
__device__ unsigned done;
//! race 4 32 0 128 1
__global__ void missing_fence(ARGUMENTS) {
  if (threadIdx.x) return;
  results[blockIdx.x] = x[blockIdx.x]; // here
  if (atomicAdd(&done, 1) != gridDim.x - 1) return;
  float a = 0;
  for (int k = 0; k < gridDim.x; ++k) a += results[k]; // here
  y[0] = a;
}

//! race 1 64 0 64 64
__global__ void plain_read_of_an_atomic(ARGUMENTS) {
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1); // here
  y[threadIdx.x] = count; // here
}

//! out of bounds 4 32 0 100 100
__global__ void off_by_one_tail(ARGUMENTS) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) y[i] = x[i]; // here
}

//! out of bounds 1 32 0 32 33
__global__ void write_out_of_bounds(ARGUMENTS) {
  y[threadIdx.x] = x[threadIdx.x];
  if (threadIdx.x == 0) y[m] = 0; // here
}

//! out of bounds 1 32 0 32 32
__global__ void read_before_the_start(ARGUMENTS) {
  int i = threadIdx.x;
  y[i] = x[i - 1]; // here
}

//! out of bounds 1 32 128 32 32
__global__ void beyond_dynamic_shared(ARGUMENTS) {
  extern __shared__ float part[];
  part[threadIdx.x + 1] = x[threadIdx.x]; // here
  __syncthreads();
  y[threadIdx.x] = part[threadIdx.x];
}

__device__ void put(float *at, float v);
//! out of bounds 1 32 0 32 32
__global__ void beyond_static_shared(ARGUMENTS) {
  __shared__ float part[32], more[32];
  more[threadIdx.x] = 0;
  put(part + threadIdx.x + 1, x[threadIdx.x]);
  __syncthreads();
  y[threadIdx.x] = part[threadIdx.x] + more[threadIdx.x];
}
__device__ void put(float *at, float v) {
  *at = v; // here
}

//! out of bounds 1 32 0 32 32
__global__ void null_pointer(ARGUMENTS) {
  const float *none = nullptr;
  y[threadIdx.x] = none[threadIdx.x]; // here
}

__constant__ float table[16] = {1};
//! index out of bounds 1 32 0 32 32
__global__ void beyond_a_constant_array(ARGUMENTS) {
  y[threadIdx.x] = table[threadIdx.x]; // here
}

//! index out of bounds 1 32 0 32 32
__global__ void beyond_a_local_array(ARGUMENTS) {
  float own[4];
  for (int k = 0; k <= 4; ++k) own[k] = k; // here
  y[threadIdx.x] = own[threadIdx.x % 4];
}

//! writes input 1 32 0 32 32
__global__ void writes_its_input(ARGUMENTS) {
  ((float *)x)[threadIdx.x] = 1; // here
  y[threadIdx.x] = x[threadIdx.x];
}

//! uninitialised 1 64 0 64 64
__global__ void reads_unwritten_shared(ARGUMENTS) {
  __shared__ float tile[65];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = tile[threadIdx.x + 1]; // here
}

//! uninitialised 1 64 0 64 64
__global__ void adds_to_unwritten_output(ARGUMENTS) {
  y[threadIdx.x] += x[threadIdx.x]; // here
}

//! unwritten 2 32 0 100 100
__global__ void leaves_a_tail(ARGUMENTS) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}

//! barrier divergence 1 64 0 64 64
__global__ void barrier_in_a_branch(ARGUMENTS) {
  __shared__ float tile[64];
  tile[threadIdx.x] = x[threadIdx.x];
  if (threadIdx.x < 40) __syncthreads(); // here
  y[threadIdx.x] = tile[threadIdx.x];
}

//! barrier divergence 1 64 0 50 50
__global__ void early_return(ARGUMENTS) {
  int i = threadIdx.x;
  if (i >= n) return;
  y[i] = x[i];
  __syncthreads(); // here
}

//! barrier divergence 1 64 0 64 64
__global__ void two_barriers(ARGUMENTS) {
  if (threadIdx.x % 2)
    __syncthreads(); // here
  else
    __syncthreads(); // here
  y[threadIdx.x] = x[threadIdx.x];
}

//! wrong mask 1 32 0 32 32
__global__ void mask_without_the_caller(ARGUMENTS) {
  y[threadIdx.x] = __shfl_xor_sync(0xffffu, x[threadIdx.x], 1); // here
}

//! wrong mask 1 32 0 32 32
__global__ void mask_of_others(ARGUMENTS) {
  float a = x[threadIdx.x];
  if (threadIdx.x < 16)
    a += __shfl_down_sync(0xffffffffu, a, 8); // here
  __syncthreads(); // here
  y[threadIdx.x] = a;
}

//! deadlock 2 32 0 64 64
__global__ void waits_for_ever(ARGUMENTS) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 1) while (flag == 0) {} // here
  __syncthreads();
  y[blockIdx.x * 32 + threadIdx.x] = 1;
}

//! endless 1 32 0 32 32
__global__ void loops_for_ever(ARGUMENTS) {
  unsigned k = 1;
  while (k) k |= 2; // here
  y[threadIdx.x] = k;
}

//! division by zero 1 32 0 32 32
__global__ void divides_by_zero(ARGUMENTS) {
  y[threadIdx.x] = 100 / ((int)threadIdx.x - 7); // here
}

//! misaligned 1 8 0 33 32
__global__ void misaligned_vector(ARGUMENTS) {
  float4 v = *(const float4 *)(x + 1 + 4 * threadIdx.x); // here
  for (int k = 0; k < 4; ++k) y[4 * threadIdx.x + k] = v.x;
}

//! shift 1 64 0 64 64
__global__ void shifts_too_far(ARGUMENTS) {
  y[threadIdx.x] = 1u << threadIdx.x; // here
}

//! assertion 1 32 0 32 32
__global__ void asserts(ARGUMENTS) {
  assert(threadIdx.x < 31); // here
  y[threadIdx.x] = x[threadIdx.x];
}

__device__ int deep(int k);
//! recursion 1 32 0 32 32
__global__ void recurs_too_deep(ARGUMENTS) {
  y[threadIdx.x] = deep(0);
}
__device__ int deep(int k) {
  volatile char room[512];
  room[k % 512] = k;
  return k > 1 << 20 ? 0 : deep(k + 1) + room[0]; // here
}

//! geometry 1 2000 0 32 32
__global__ void too_many_threads(ARGUMENTS) {
  y[threadIdx.x] = x[threadIdx.x];
}

#define EDGE 4
//! race 1 16 0 16 16
__global__ void missing_barrier_in_two_dimensions(ARGUMENTS) {
  __shared__ float tile[EDGE][EDGE + 1];
  int r = threadIdx.x / EDGE, c = threadIdx.x % EDGE;
  tile[r][c] = x[threadIdx.x]; // here
  y[threadIdx.x] = tile[c][r]; // here
}
