// Exponentials, logarithms, powers and hyperbolic functions in float, with errors below 1 ulp, by float operations only. The
// structure is that of scalar_explog_f64.h. exp, exp2, log, log2, log10 and log1p have shorter methods here. The polynomial
// coefficients are from bench/ulp/minimax.py.
#ifndef NOVA_RUNTIME_SCALAR_EXPLOG_F32_H
#define NOVA_RUNTIME_SCALAR_EXPLOG_F32_H

#ifndef NOVA_RUNTIME_SCALAR_MATH_BASE_H
#include "runtime/scalar/scalar_math_base.h"
#endif

// ---- Exponentials

// The result of the argument reduction of exp: x = n ln(2) + r, where |r| is at most slightly above ln(2)/2.
typedef struct {
  nv_ff r;
  nv_i32 n;
} nv_exp_arg_f32;

// Reduces x by Cody and Waite's method. x.hi must be in [-110, 110] or NaN. ln(2) is used in two parts. The first
// one has 14 bits, so that its product with n is exact.
NV_FN nv_exp_arg_f32 nv_exp_reduce_f32(nv_ff x) {
  nv_nearest_pair_f32 n = nv_nearest_f32(x.hi * 0x1.715476p+0f);
  float t = nv_fma_f32(n.real, -0x1.62e8p-1f, x.hi);
  float p = n.real * -0x1.e8082ep-16f;
  nv_exp_arg_f32 result = {nv_two_sum_f32(t, x.lo - p), n.integer};
  return result;
}

// Returns (exp(r) - 1 - r - r^2/2) / r^3 for |r| <= 0.3469. This polynomial gives exp(r) a relative error of 2^-28.1.
NV_FN float nv_exp_tail_f32(float r) {
  float p = 0x1.6d5168p-10f;
  p = nv_fma_f32(p, r, 0x1.123e4cp-7f);
  p = nv_fma_f32(p, r, 0x1.5554e4p-5f);
  return nv_fma_f32(p, r, 0x1.55548ap-3f);
}

// Returns exp(r) for |r| <= 0.3469, rounded once at the end.
NV_FN float nv_exp_core_f32(nv_ff r) {
  float square = r.hi * r.hi;
  float tail = nv_fma_f32(nv_exp_tail_f32(r.hi), r.hi, 0.5f) * square;
  nv_ff s = nv_quick_sum_f32(1.0f, r.hi);
  return s.hi + (s.lo + (nv_fma_f32(r.lo, r.hi, r.lo) + tail));
}

// Returns exp(r) - 1 for |r| <= 0.3469, as a pair with a precision of about 28 bits.
NV_FN nv_ff nv_expm1_core_f32(nv_ff r) {
  nv_ff square = nv_two_prod_f32(r.hi, r.hi);
  float cube = nv_exp_tail_f32(r.hi) * (r.hi * square.hi);
  nv_ff s = nv_quick_sum_f32(r.hi, 0.5f * square.hi);
  float lo = nv_fma_f32(0.5f, square.lo, nv_fma_f32(r.lo, r.hi, r.lo));
  return nv_quick_sum_f32(s.hi, s.lo + (lo + cube));
}

// Returns exp(x) for a pair x, as a single float. Requires that |x.lo| is far below 1.
NV_FN float nv_exp_ff(nv_ff x) {
  nv_ff bounded = {x.hi > 89.0f     ? 89.0f
                   : x.hi < -105.0f ? -105.0f
                                    : x.hi,
                   x.hi > 89.0f || x.hi < -105.0f ? 0.0f : x.lo};
  nv_exp_arg_f32 a = nv_exp_reduce_f32(bounded);
  return nv_scale_f32(nv_exp_core_f32(a.r), a.n);
}

// Returns exp(x). For a single float x, the remainder r needs no low part: its error is below 2^-26, a quarter of an ulp.
// If exp(x) overflows or x is NaN, the polynomial gives some number, which the last two lines replace.
NV_FN float nv_exp_f32(float x) {
  float bounded = nv_at_least_f32(x, -105.0f);
  nv_nearest_pair_f32 n = nv_nearest_f32(bounded * 0x1.715476p+0f);
  float r = nv_fma_f32(n.real, 0x1.e8082ep-16f, nv_fma_f32(n.real, -0x1.62e8p-1f, bounded));
  float p = nv_fma_f32(nv_exp_tail_f32(r), r, 0.5f);
  nv_ff s = nv_quick_sum_f32(1.0f, r);
  float y = nv_scale_unit_f32(s.hi + nv_fma_f32(p, r * r, s.lo), n.integer);
  y = x > 0x1.62e42ep+6f ? nv_inf_f32() : y;
  return x == x ? y : nv_nan_f32();
}

