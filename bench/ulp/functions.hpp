// The functions that bench_ulp measures, each beside its reference.
#pragma once

#include <mpfr.h>

#include <span>

namespace nova::ulp {

using MpfrUnary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using MpfrBinary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/// What f(-x) is, so that the exhaustive run measures one half and compares the other with it bit by bit.
enum class Symmetry { none, even, odd };

/// One function of one argument; the one in float maps a block of n, to go at SIMD's speed. lo and hi bound
/// the range that random arguments sample densely. `sieve`, where given, tells which of them are worth MPFR's
/// time: those whose error, by the C library's long double function, comes near the worst one so far.
struct Unary {
  const char* name;
  void (*f32)(const float* x, float* y, int n);
  double (*libm)(double);
  double (*f64)(double);
  MpfrUnary mpfr;
  Symmetry symmetry;
  double lo, hi;
  long double (*sieve)(long double) = nullptr;
};

/// One function of two arguments; lo and hi as above, for the first and the second one. `partner`, where
/// given, makes from the first argument and a number in [0, 1) a second one that leads to an interesting
/// result.
struct Binary {
  const char* name;
  float (*f32)(float, float);
  double (*libm)(double, double);
  double (*f64)(double, double);
  MpfrBinary mpfr;
  double lo1, hi1, lo2, hi2;
  double (*partner)(double x, double u);
};

std::span<const Unary> unary_functions();
std::span<const Binary> binary_functions();

/// Arguments that are hard or special: zeros, infinities, NaN, subnormals, ends of ranges, integers and half
/// integers, values near multiples of pi/2, published worst cases of correct rounding and of argument
/// reduction.
std::span<const double> special_arguments();

} // namespace nova::ulp
