// Conversions of numbers that the integer type does not hold (check-kernel.cmd).
__global__ void words(const double *x, int64_t n, int64_t *y, int64_t m, uint64_t *z, int64_t k) {
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w = (unsigned)x[i];
  y[i] = w;
  z[i] = (unsigned long long)x[i];
}
__global__ void floats(const float *x, int64_t n, int64_t *y, int64_t m, int64_t *z, int64_t k) {
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (unsigned)(x[i] * 3) + (long long)(unsigned)x[i], z[i] = (int)x[i];
}
