// The basis of Nova's maths functions: bit patterns, fused multiply-add, double-float and double-double arithmetic, and
// exact rounding to an integer.
//
// The text compiles as C11, C++20 and CUDA C++ (NVRTC), and includes no header. It uses integer operations on bits, and
// the operations that IEEE 754 rounds the same everywhere (+ - * / sqrt fma). So every machine gives the same bits.
// Compilers need -ffp-contract=off (gcc, clang) or --fmad=false (NVRTC), and must not flush subnormal numbers to zero.
//
// In names, f32 is float and f64 is double. A pair (nv_ff of floats, nv_dd of doubles) is the unevaluated sum hi + lo,
// where |lo| is at most about half an ulp (unit in the last place) of hi. Its precision is 48 or 106 bits.
#ifndef NOVA_RUNTIME_SCALAR_MATH_BASE_H
#define NOVA_RUNTIME_SCALAR_MATH_BASE_H

typedef unsigned int nv_u32;
typedef int nv_i32;
typedef unsigned long long nv_u64;
typedef long long nv_i64;

typedef struct {
  float hi, lo;
} nv_ff;
typedef struct {
  double hi, lo;
} nv_dd;

// ---- Definitions that differ between compilers
//
// NV_FN: the qualifiers of a function that is inlined in its callers. NV_FAR: those of a function that few arguments need.
// NV_TABLE: those of a constant table.
//
// nv_fma_f32(a, b, c) returns a * b + c, rounded once. nv_sqrt_f32(x) returns the square root, correctly rounded.
// nv_bits_f32(x) returns the bit pattern of x, and nv_from_bits_f32(bits) the number with that bit pattern. The same
// functions exist for f64.

#ifdef __CUDACC__

#define NV_FN static inline __device__ __attribute__((unused))
#define NV_FAR NV_FN
#define NV_TABLE static __device__ const

NV_FN float nv_fma_f32(float a, float b, float c) { return __fmaf_rn(a, b, c); }
NV_FN double nv_fma_f64(double a, double b, double c) { return __fma_rn(a, b, c); }
NV_FN float nv_sqrt_f32(float x) { return __fsqrt_rn(x); }
NV_FN double nv_sqrt_f64(double x) { return __dsqrt_rn(x); }
NV_FN nv_u32 nv_bits_f32(float x) { return __float_as_uint(x); }
NV_FN float nv_from_bits_f32(nv_u32 bits) { return __uint_as_float(bits); }
NV_FN nv_u64 nv_bits_f64(double x) { return (nv_u64)__double_as_longlong(x); }
NV_FN double nv_from_bits_f64(nv_u64 bits) { return __longlong_as_double((nv_i64)bits); }

#else

#define NV_FN static inline __attribute__((always_inline, unused))
#define NV_FAR static __attribute__((noinline, cold, unused)) // compiled once, not in each caller
#define NV_TABLE static const

NV_FN float nv_fma_f32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
NV_FN double nv_fma_f64(double a, double b, double c) { return __builtin_fma(a, b, c); }
NV_FN float nv_sqrt_f32(float x) { return __builtin_sqrtf(x); }
NV_FN double nv_sqrt_f64(double x) { return __builtin_sqrt(x); }
NV_FN nv_u32 nv_bits_f32(float x) {
  nv_u32 bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}
NV_FN float nv_from_bits_f32(nv_u32 bits) {
  float x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}
NV_FN nv_u64 nv_bits_f64(double x) {
  nv_u64 bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}
