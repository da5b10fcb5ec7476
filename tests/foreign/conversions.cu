// Conversions of numbers that the integer type does not hold (check-kernel.cmd).
__global__ void words(const double *x, int64_t n, int64_t *y, int64_t m, uint64_t *z, int64_t k) {
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w = (unsigned)x[i];
  y[i] = w;
  z[i] = (unsigned long long)x[i];
}
__global__ void small(const double *x, int64_t n, int64_t *y, int64_t m, int64_t *z, int64_t k) {
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (unsigned char)x[i], z[i] = (short)x[i] + 65536ll * (int)x[i];
}
__global__ void longs(const float *x, int64_t n, int64_t *y, int64_t m, int64_t *z, int64_t k) {
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (long long)x[i], z[i] = __float2ll_rz(x[i]);
}
__global__ void floats(const float *x, int64_t n, int64_t *y, int64_t m, int64_t *z, int64_t k) {
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (unsigned)(x[i] * 3) + (long long)(unsigned)x[i], z[i] = (int)x[i];
}
#define SIX(k) (unsigned)(x[i] * (k)) + (long long)(unsigned)(x[i] * (k + 1)) + (unsigned)(x[i] * (k + 2)) +                   \
               (unsigned)(x[i] * (k + 3)) + (unsigned)(x[i] * (k + 4)) + (unsigned)(x[i] * (k + 5))
__global__ void sums(const float *x, int64_t n, int64_t *y, int64_t m) {
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 0ll + SIX(1);
}
__global__ void many(const float *x, int64_t n, int64_t *y, int64_t m) {
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 0ll + SIX(1) + SIX(7) + SIX(13) + SIX(19) + SIX(25) + SIX(31) + SIX(37) + SIX(43) + SIX(49) + SIX(55) + SIX(61);
}
