// The ground that Nova's maths functions stand on: bits, fused multiply-add, pairs of floating-point numbers,
// and the exact roundings to an integer.
//
// The same text is C11, C++20 and CUDA C++ (NVRTC), and includes no header. It uses only operations that IEEE
// 754 rounds the same everywhere (+ - * / sqrt fma) and integer operations on bits, so that every machine
// gives the same bits. Compile with -ffp-contract=off (gcc, clang) or --fmad=false (NVRTC); subnormals must
// be kept.
//
// Letters: f32 is float, f64 is double. A pair (nv_ff of floats, nv_dd of doubles) is the unevaluated sum
// hi + lo, where |lo| is at most about half an ulp of hi: it holds 48 or 106 bits.
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

// ---- What differs between the compilers

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
#define NV_FAR static __attribute__((noinline, cold, unused)) // what few arguments need: once, not wherever it is used
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

NV_FN float nv_inf_f32(void) { return nv_from_bits_f32(0x7f800000u); }
NV_FN double nv_inf_f64(void) { return nv_from_bits_f64(0x7ff0000000000000ull); }

// The one NaN that Nova shows: quiet, sign bit clear, no payload.
NV_FN float nv_nan_f32(void) { return nv_from_bits_f32(0x7fc00000u); }
NV_FN double nv_nan_f64(void) { return nv_from_bits_f64(0x7ff8000000000000ull); }

NV_FN float nv_canon_f32(float x) { return x == x ? x : nv_nan_f32(); }
NV_FN double nv_canon_f64(double x) { return x == x ? x : nv_nan_f64(); }

NV_FN float nv_abs_f32(float x) { return nv_from_bits_f32(nv_bits_f32(x) & 0x7fffffffu); }
NV_FN double nv_abs_f64(double x) { return nv_from_bits_f64(nv_bits_f64(x) & 0x7fffffffffffffffull); }

NV_FN nv_u32 nv_sign_f32(float x) { return nv_bits_f32(x) & 0x80000000u; }
NV_FN nv_u64 nv_sign_f64(double x) { return nv_bits_f64(x) & 0x8000000000000000ull; }

// x with its sign flipped where `sign` (a sign bit in place, or 0) says so.
NV_FN float nv_flip_f32(float x, nv_u32 sign) { return nv_from_bits_f32(nv_bits_f32(x) ^ sign); }
NV_FN double nv_flip_f64(double x, nv_u64 sign) { return nv_from_bits_f64(nv_bits_f64(x) ^ sign); }

// 2^n for n in the range of normal numbers; another n gives some number, never undefined behaviour.
NV_FN float nv_pow2_f32(nv_i32 n) { return nv_from_bits_f32(((nv_u32)n + 127u) << 23); }
NV_FN double nv_pow2_f64(nv_i32 n) { return nv_from_bits_f64((nv_u64)((nv_u32)n + 1023u) << 52); }

// x * 2^n for |n| up to twice the exponent range; two factors, since 2^n alone may be out of range.
NV_FN float nv_scale_f32(float x, nv_i32 n) {
  nv_i32 half = n >> 1;
  return x * nv_pow2_f32(half) * nv_pow2_f32(n - half);
}
NV_FN double nv_scale_f64(double x, nv_i32 n) {
  nv_i32 half = n >> 1;
  return x * nv_pow2_f64(half) * nv_pow2_f64(n - half);
}

// y * 2^n for y in [1/2, 2) where that is finite: the bits of y move, but for subnormal results, which one product rounds.
NV_FN float nv_scale_unit_f32(float y, nv_i32 n) {
  nv_u32 up = n < -100 ? 64u << 23 : 0u;
  return nv_from_bits_f32(nv_bits_f32(y) + ((nv_u32)n << 23) + up) * nv_from_bits_f32(0x3f800000u - up);
}
NV_FN double nv_scale_unit_f64(double y, nv_i32 n) {
  nv_u64 up = n < -1000 ? 128ull << 52 : 0ull;
  return nv_from_bits_f64(nv_bits_f64(y) + ((nv_u64)n << 52) + up) * nv_from_bits_f64(0x3ff0000000000000ull - up);
}

// What is below `least`, a negative number, becomes it (and NaN something): as integers, whose lesser is one instruction
// of vectors, where that of floats that may be NaN is two.
NV_FN float nv_at_least_f32(float x, float least) {
  nv_u32 bits = nv_bits_f32(x), bound = nv_bits_f32(least);
  return nv_from_bits_f32(bits < bound ? bits : bound);
}
NV_FN double nv_at_least_f64(double x, double least) {
  nv_u64 bits = nv_bits_f64(x), bound = nv_bits_f64(least);
  return nv_from_bits_f64(bits < bound ? bits : bound);
}

// x rounded to the nearest integer, for |x| < 2^21 (f32) or 2^30 (f64): as a number and as an int. The sum
// with 1.5 * 2^p has the integer in its low bits; for NaN the int is some int that can be negated.
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

// ---- Pairs of floats

