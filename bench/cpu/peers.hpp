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
  const int64_t* keys = nullptr; ///< n places below `places`
  int64_t places = 0;
  const uint32_t* words = nullptr; ///< n, below 2^31
  // A sparse matrix: rows - 1 of its entries' (value, column) begin at offsets[row].
  const int64_t *offsets = nullptr, *columns = nullptr;
  const float* values = nullptr;
  int64_t rows = 0;
};

float map(const Data&);               ///< out = 2 x + 1
float sum(const Data&);               ///< 64 partial sums
float sum_in_order(const Data&);      ///< one after the other: what `s += x[i]` means
float dot(const Data&);               ///< fma, 64 partial sums
float saxpy(const Data&);             ///< out = 2.5 x + y
float scan(const Data&);              ///< running sums, two passes over blocks
float filter(const Data&);            ///< those above 0.5; counts, then copies
float black_scholes(const Data&);     ///< call prices, with the C library's functions
float black_scholes_own(const Data&); ///< with runtime/scalar/scalar_math.h's, which become SIMD
float mandelbrot(const Data&);        ///< turns until |z| > 2, at most 100
float together(const Data&);          ///< x, then y, each 2 v + 1
// peers_index.cpp
float histogram(const Data&);     ///< how often each place is among the keys; a table for each thread
float sums_by_key(const Data&);   ///< out[key] += x, in order, one thread
float radix_sort(const Data&);    ///< the words ascending, three passes of 11 bits, one thread
float standard_sort(const Data&); ///< by std::sort
float sparse(const Data&);        ///< the matrix times x, a row's sum in order

} // namespace peers
