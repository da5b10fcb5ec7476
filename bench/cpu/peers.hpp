// The same jobs by hand: strict IEEE (no fast-math), loops that a C++ programmer writes for speed. Output columns are
// made before the clock starts.
#pragma once
#include <cstdint>

namespace peers {

struct Data {
  int64_t n;
  const float *x, *y;
  float* out;
  int threads;
};

float map(const Data&);            ///< out = 2 x + 1
float sum(const Data&);            ///< 64 partial sums
float sum_in_order(const Data&);   ///< one after the other: what `s += x[i]` means
float dot(const Data&);            ///< fma, 64 partial sums
float saxpy(const Data&);          ///< out = 2.5 x + y
float scan(const Data&);           ///< running sums, two passes over blocks
float filter(const Data&);         ///< those above 0.5; counts, then copies
float black_scholes(const Data&);  ///< call prices, with the C library's functions
float black_scholes_own(const Data&); ///< with runtime/scalar_math.h's, which become SIMD
float mandelbrot(const Data&);     ///< turns until |z| > 2, at most 100

} // namespace peers