// Returns 2^x.
NV_FN float nv_exp2_f32(float x) {
  float bounded = x > 129.0f ? 129.0f : x < -151.0f ? -151.0f : x;
  nv_nearest_pair_f32 n = nv_nearest_f32(bounded);
  nv_ff ln2 = {0x1.62e430p-1f, -0x1.05c610p-29f};
  return nv_canon_f32(nv_scale_f32(nv_exp_core_f32(nv_mul_ff_f32(ln2, bounded - n.real)), n.integer));
}

// Returns n and, in the member r, the pair (exp(x) - 1) / 2^n. With x = n ln(2) + r this is (1 - 2^-n) + (exp(r) - 1).
// Requires |x| <= 89.
NV_FN nv_exp_arg_f32 nv_expm1_pair_f32(float x) {
  nv_ff pair = {x, 0.0f};
  nv_exp_arg_f32 a = nv_exp_reduce_f32(pair);
  nv_ff shift = nv_two_sum_f32(1.0f, -nv_pow2_f32(a.n > 100 ? -100 : -a.n));
  a.r = nv_add_ff(shift, nv_expm1_core_f32(a.r));
  return a;
}

// Returns exp(x) - 1.
NV_FN float nv_expm1_f32(float x) {
  float bounded = x > 89.0f ? 89.0f : x < -20.0f ? -20.0f : x;
  nv_exp_arg_f32 e = nv_expm1_pair_f32(bounded);
  float y = nv_scale_f32(e.r.hi, e.n);
  return nv_canon_f32(nv_abs_f32(x) < 0x1p-25f ? x : y);
}

// ---- Hyperbolic functions

// Returns exp(x) - 1 as a pair. Requires 0 <= x <= 20.
NV_FN nv_ff nv_expm1_ff(float x) {
  nv_exp_arg_f32 e = nv_expm1_pair_f32(x);
  return nv_scaled_ff(e.r, nv_pow2_f32(e.n));
}

// Returns exp(x) / 2, which is sinh(x) and cosh(x) for x >= 20: there exp(-x) is below the rounding error.
NV_FN float nv_half_exp_f32(float x) {
  nv_ff pair = {x > 91.0f ? 91.0f : x, 0.0f};
  nv_exp_arg_f32 a = nv_exp_reduce_f32(pair);
  return nv_scale_f32(nv_exp_core_f32(a.r), a.n - 1);
}

// Returns sinh(x). With e = exp(|x|) - 1, sinh(|x|) = (e + e / (e + 1)) / 2.
NV_FN float nv_sinh_f32(float x) {
  float a = nv_abs_f32(x);
  nv_ff e = nv_expm1_ff(a > 20.0f ? 20.0f : a);
  nv_ff s = nv_add_ff(e, nv_div_ff(e, nv_add_ff_f32(e, 1.0f)));
  float y = a > 20.0f ? nv_half_exp_f32(a) : 0.5f * s.hi;
  return nv_canon_f32(a < 0x1p-13f ? x : nv_flip_f32(y, nv_sign_f32(x)));
}

// Returns cosh(x). With e = exp(|x|), cosh(x) = (e + 1 / e) / 2.
NV_FN float nv_cosh_f32(float x) {
  float a = nv_abs_f32(x);
  nv_ff e = nv_add_ff_f32(nv_expm1_ff(a > 20.0f ? 20.0f : a), 1.0f), one = {1.0f, 0.0f};
  nv_ff s = nv_add_ff(e, nv_div_ff(one, e));
  return nv_canon_f32(a > 20.0f ? nv_half_exp_f32(a) : 0.5f * s.hi);
}

// Returns tanh(x). With e = exp(2|x|) - 1, tanh(|x|) = e / (e + 2).
NV_FN float nv_tanh_f32(float x) {
  float a = nv_abs_f32(x);
  nv_ff e = nv_expm1_ff(a > 10.0f ? 20.0f : 2.0f * a);
  nv_ff t = nv_div_ff(e, nv_add_ff_f32(e, 2.0f));
  return nv_canon_f32(a < 0x1p-13f ? x : nv_flip_f32(t.hi, nv_sign_f32(x)));
}

// ---- Logarithms

// The result of the argument reduction of log: x = 2^k m, where m is in [sqrt(1/2), sqrt(2)].
typedef struct {
  float m;
  nv_i32 k;
} nv_log_arg_f32;

