// The kernels with which most CUDA courses begin: sums, a scan, a transpose, a histogram, a product of matrices. samples.nv says
// what they mean, for `nova check-kernel examples/kernels/samples.cu --spec examples/kernels/samples.nv`.
#include <stdint.h>

// Each block makes the sum of its elements: by halves in dynamic shared memory.
__global__ void sum_halves(const int64_t *x, int64_t n, int64_t *sums, int64_t blocks) {
  extern __shared__ int64_t part[];
  const int t = threadIdx.x;
  const int64_t i = blockIdx.x * (int64_t)blockDim.x + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

// The same by shuffles: in each warp, then of the warps' sums.
__device__ int64_t warp_sum(int64_t v) {
  for (int s = 16; s > 0; s /= 2) v += __shfl_down_sync(0xffffffff, v, s);
  return v;
}
__global__ void sum_shuffles(const int64_t *x, int64_t n, int64_t *sums, int64_t blocks) {
  __shared__ int64_t of_warp[32];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const int64_t i = blockIdx.x * (int64_t)blockDim.x + t;
  const int64_t own = warp_sum(i < n ? x[i] : 0);
  if (lane == 0) of_warp[warp] = own;
  __syncthreads();
  if (warp > 0) return;
  const int64_t all = warp_sum(lane < blockDim.x / 32 ? of_warp[lane] : 0);
  if (lane == 0) sums[blockIdx.x] = all;
}

// The running sums of each block's elements: up a tree, and down again (Blelloch).
__global__ void scan_tree(const int64_t *x, int64_t n, int64_t *y, int64_t m) {
  __shared__ int64_t tree[256];
  const int t = threadIdx.x;
  const int64_t i = blockIdx.x * (int64_t)256 + t;
  const int64_t own = i < n ? x[i] : 0;
  tree[t] = own;
  for (int s = 1; s < 256; s *= 2) {
    __syncthreads();
    const int k = 2 * s * (t + 1) - 1;
    if (k < 256) tree[k] += tree[k - s];
  }
  __syncthreads();
  if (t == 0) tree[255] = 0;
  for (int s = 128; s > 0; s /= 2) {
    __syncthreads();
    const int k = 2 * s * (t + 1) - 1;
    if (k < 256) {
      const int64_t left = tree[k - s];
      tree[k - s] = tree[k];
      tree[k] += left;
    }
  }
  __syncthreads();
  if (i < n) y[i] = tree[t] + own;
}

// A matrix of rows x columns becomes one of columns x rows: by tiles, with a column more so that no bank is hit twice.
__global__ void transpose(int64_t rows, int64_t columns, const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float tile[16][17];
  int64_t c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
  if (r < rows && c < columns) tile[threadIdx.y][threadIdx.x] = x[r * columns + c];
  __syncthreads();
  c = blockIdx.x * 16 + threadIdx.y, r = blockIdx.y * 16 + threadIdx.x;
  if (r < rows && c < columns) y[c * rows + r] = tile[threadIdx.x][threadIdx.y];
}

// How often each of 64 remainders comes: counted in each block, then added up.
__global__ void count_bins(const uint32_t *x, int64_t n, int32_t *bins, int64_t m) {
  __shared__ int32_t own[64];
  if (threadIdx.x < 64) own[threadIdx.x] = 0;
  __syncthreads();
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n; i += blockDim.x * (int64_t)gridDim.x)
    atomicAdd(&own[x[i] % 64], 1);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// The square of a matrix with n rows, by tiles.
__global__ void square(int64_t n, const int64_t *x, int64_t count, int64_t *y, int64_t m) {
  __shared__ int64_t a[8][8], b[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int64_t r = blockIdx.y * 8 + ty, c = blockIdx.x * 8 + tx;
  int64_t sum = 0;
  for (int64_t k = 0; k < n; k += 8) {
    a[ty][tx] = r < n && k + tx < n ? x[r * n + k + tx] : 0;
    b[ty][tx] = c < n && k + ty < n ? x[(k + ty) * n + c] : 0;
    __syncthreads();
    for (int q = 0; q < 8; ++q) sum += a[ty][q] * b[q][tx];
    __syncthreads();
  }
  if (r < n && c < n) y[r * n + c] = sum;
}