NV_FN double nv_from_bits_f64(nv_u64 bits) {
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

#endif

// ---- Bits

// Returns +infinity.
NV_FN float nv_inf_f32(void) { return nv_from_bits_f32(0x7f800000u); }
NV_FN double nv_inf_f64(void) { return nv_from_bits_f64(0x7ff0000000000000ull); }

// Returns the canonical NaN: quiet, with sign bit 0 and no payload.
NV_FN float nv_nan_f32(void) { return nv_from_bits_f32(0x7fc00000u); }
NV_FN double nv_nan_f64(void) { return nv_from_bits_f64(0x7ff8000000000000ull); }

// Returns x, or the canonical NaN if x is a NaN.
NV_FN float nv_canon_f32(float x) { return x == x ? x : nv_nan_f32(); }
NV_FN double nv_canon_f64(double x) { return x == x ? x : nv_nan_f64(); }

// Returns x with sign bit 0, also for zeros and NaN.
NV_FN float nv_abs_f32(float x) { return nv_from_bits_f32(nv_bits_f32(x) & 0x7fffffffu); }
NV_FN double nv_abs_f64(double x) { return nv_from_bits_f64(nv_bits_f64(x) & 0x7fffffffffffffffull); }

// Returns the sign bit of x at its position in the number (the highest bit), or 0.
NV_FN nv_u32 nv_sign_f32(float x) { return nv_bits_f32(x) & 0x80000000u; }
NV_FN nv_u64 nv_sign_f64(double x) { return nv_bits_f64(x) & 0x8000000000000000ull; }

// Returns -x if `sign` is the sign bit at its position in the number, and x if `sign` is 0.
NV_FN float nv_flip_f32(float x, nv_u32 sign) { return nv_from_bits_f32(nv_bits_f32(x) ^ sign); }
NV_FN double nv_flip_f64(double x, nv_u64 sign) { return nv_from_bits_f64(nv_bits_f64(x) ^ sign); }

// Returns 2^n for exponents n of normal numbers: -126 .. 127 in float, -1022 .. 1023 in double. For other n the result is
// some number, and the behaviour is still defined.
NV_FN float nv_pow2_f32(nv_i32 n) { return nv_from_bits_f32(((nv_u32)n + 127u) << 23); }
NV_FN double nv_pow2_f64(nv_i32 n) { return nv_from_bits_f64((nv_u64)((nv_u32)n + 1023u) << 52); }

// Returns x * 2^n, for n in -252 .. 254 in float and -2044 .. 2046 in double. Two factors are used, since 2^n alone may be
// out of range.
NV_FN float nv_scale_f32(float x, nv_i32 n) {
  nv_i32 half = n >> 1;
  return x * nv_pow2_f32(half) * nv_pow2_f32(n - half);
}
NV_FN double nv_scale_f64(double x, nv_i32 n) {
  nv_i32 half = n >> 1;
  return x * nv_pow2_f64(half) * nv_pow2_f64(n - half);
}

// Returns y * 2^n for y in [1/2, 2), if that is finite. n is added to the exponent bits of y. A result that may be
// subnormal is computed with a larger exponent, and a product with a power of two then rounds it.
NV_FN float nv_scale_unit_f32(float y, nv_i32 n) {
  nv_u32 up = n < -100 ? 64u << 23 : 0u;
  return nv_from_bits_f32(nv_bits_f32(y) + ((nv_u32)n << 23) + up) * nv_from_bits_f32(0x3f800000u - up);
}
NV_FN double nv_scale_unit_f64(double y, nv_i32 n) {
  nv_u64 up = n < -1000 ? 128ull << 52 : 0ull;
  return nv_from_bits_f64(nv_bits_f64(y) + ((nv_u64)n << 52) + up) * nv_from_bits_f64(0x3ff0000000000000ull - up);
}

// Returns the greater of x and `least`, which must be negative; some number or NaN if x is NaN. The bits are compared as
// unsigned integers, in whose order the most negative floats come last. The minimum of integers is one vector
// instruction; the maximum of floats that may be NaN takes two.
NV_FN float nv_at_least_f32(float x, float least) {
  nv_u32 bits = nv_bits_f32(x), bound = nv_bits_f32(least);
  return nv_from_bits_f32(bits < bound ? bits : bound);
}
NV_FN double nv_at_least_f64(double x, double least) {
  nv_u64 bits = nv_bits_f64(x), bound = nv_bits_f64(least);
  return nv_from_bits_f64(bits < bound ? bits : bound);
}

// nv_nearest_f32(x) and nv_nearest_f64(x) return the integer nearest to x, as a floating number and as an int. They
// require |x| < 2^21 (f32) or 2^30 (f64). The integer stands in the low bits of the sum of x and 1.5 * 2^p, where 2^p is
// the least number whose ulp is 1. For NaN the int is undetermined, but can be negated.
typedef struct {
  float real;
  nv_i32 integer;
} nv_nearest_pair_f32;
typedef struct {
  double real;
  nv_i32 integer;
} nv_nearest_pair_f64;
NV_FN nv_nearest_pair_f32 nv_nearest_f32(float x) {
  float shifted = x + 0x1.8p23f;
  nv_nearest_pair_f32 n = {shifted - 0x1.8p23f, (nv_i32)(nv_bits_f32(shifted) - 0x4b400000u)};
  return n;
}
NV_FN nv_nearest_pair_f64 nv_nearest_f64(double x) {
  double shifted = x + 0x1.8p52;
  nv_nearest_pair_f64 n = {shifted - 0x1.8p52, (nv_i32)((nv_u32)nv_bits_f64(shifted) << 1) >> 1};
  return n;
}

// ---- Pairs of floats (double-float arithmetic)

// Returns a + b exactly, as a pair (Dekker). Requires |a| >= |b| or a = 0.
NV_FN nv_ff nv_quick_sum_f32(float a, float b) {
  float s = a + b;
  nv_ff r = {s, b - (s - a)};
  return r;
}

// Returns a + b exactly, as a pair (Knuth).
NV_FN nv_ff nv_two_sum_f32(float a, float b) {
  float s = a + b, t = s - a;
  nv_ff r = {s, (a - (s - t)) + (b - t)};
  return r;
}

// Returns a * b exactly, as a pair, unless the product underflows.
NV_FN nv_ff nv_two_prod_f32(float a, float b) {
  float p = a * b;
  nv_ff r = {p, nv_fma_f32(a, b, -p)};
  return r;
}

// Returns a + b, rounded to a pair.
NV_FN nv_ff nv_add_ff(nv_ff a, nv_ff b) {
  nv_ff s = nv_two_sum_f32(a.hi, b.hi), t = nv_two_sum_f32(a.lo, b.lo);
  s = nv_quick_sum_f32(s.hi, s.lo + t.hi);
  return nv_quick_sum_f32(s.hi, s.lo + t.lo);
}

// Returns a + b for a single float b, rounded to a pair.
NV_FN nv_ff nv_add_ff_f32(nv_ff a, float b) {
  nv_ff s = nv_two_sum_f32(a.hi, b);
  return nv_quick_sum_f32(s.hi, s.lo + a.lo);
}

// Returns a * b, rounded to a pair. The product a.lo * b.lo is omitted.
NV_FN nv_ff nv_mul_ff(nv_ff a, nv_ff b) {
  nv_ff p = nv_two_prod_f32(a.hi, b.hi);
  return nv_quick_sum_f32(p.hi, p.lo + nv_fma_f32(a.hi, b.lo, a.lo * b.hi));
}

// Returns a * b for a single float b, rounded to a pair.
NV_FN nv_ff nv_mul_ff_f32(nv_ff a, float b) {
  nv_ff p = nv_two_prod_f32(a.hi, b);
  return nv_quick_sum_f32(p.hi, nv_fma_f32(a.lo, b, p.lo));
}

// Returns a / b as a pair: the quotient of the high parts, corrected by the remainder of that division.
NV_FN nv_ff nv_div_ff(nv_ff a, nv_ff b) {
  float q = a.hi / b.hi;
  float rest = nv_fma_f32(-q, b.lo, nv_fma_f32(-q, b.hi, a.hi) + a.lo);
  return nv_quick_sum_f32(q, rest / b.hi);
}

// Returns the square root of a as a pair: that of the high part, corrected by one Newton step. Requires a > 0.
NV_FN nv_ff nv_sqrt_ff(nv_ff a) {
  float s = nv_sqrt_f32(a.hi);
  return nv_quick_sum_f32(s, (nv_fma_f32(-s, s, a.hi) + a.lo) / (2.0f * s));
}

// Returns a + b as a single float. Only the last addition has a rounding error that counts. Requires |a.hi| >= |b.hi| or
// a = 0.
NV_FN float nv_sum_ff(nv_ff a, nv_ff b) {
  nv_ff s = nv_quick_sum_f32(a.hi, b.hi);
  return s.hi + (s.lo + (a.lo + b.lo));
}

// Returns -a.
NV_FN nv_ff nv_negated_ff(nv_ff a) {
  nv_ff r = {-a.hi, -a.lo};
  return r;
}

// Returns a * power_of_two, exactly unless a part overflows or underflows.
NV_FN nv_ff nv_scaled_ff(nv_ff a, float power_of_two) {
  nv_ff r = {a.hi * power_of_two, a.lo * power_of_two};
  return r;
}

// ---- Pairs of doubles (double-double arithmetic): the same functions as for pairs of floats

NV_FN nv_dd nv_quick_sum_f64(double a, double b) {
  double s = a + b;
  nv_dd r = {s, b - (s - a)};
  return r;
}

NV_FN nv_dd nv_two_sum_f64(double a, double b) {
  double s = a + b, t = s - a;
  nv_dd r = {s, (a - (s - t)) + (b - t)};
  return r;
}

NV_FN nv_dd nv_two_prod_f64(double a, double b) {
  double p = a * b;
  nv_dd r = {p, nv_fma_f64(a, b, -p)};
  return r;
}

NV_FN nv_dd nv_add_dd(nv_dd a, nv_dd b) {
  nv_dd s = nv_two_sum_f64(a.hi, b.hi), t = nv_two_sum_f64(a.lo, b.lo);
  s = nv_quick_sum_f64(s.hi, s.lo + t.hi);
  return nv_quick_sum_f64(s.hi, s.lo + t.lo);
}

NV_FN nv_dd nv_add_dd_f64(nv_dd a, double b) {
  nv_dd s = nv_two_sum_f64(a.hi, b);
  return nv_quick_sum_f64(s.hi, s.lo + a.lo);
}

NV_FN nv_dd nv_mul_dd(nv_dd a, nv_dd b) {
  nv_dd p = nv_two_prod_f64(a.hi, b.hi);
  return nv_quick_sum_f64(p.hi, p.lo + nv_fma_f64(a.hi, b.lo, a.lo * b.hi));
}

NV_FN nv_dd nv_mul_dd_f64(nv_dd a, double b) {
  nv_dd p = nv_two_prod_f64(a.hi, b);
  return nv_quick_sum_f64(p.hi, nv_fma_f64(a.lo, b, p.lo));
}

NV_FN nv_dd nv_div_dd(nv_dd a, nv_dd b) {
  double q = a.hi / b.hi;
  double rest = nv_fma_f64(-q, b.lo, nv_fma_f64(-q, b.hi, a.hi) + a.lo);
  return nv_quick_sum_f64(q, rest / b.hi);
}

NV_FN nv_dd nv_sqrt_dd(nv_dd a) {
  double s = nv_sqrt_f64(a.hi);
  return nv_quick_sum_f64(s, (nv_fma_f64(-s, s, a.hi) + a.lo) / (2.0 * s));
}

// Returns a + b as a single double. Only the last addition has a rounding error that counts. Requires |a.hi| >= |b.hi| or
// a = 0.
NV_FN double nv_sum_dd(nv_dd a, nv_dd b) {
  nv_dd s = nv_quick_sum_f64(a.hi, b.hi);
  return s.hi + (s.lo + (a.lo + b.lo));
}

NV_FN nv_dd nv_negated_dd(nv_dd a) {
  nv_dd r = {-a.hi, -a.lo};
  return r;
}

NV_FN nv_dd nv_scaled_dd(nv_dd a, double power_of_two) {
  nv_dd r = {a.hi * power_of_two, a.lo * power_of_two};
  return r;
}

// ---- Rounding to an integer
//
// The results are exact, and a result of zero has the sign of x. An infinity gives itself, and NaN the canonical NaN.
// Adding and subtracting the least number whose ulp is 1 (2^23 or 2^52) rounds a smaller number to an integer.

// Returns the integer nearest to x; of two equally near ones, the even one.
NV_FN float nv_rint_f32(float x) {
  float a = nv_abs_f32(x), r = (a + 0x1p23f) - 0x1p23f;
  return nv_canon_f32(a < 0x1p23f ? nv_flip_f32(r, nv_sign_f32(x)) : x);
}

// Returns the integer part of a, which must be at least 0; for a NaN, some NaN.
NV_FN float nv_whole_f32(float a) {
  float r = (a + 0x1p23f) - 0x1p23f;
  r = r > a ? r - 1.0f : r;
  return a < 0x1p23f ? r : a;
}

// Returns x rounded towards zero.
NV_FN float nv_trunc_f32(float x) {
  return nv_canon_f32(nv_flip_f32(nv_whole_f32(nv_abs_f32(x)), nv_sign_f32(x)));
}

// Returns the greatest integer that is at most x.
NV_FN float nv_floor_f32(float x) {
  float t = nv_trunc_f32(x);
  return t > x ? t - 1.0f : t;
}

// Returns the least integer that is at least x.
NV_FN float nv_ceil_f32(float x) {
  float t = nv_trunc_f32(x);
  return t < x ? nv_flip_f32(nv_abs_f32(t + 1.0f), nv_sign_f32(x)) : t;
}

// Returns the integer nearest to x; of two equally near ones, the one farther from zero.
NV_FN float nv_round_f32(float x) {
  float a = nv_abs_f32(x), t = nv_whole_f32(a);
  return nv_canon_f32(nv_flip_f32(a - t >= 0.5f ? t + 1.0f : t, nv_sign_f32(x)));
}

// The same functions in double.
NV_FN double nv_rint_f64(double x) {
  double a = nv_abs_f64(x), r = (a + 0x1p52) - 0x1p52;
  return nv_canon_f64(a < 0x1p52 ? nv_flip_f64(r, nv_sign_f64(x)) : x);
}

// Returns the integer part of a, which must be at least 0; for a NaN, some NaN.
NV_FN double nv_whole_f64(double a) {
  double r = (a + 0x1p52) - 0x1p52;
  r = r > a ? r - 1.0 : r;
  return a < 0x1p52 ? r : a;
}

NV_FN double nv_trunc_f64(double x) {
  return nv_canon_f64(nv_flip_f64(nv_whole_f64(nv_abs_f64(x)), nv_sign_f64(x)));
}

NV_FN double nv_floor_f64(double x) {
  double t = nv_trunc_f64(x);
  return t > x ? t - 1.0 : t;
}

NV_FN double nv_ceil_f64(double x) {
  double t = nv_trunc_f64(x);
  return t < x ? nv_flip_f64(nv_abs_f64(t + 1.0), nv_sign_f64(x)) : t;
}

NV_FN double nv_round_f64(double x) {
  double a = nv_abs_f64(x), t = nv_whole_f64(a);
  return nv_canon_f64(nv_flip_f64(a - t >= 0.5 ? t + 1.0 : t, nv_sign_f64(x)));
}

#endif