// Reduces x, which must be positive and finite; any other x gives some k and m. A small x, which may be subnormal, is first
// multiplied by 2^25.
NV_FN nv_log_arg_f32 nv_log_reduce_f32(float x) {
  nv_u32 up = x < 0x1p-120f ? 25u : 0u, bits = nv_bits_f32(x * nv_from_bits_f32(0x3f800000u + (up << 23)));
  nv_i32 k = (nv_i32)((bits + (0x3f800000u - 0x3f3504f3u)) >> 23) - 127;
  nv_log_arg_f32 a = {nv_from_bits_f32(bits - ((nv_u32)k << 23)), k - (nv_i32)up};
  return a;
}

// Returns low / 2^k, for the low part of a pair whose high part is reduced to 2^k m. The power of two must be a normal number,
// so k is limited to -100 .. 100. Callers have a low part of 0 if k is below that, and a negligible one if it is above.
NV_FN float nv_log_low_f32(float low, nv_i32 k) {
  nv_i32 at_most = k > 100 ? 100 : k, bounded = at_most < -100 ? -100 : at_most;
  return low * nv_pow2_f32(-bounded);
}

// Returns the logarithm of x, given its value y for positive finite x, which must not be NaN. Gives +infinity for +infinity,
// -infinity for zeros, and NaN for negative numbers and NaN.
NV_FN float nv_log_special_f32(float x, float y) {
  y = x == nv_inf_f32() ? x : y;
  y = x == 0.0f ? -nv_inf_f32() : y;
  return x >= 0.0f ? y : nv_nan_f32();
}

// Returns k ln(2) + log(1 + f) + low for f in [-0.293, 0.4143]. log(1 + f) is f - f^2/2 + f^3 p(f), where the polynomial p
// causes a relative error of 2^-27.2.
NV_FN float nv_log_core_f32(float f, float low, float k) {
  nv_ff square = nv_two_prod_f32(f, f);
  float z = square.hi, x = f;
  float p = -0x1.3a0a9p-4f;
  p = nv_fma_f32(p, x, 0x1.05f2ap-3f);
  p = nv_fma_f32(p, x, -0x1.0d898p-3f);
  p = nv_fma_f32(p, x, 0x1.22c228p-3f);
  p = nv_fma_f32(p, x, -0x1.546f24p-3f);
  p = nv_fma_f32(p, x, 0x1.99a134p-3f);
  p = nv_fma_f32(p, x, -0x1.000238p-2f);
  p = nv_fma_f32(p, x, 0x1.555552p-2f);
  nv_ff sum = nv_quick_sum_f32(k * 0x1.62e8p-1f, f);
  float lo = nv_fma_f32(-0.5f, square.lo, low);
  float tail = nv_fma_f32(-0.5f, z, nv_fma_f32(p, z * f, lo));
  return sum.hi + (sum.lo + nv_fma_f32(k, -0x1.e8082ep-16f, tail));
}

// Returns the natural logarithm of x.
NV_FN float nv_log_f32(float x) {
  nv_log_arg_f32 a = nv_log_reduce_f32(x);
  return nv_log_special_f32(x, nv_log_core_f32(a.m - 1.0f, 0.0f, (float)a.k));
}

// Returns log(1 + x).
NV_FN float nv_log1p_f32(float x) {
  nv_ff sum = nv_two_sum_f32(1.0f, x);
  nv_log_arg_f32 a = nv_log_reduce_f32(sum.hi);
  nv_ff f = nv_quick_sum_f32(a.m - 1.0f, nv_log_low_f32(sum.lo, a.k));
  float y = nv_log_core_f32(f.hi, nv_fma_f32(-f.hi, f.lo, f.lo), (float)a.k);
  return nv_abs_f32(x) < 0x1p-25f ? nv_canon_f32(x) : nv_log_special_f32(1.0f + x, y);
}

// Returns the logarithm of x to base 2: k + log2(1 + f). log2(1 + f) is f log2(e) + f^2 p(f), where log2(e) is used in two
// parts. The polynomial p causes a relative error of 2^-29.5.
NV_FN float nv_log2_f32(float x) {
  nv_log_arg_f32 a = nv_log_reduce_f32(x);
  float f = a.m - 1.0f;
  float p = 0x1.871bfp-4f;
  p = nv_fma_f32(p, f, -0x1.571dd4p-3f);
  p = nv_fma_f32(p, f, 0x1.603408p-3f);
  p = nv_fma_f32(p, f, -0x1.6f0716p-3f);
  p = nv_fma_f32(p, f, 0x1.a40cb4p-3f);
  p = nv_fma_f32(p, f, -0x1.ec6f32p-3f);
  p = nv_fma_f32(p, f, 0x1.277f3ap-2f);
  p = nv_fma_f32(p, f, -0x1.7154b6p-2f);
  p = nv_fma_f32(p, f, 0x1.ec7088p-2f);
  p = nv_fma_f32(p, f, -0x1.715476p-1f);
  nv_ff line = nv_two_prod_f32(f, 0x1.715476p+0f), sum = nv_quick_sum_f32((float)a.k, line.hi);
  nv_ff square = nv_two_prod_f32(f, f);
  float lo = nv_fma_f32(p, square.lo, nv_fma_f32(f, 0x1.4ae0c0p-26f, line.lo));
  float tail = nv_fma_f32(p, square.hi, lo);
  return nv_log_special_f32(x, sum.hi + (sum.lo + tail));
}

