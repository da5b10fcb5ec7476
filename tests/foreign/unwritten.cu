// Kernels that leave elements of their results unwritten where the right value is 0, and one that writes them all (gpu-results.cmd).
__global__ void positive(const float *x, int64_t n, float *y, int64_t m) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) y[i] = x[i];
}
__global__ void flags(const float *x, int64_t n, bool *y, int64_t m) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) y[i] = true;
}
__global__ void whole(const float *x, int64_t n, uint8_t *y, int64_t m) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < n) y[i] = 0xa5;
}
