// Kernels with mistakes that first users make; mistakes.nv says what they should do.
#include <cuda_runtime.h>

// 1. a warp's sum, shuffled in halves of 16 lanes by mistake
__global__ void width(const int64_t *x, int64_t n, int64_t *y, int64_t m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int64_t v = i < n ? x[i] : 0;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d, 16);
  if (threadIdx.x % 32 == 0 && i / 32 < m) y[i / 32] = v;
}

// 2. the end of a block's sum in its first warp, without __syncwarp
__global__ void nosync(const int64_t *x, int64_t n, int64_t *y, int64_t m) {
  __shared__ int64_t part[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  if (t < 64) part[t] += part[t + 64];
  __syncthreads();
  if (t < 32) {
    part[t] += part[t + 32];
    part[t] += part[t + 16];
    part[t] += part[t + 8];
    part[t] += part[t + 4];
    part[t] += part[t + 2];
    part[t] += part[t + 1];
  }
  if (t == 0) y[blockIdx.x] = part[0];
}

// 3. Hillis-Steele scan with two buffers, and one barrier at the wrong place
__global__ void buffers(const int64_t *x, int64_t n, int64_t *y, int64_t m) {
  __shared__ int64_t b[2][256];
  int t = threadIdx.x, in = 0;
  b[0][t] = t < n ? x[t] : 0;
  for (int d = 1; d < 256; d *= 2) {
    int out = 1 - in;
    b[out][t] = t >= d ? b[in][t] + b[in][t - d] : b[in][t];
    in = out;
  }
  __syncthreads();
  if (t < n) y[t] = b[in][t];
}

// 4. an index that overflows
__global__ void hash(const uint32_t *x, int64_t n, int32_t *y, int64_t m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int h = (int)x[i] * 40503 % (int)m;
    atomicAdd(&y[h], 1);
  }
}

// 5. a grid's stride that is only a block's
__global__ void stride(float a, const float *x, int64_t n, float *y, int64_t m) {
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) y[i] = a * x[i];
}

// 6. dynamic shared memory for two arrays, with room for one
__global__ void room(const double *x, int64_t n, double *y, int64_t m) {
  extern __shared__ double all[];
  double *a = all, *b = all + blockDim.x;
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  a[t] = i < n ? x[i] : 0;
  b[t] = 2 * a[t];
  __syncthreads();
  if (i < n) y[i] = b[t];
}

// 7. a local that is not set on one path
__global__ void local(const int64_t *x, int64_t n, int64_t *y, int64_t m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int64_t best;
  for (int k = 0; k < 4; ++k)
    if (x[i] > k) best = k;
  y[i] = best;
}

// 8. leaves before the barrier
__global__ void leaves(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = x[i];
  __syncthreads();
  y[i] = s[(threadIdx.x + 1) % 64];
}

// 9. a last-block reduction without a fence
__device__ unsigned done = 0;
__device__ int64_t parts[64];
__global__ void last(const int64_t *x, int64_t n, int64_t *y, int64_t m) {
  __shared__ bool am_last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) {
    int64_t s = 0;
    for (int k = 0; k < 32; ++k) s += i + k < n ? x[i + k] : 0;
    parts[blockIdx.x] = s;
    am_last = atomicAdd(&done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (am_last && threadIdx.x == 0) {
    int64_t s = 0;
    for (int k = 0; k < gridDim.x; ++k) s += parts[k];
    y[0] = s;
  }
}
