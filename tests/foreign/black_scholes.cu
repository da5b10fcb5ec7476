// Black and Scholes's formula for European options, as CUDA's samples have it.
#include <stdint.h>
__device__ float cnd(float d) {
  const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float c = 0.39894228040143267794f * expf(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
  return d > 0 ? 1.0f - c : c;
}
__global__ void black_scholes(float r, float v, const float *s, int64_t n, const float *x, int64_t nx, const float *t, int64_t nt, float *call, int64_t m, float *put, int64_t mp) {
  for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    float root = sqrtf(t[i]), d1 = (logf(s[i] / x[i]) + (r + 0.5f * v * v) * t[i]) / (v * root), d2 = d1 - v * root;
    float c1 = cnd(d1), c2 = cnd(d2), e = expf(-r * t[i]);
    call[i] = s[i] * c1 - x[i] * e * c2;
    put[i] = x[i] * e * (1.0f - c2) - s[i] * (1.0f - c1);
  }
}