// Returns the logarithm of x to base 10: k log10(2) + log10(1 + f), by the same method. The polynomial p causes a relative
// error of 2^-28.9.
NV_FN float nv_log10_f32(float x) {
  nv_log_arg_f32 a = nv_log_reduce_f32(x);
  float f = a.m - 1.0f, k = (float)a.k;
  float p = -0x1.1007aep-5f;
  p = nv_fma_f32(p, f, 0x1.cc01eap-5f);
  p = nv_fma_f32(p, f, -0x1.d7407ap-5f);
  p = nv_fma_f32(p, f, 0x1.f867ep-5f);
  p = nv_fma_f32(p, f, -0x1.276fd6p-4f);
  p = nv_fma_f32(p, f, 0x1.63d014p-4f);
  p = nv_fma_f32(p, f, -0x1.bcbf2ap-4f);
  p = nv_fma_f32(p, f, 0x1.287a7p-3f);
  p = nv_fma_f32(p, f, -0x1.bcb7aap-3f);
  nv_ff line = nv_two_prod_f32(f, 0x1.bcb7b2p-2f), sum = nv_quick_sum_f32(k * 0x1.3440p-2f, line.hi);
  nv_ff square = nv_two_prod_f32(f, f);
  float lo = nv_fma_f32(p, square.lo, nv_fma_f32(f, -0x1.5b235ep-27f, line.lo));
  float tail = nv_fma_f32(p, square.hi, lo);
  return nv_log_special_f32(x, sum.hi + (sum.lo + nv_fma_f32(k, 0x1.3509f8p-18f, tail)));
}

// Returns 2 (atanh(s)/s - 1 - z/3) / z^2 for z = s^2 <= 0.02947. This polynomial gives the logarithm a relative error of
// 2^-36.7.
NV_FN float nv_logff_tail_f32(float z) {
  float p = 0x1.dfdaf2p-3f;
  p = nv_fma_f32(p, z, 0x1.245122p-2f);
  return nv_fma_f32(p, z, 0x1.999a04p-2f);
}

// Returns log(m) as a pair with a precision of about 35 bits. It is 2 atanh(s) with s = (m - 1) / (m + 1). The coefficient
// 2/3 of s^3 is a pair.
NV_FN nv_ff nv_log_core_ff(nv_ff m) {
  nv_ff two_thirds = {0x1.555556p-1f, -0x1.555556p-26f};
  nv_ff s = nv_div_ff(nv_quick_sum_f32(m.hi - 1.0f, m.lo), nv_add_ff_f32(m, 1.0f));
  nv_ff z = nv_mul_ff(s, s);
  nv_ff w = nv_quick_sum_f32(two_thirds.hi, nv_fma_f32(nv_logff_tail_f32(z.hi), z.hi, two_thirds.lo));
  return nv_add_ff(nv_scaled_ff(s, 2.0f), nv_mul_ff(nv_mul_ff(s, z), w));
}

// Returns log(x) + extra * ln(2) as a pair. Requires x > 0.
NV_FN nv_ff nv_log_ff(nv_ff x, nv_i32 extra) {
  nv_log_arg_f32 a = nv_log_reduce_f32(x.hi);
  nv_ff m = {a.m, nv_log_low_f32(x.lo, a.k)};
  float k = (float)(a.k + extra);
  nv_ff low = nv_two_prod_f32(k, -0x1.e8082ep-16f);
  nv_ff ln2 = nv_quick_sum_f32(k * 0x1.62e8p-1f, low.hi);
  ln2.lo += low.lo;
  return nv_add_ff(ln2, nv_log_core_ff(m));
}

// ---- Inverse hyperbolic functions