// a + b exactly, where |a| >= |b| or a = 0 (Dekker).
NV_FN nv_ff nv_quick_sum_f32(float a, float b) {
  float s = a + b;
  nv_ff r = {s, b - (s - a)};
  return r;
}

// a + b exactly (Knuth).
NV_FN nv_ff nv_two_sum_f32(float a, float b) {
  float s = a + b, t = s - a;
  nv_ff r = {s, (a - (s - t)) + (b - t)};
  return r;
}

// a * b exactly, unless it underflows.
NV_FN nv_ff nv_two_prod_f32(float a, float b) {
  float p = a * b;
  nv_ff r = {p, nv_fma_f32(a, b, -p)};
  return r;
}

NV_FN nv_ff nv_add_ff(nv_ff a, nv_ff b) {
  nv_ff s = nv_two_sum_f32(a.hi, b.hi), t = nv_two_sum_f32(a.lo, b.lo);
  s = nv_quick_sum_f32(s.hi, s.lo + t.hi);
  return nv_quick_sum_f32(s.hi, s.lo + t.lo);
}

NV_FN nv_ff nv_add_ff_f32(nv_ff a, float b) {
  nv_ff s = nv_two_sum_f32(a.hi, b);
  return nv_quick_sum_f32(s.hi, s.lo + a.lo);
}

NV_FN nv_ff nv_mul_ff(nv_ff a, nv_ff b) {
  nv_ff p = nv_two_prod_f32(a.hi, b.hi);
  return nv_quick_sum_f32(p.hi, p.lo + nv_fma_f32(a.hi, b.lo, a.lo * b.hi));
}

NV_FN nv_ff nv_mul_ff_f32(nv_ff a, float b) {
  nv_ff p = nv_two_prod_f32(a.hi, b);
  return nv_quick_sum_f32(p.hi, nv_fma_f32(a.lo, b, p.lo));
}

NV_FN nv_ff nv_div_ff(nv_ff a, nv_ff b) {
  float q = a.hi / b.hi;
  float rest = nv_fma_f32(-q, b.lo, nv_fma_f32(-q, b.hi, a.hi) + a.lo);
  return nv_quick_sum_f32(q, rest / b.hi);
}

// The square root of a.hi + a.lo > 0.
NV_FN nv_ff nv_sqrt_ff(nv_ff a) {
  float s = nv_sqrt_f32(a.hi);
  return nv_quick_sum_f32(s, (nv_fma_f32(-s, s, a.hi) + a.lo) / (2.0f * s));
}

// a + b, rounded once, where |a.hi| >= |b.hi| or a = 0.
NV_FN float nv_sum_ff(nv_ff a, nv_ff b) {
  nv_ff s = nv_quick_sum_f32(a.hi, b.hi);
  return s.hi + (s.lo + (a.lo + b.lo));
}

NV_FN nv_ff nv_negated_ff(nv_ff a) {
  nv_ff r = {-a.hi, -a.lo};
  return r;
}

NV_FN nv_ff nv_scaled_ff(nv_ff a, float power_of_two) {
  nv_ff r = {a.hi * power_of_two, a.lo * power_of_two};
  return r;
}

// ---- Pairs of doubles, the same again

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

// a + b, rounded once, where |a.hi| >= |b.hi| or a = 0.
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

// ---- Rounding to an integer: exact; the sign of a zero is that of x

// Half to even.
NV_FN float nv_rint_f32(float x) {
  float a = nv_abs_f32(x), r = (a + 0x1p23f) - 0x1p23f;
  return nv_canon_f32(a < 0x1p23f ? nv_flip_f32(r, nv_sign_f32(x)) : x);
}

// The whole part of a >= 0; of a NaN, some NaN.
NV_FN float nv_whole_f32(float a) {
  float r = (a + 0x1p23f) - 0x1p23f;
  r = r > a ? r - 1.0f : r;
  return a < 0x1p23f ? r : a;
}

NV_FN float nv_trunc_f32(float x) {
  return nv_canon_f32(nv_flip_f32(nv_whole_f32(nv_abs_f32(x)), nv_sign_f32(x)));
}

NV_FN float nv_floor_f32(float x) {
  float t = nv_trunc_f32(x);
  return t > x ? t - 1.0f : t;
}

NV_FN float nv_ceil_f32(float x) {
  float t = nv_trunc_f32(x);
  return t < x ? nv_flip_f32(nv_abs_f32(t + 1.0f), nv_sign_f32(x)) : t;
}

// Half away from zero.
NV_FN float nv_round_f32(float x) {
  float a = nv_abs_f32(x), t = nv_whole_f32(a);
  return nv_canon_f32(nv_flip_f32(a - t >= 0.5f ? t + 1.0f : t, nv_sign_f32(x)));
}

NV_FN double nv_rint_f64(double x) {
  double a = nv_abs_f64(x), r = (a + 0x1p52) - 0x1p52;
  return nv_canon_f64(a < 0x1p52 ? nv_flip_f64(r, nv_sign_f64(x)) : x);
}

// The whole part of a >= 0; of a NaN, some NaN.
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
