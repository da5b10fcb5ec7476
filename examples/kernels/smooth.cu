// The mean of each element and its two neighbours, by blocks of 128 threads. A program of its own: nvcc compiles it.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void smooth(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float tile[128 + 2];
  const int t = threadIdx.x;
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + t;
  if (i < n) tile[t + 1] = x[i];
  if (t == 0) tile[0] = i > 0 ? x[i - 1] : x[0];
  if (t == blockDim.x - 1 || i == n - 1) tile[t + 2] = i + 1 < n ? x[i + 1] : x[n - 1];
  __syncthreads();
  if (i < n) y[i] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3.0f;
}

// The same with two mistakes: no barrier, and a comparison that lets one thread too many pass.
__global__ void smooth_wrong(const float *x, int64_t n, float *y, int64_t m) {
  __shared__ float tile[128 + 2];
  const int t = threadIdx.x;
  const int64_t i = (int64_t)blockIdx.x * blockDim.x + t;
  if (i < n) tile[t + 1] = x[i];
  if (t == 0) tile[0] = i > 0 ? x[i - 1] : x[0];
  if (t == blockDim.x - 1 || i == n - 1) tile[t + 2] = i + 1 < n ? x[i + 1] : x[n - 1];
  if (i <= n) y[i] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3.0f;
}

int main() {
  const int64_t n = 1000;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int64_t k = 0; k < n; ++k) x[k] = k % 10;
  smooth<<<(n + 127) / 128, 128>>>(x, n, y, n);
  cudaDeviceSynchronize();
  printf("%g\n", y[5]);
}