// Returns asinh(x). asinh(|x|) is log(|x| + sqrt(x^2 + 1)). Below 2^-5 it is computed by its series, and above 2^30 as
// log(2|x|).
NV_FN float nv_asinh_f32(float x) {
  float a = nv_abs_f32(x), b = a > 0x1p30f ? 1.0f : a, z = b * b;
  nv_ff root = nv_sqrt_ff(nv_add_ff_f32(nv_two_prod_f32(b, b), 1.0f)), big = {a, 0.0f};
  nv_ff sum = nv_add_ff_f32(root, b);
  float y = nv_log_ff(a > 0x1p30f ? big : sum, a > 0x1p30f ? 1 : 0).hi;
  y = a < 0x1p-5f ? nv_fma_f32(a * z, nv_fma_f32(z, 3.0f / 40.0f, -1.0f / 6.0f), a) : y;
  return nv_canon_f32(a < 0x1p-13f || a == nv_inf_f32() ? x : nv_flip_f32(y, nv_sign_f32(x)));
}

// Returns acosh(x) = log(x + sqrt(x^2 - 1)), above 2^30 computed as log(2x); NaN for x < 1.
NV_FN float nv_acosh_f32(float x) {
  float b = x > 0x1p30f ? 2.0f : x;
  nv_ff root = nv_sqrt_ff(nv_add_ff_f32(nv_two_prod_f32(b, b), -1.0f)), big = {x, 0.0f};
  nv_ff sum = nv_add_ff_f32(root, b);
  float y = nv_log_ff(x > 0x1p30f ? big : sum, x > 0x1p30f ? 1 : 0).hi;
  y = x == 1.0f ? 0.0f : x < 1.0f ? nv_nan_f32() : y;
  return nv_canon_f32(x == nv_inf_f32() ? x : y);
}

// Returns atanh(x). atanh(|x|) is log((1 + |x|) / (1 - |x|)) / 2. Below 2^-5 it is computed by its series. Infinite for |x|
// = 1, and NaN for |x| > 1.
NV_FN float nv_atanh_f32(float x) {
  float a = nv_abs_f32(x), b = a < 1.0f ? a : 0.5f, z = b * b;
  float y = 0.5f * nv_log_ff(nv_div_ff(nv_two_sum_f32(1.0f, b), nv_two_sum_f32(1.0f, -b)), 0).hi;
  y = a < 0x1p-5f ? nv_fma_f32(a * z, nv_fma_f32(z, 1.0f / 5.0f, 1.0f / 3.0f), a) : y;
  y = a == 1.0f ? nv_inf_f32() : a > 1.0f ? nv_nan_f32() : y;
  return nv_canon_f32(a < 0x1p-13f || x != x ? x : nv_flip_f32(y, nv_sign_f32(x)));
}

// ---- Powers

// Returns a^y for a = |x|, given its value p in the general case. The special cases are a = 0, a = 1, infinite a, and infinite
// y (C, annex F.10.4.4). The caller handles y = 0, NaN, and the sign of the result.
NV_FN float nv_pow_special_f32(float a, float y, float p) {
  float inf = nv_inf_f32(), falling = y < 0.0f ? inf : 0.0f, rising = y < 0.0f ? 0.0f : inf;
  p = a == 0.0f ? falling : p;
  p = a == inf ? rising : p;
  p = nv_abs_f32(y) == inf ? (a > 1.0f ? rising : falling) : p;
  return a == 1.0f ? 1.0f : p;
}

// Returns x^y. |x|^y is exp(y log(|x|)). y is limited to -2^34 .. 2^34. Beyond these bounds the
// result overflows or underflows anyway, since |log(|x|)| is at least 2^-25 unless |x| is 1. For x < 0 the result is
// negative if y is odd, and NaN if y is no integer and x is finite.
NV_FN float nv_pow_f32(float x, float y) {
  float a = nv_abs_f32(x), bound = y > 0x1p34f ? 0x1p34f : y < -0x1p34f ? -0x1p34f : y;
  nv_ff pair = {a, 0.0f};
  float p = nv_pow_special_f32(a, y, nv_exp_ff(nv_mul_ff_f32(nv_log_ff(pair, 0), bound)));
  float size = nv_abs_f32(y), half = 0.5f * size, unless_whole = a == nv_inf_f32() ? p : nv_nan_f32();
  nv_u32 odd = nv_whole_f32(half) == half ? 0u : nv_sign_f32(x);
  int whole = nv_whole_f32(size) == size;
  p = x < 0.0f ? (whole ? p : unless_whole) : p;
  p = x == x ? p : x;
  p = nv_canon_f32(nv_flip_f32(y == y ? p : y, whole ? odd : 0u));
  p = x == 1.0f ? 1.0f : p;
  return y == 0.0f ? 1.0f : p;
}

#endif
