// Exponentials, logarithms, powers and hyperbolic functions in float, to below 1 ulp, by float operations
// alone. The structure is that of scalar_explog_f64.h; exp, exp2, log, log2, log10 and log1p are shorter
// here. Coefficients: bench/ulp/minimax.py.
#ifndef NOVA_RUNTIME_SCALAR_EXPLOG_F32_H
#define NOVA_RUNTIME_SCALAR_EXPLOG_F32_H

#ifndef NOVA_RUNTIME_SCALAR_MATH_BASE_H
#include "runtime/scalar/scalar_math_base.h"
#endif

// ---- Exponentials

// x = n ln(2) + r with |r| <= ln(2)/2 (a trifle more).
typedef struct {
  nv_ff r;
  nv_i32 n;
} nv_exp_arg_f32;

// x.hi must be in [-110, 110] or NaN. n times the first part of ln(2), 14 bits, is exact.
NV_FN nv_exp_arg_f32 nv_exp_reduce_f32(nv_ff x) {
  nv_nearest_pair_f32 n = nv_nearest_f32(x.hi * 0x1.715476p+0f);
  float t = nv_fma_f32(n.real, -0x1.62e8p-1f, x.hi);
  float p = n.real * -0x1.e8082ep-16f;
  nv_exp_arg_f32 result = {nv_two_sum_f32(t, x.lo - p), n.integer};
  return result;
}

// (exp(r) - 1 - r - r^2/2) / r^3 on |r| <= 0.3469, error 2^-28.1 relative to exp.
NV_FN float nv_exp_tail_f32(float r) {
  float p = 0x1.6d5168p-10f;
  p = nv_fma_f32(p, r, 0x1.123e4cp-7f);
  p = nv_fma_f32(p, r, 0x1.5554e4p-5f);
  return nv_fma_f32(p, r, 0x1.55548ap-3f);
}

// exp(r), |r| <= 0.3469, rounded once at the end.
NV_FN float nv_exp_core_f32(nv_ff r) {
  float square = r.hi * r.hi;
  float tail = nv_fma_f32(nv_exp_tail_f32(r.hi), r.hi, 0.5f) * square;
  nv_ff s = nv_quick_sum_f32(1.0f, r.hi);
  return s.hi + (s.lo + (nv_fma_f32(r.lo, r.hi, r.lo) + tail));
}

// exp(r) - 1, |r| <= 0.3469, as a pair with about 28 bits.
NV_FN nv_ff nv_expm1_core_f32(nv_ff r) {
  nv_ff square = nv_two_prod_f32(r.hi, r.hi);
  float cube = nv_exp_tail_f32(r.hi) * (r.hi * square.hi);
  nv_ff s = nv_quick_sum_f32(r.hi, 0.5f * square.hi);
  float lo = nv_fma_f32(0.5f, square.lo, nv_fma_f32(r.lo, r.hi, r.lo));
  return nv_quick_sum_f32(s.hi, s.lo + (lo + cube));
}

// exp(x) for a pair; x.lo must be small beside 1.
NV_FN float nv_exp_ff(nv_ff x) {
  nv_ff bounded = {x.hi > 89.0f     ? 89.0f
                   : x.hi < -105.0f ? -105.0f
                                    : x.hi,
                   x.hi > 89.0f || x.hi < -105.0f ? 0.0f : x.lo};
  nv_exp_arg_f32 a = nv_exp_reduce_f32(bounded);
  return nv_scale_f32(nv_exp_core_f32(a.r), a.n);
}

// Of a single float r needs no second part: its error is below 2^-26, a quarter of an ulp. What is not finite, or
// NaN, gives any number at first.
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

NV_FN float nv_exp2_f32(float x) {
  float bounded = x > 129.0f ? 129.0f : x < -151.0f ? -151.0f : x;
  nv_nearest_pair_f32 n = nv_nearest_f32(bounded);
  nv_ff ln2 = {0x1.62e430p-1f, -0x1.05c610p-29f};
  return nv_canon_f32(nv_scale_f32(nv_exp_core_f32(nv_mul_ff_f32(ln2, bounded - n.real)), n.integer));
}

// (exp(x) - 1) / 2^n with x = n ln(2) + r, as a pair: (1 - 2^-n) + (exp(r) - 1). Needs |x| <= 89.
NV_FN nv_exp_arg_f32 nv_expm1_pair_f32(float x) {
  nv_ff pair = {x, 0.0f};
  nv_exp_arg_f32 a = nv_exp_reduce_f32(pair);
  nv_ff shift = nv_two_sum_f32(1.0f, -nv_pow2_f32(a.n > 100 ? -100 : -a.n));
  a.r = nv_add_ff(shift, nv_expm1_core_f32(a.r));
  return a;
}

NV_FN float nv_expm1_f32(float x) {
  float bounded = x > 89.0f ? 89.0f : x < -20.0f ? -20.0f : x;
  nv_exp_arg_f32 e = nv_expm1_pair_f32(bounded);
  float y = nv_scale_f32(e.r.hi, e.n);
  return nv_canon_f32(nv_abs_f32(x) < 0x1p-25f ? x : y);
}

// ---- Hyperbolic functions

// exp(x) - 1 for 0 <= x <= 20 as a pair.
NV_FN nv_ff nv_expm1_ff(float x) {
  nv_exp_arg_f32 e = nv_expm1_pair_f32(x);
  return nv_scaled_ff(e.r, nv_pow2_f32(e.n));
}

// exp(x) / 2 for x >= 20, where exp(-x) no longer counts.
NV_FN float nv_half_exp_f32(float x) {
  nv_ff pair = {x > 91.0f ? 91.0f : x, 0.0f};
  nv_exp_arg_f32 a = nv_exp_reduce_f32(pair);
  return nv_scale_f32(nv_exp_core_f32(a.r), a.n - 1);
}

// With e = exp(|x|) - 1: sinh |x| = (e + e / (e + 1)) / 2.
NV_FN float nv_sinh_f32(float x) {
  float a = nv_abs_f32(x);
  nv_ff e = nv_expm1_ff(a > 20.0f ? 20.0f : a);
  nv_ff s = nv_add_ff(e, nv_div_ff(e, nv_add_ff_f32(e, 1.0f)));
  float y = a > 20.0f ? nv_half_exp_f32(a) : 0.5f * s.hi;
  return nv_canon_f32(a < 0x1p-13f ? x : nv_flip_f32(y, nv_sign_f32(x)));
}

NV_FN float nv_cosh_f32(float x) {
  float a = nv_abs_f32(x);
  nv_ff e = nv_add_ff_f32(nv_expm1_ff(a > 20.0f ? 20.0f : a), 1.0f), one = {1.0f, 0.0f};
  nv_ff s = nv_add_ff(e, nv_div_ff(one, e));
  return nv_canon_f32(a > 20.0f ? nv_half_exp_f32(a) : 0.5f * s.hi);
}

// With e = exp(2|x|) - 1: tanh |x| = e / (e + 2).
NV_FN float nv_tanh_f32(float x) {
  float a = nv_abs_f32(x);
  nv_ff e = nv_expm1_ff(a > 10.0f ? 20.0f : 2.0f * a);
  nv_ff t = nv_div_ff(e, nv_add_ff_f32(e, 2.0f));
  return nv_canon_f32(a < 0x1p-13f ? x : nv_flip_f32(t.hi, nv_sign_f32(x)));
}

// ---- Logarithms

// x = 2^k m with m in [sqrt(1/2), sqrt(2)], for x > 0 and finite; another x gives some k and m.
typedef struct {
  float m;
  nv_i32 k;
} nv_log_arg_f32;

NV_FN nv_log_arg_f32 nv_log_reduce_f32(float x) {
  nv_u32 up = x < 0x1p-120f ? 25u : 0u, bits = nv_bits_f32(x * nv_from_bits_f32(0x3f800000u + (up << 23)));
  nv_i32 k = (nv_i32)((bits + (0x3f800000u - 0x3f3504f3u)) >> 23) - 127;
  nv_log_arg_f32 a = {nv_from_bits_f32(bits - ((nv_u32)k << 23)), k - (nv_i32)up};
  return a;
}

// The low part of a pair with it: scaled by a power of two that is bounded, since it no longer counts where x.hi is large,
// and is 0 where that is tiny.
NV_FN float nv_log_low_f32(float low, nv_i32 k) {
  nv_i32 at_most = k > 100 ? 100 : k, bounded = at_most < -100 ? -100 : at_most;
  return low * nv_pow2_f32(-bounded);
}

// What a logarithm gives where x is not positive and finite; y, which is not NaN, elsewhere.
NV_FN float nv_log_special_f32(float x, float y) {
  y = x == nv_inf_f32() ? x : y;
  y = x == 0.0f ? -nv_inf_f32() : y;
  return x >= 0.0f ? y : nv_nan_f32();
}

// k ln(2) + log(1 + f) + low for f in [-0.293, 0.4143]: f - f^2/2 + f^3 p(f), error of p 2^-27.2 relative to it.
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

NV_FN float nv_log_f32(float x) {
  nv_log_arg_f32 a = nv_log_reduce_f32(x);
  return nv_log_special_f32(x, nv_log_core_f32(a.m - 1.0f, 0.0f, (float)a.k));
}

NV_FN float nv_log1p_f32(float x) {
  nv_ff sum = nv_two_sum_f32(1.0f, x);
  nv_log_arg_f32 a = nv_log_reduce_f32(sum.hi);
  nv_ff f = nv_quick_sum_f32(a.m - 1.0f, nv_log_low_f32(sum.lo, a.k));
  float y = nv_log_core_f32(f.hi, nv_fma_f32(-f.hi, f.lo, f.lo), (float)a.k);
  return nv_abs_f32(x) < 0x1p-25f ? nv_canon_f32(x) : nv_log_special_f32(1.0f + x, y);
}

// k + log2(1 + f): f log2(e) in two parts, then f^2 p(f), error 2^-29.5 relative to it.
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

// k log10(2) + log10(1 + f) in the same way, error of p 2^-28.9.
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

// 2 (atanh(s)/s - 1 - z/3) / z^2 by z = s^2 <= 0.02947, error 2^-36.7 relative to the logarithm.
NV_FN float nv_logff_tail_f32(float z) {
  float p = 0x1.dfdaf2p-3f;
  p = nv_fma_f32(p, z, 0x1.245122p-2f);
  return nv_fma_f32(p, z, 0x1.999a04p-2f);
}

// log(m) with about 35 bits: 2 atanh(s), s = (m - 1) / (m + 1), the term 2/3 in a pair.
NV_FN nv_ff nv_log_core_ff(nv_ff m) {
  nv_ff two_thirds = {0x1.555556p-1f, -0x1.555556p-26f};
  nv_ff s = nv_div_ff(nv_quick_sum_f32(m.hi - 1.0f, m.lo), nv_add_ff_f32(m, 1.0f));
  nv_ff z = nv_mul_ff(s, s);
  nv_ff w = nv_quick_sum_f32(two_thirds.hi, nv_fma_f32(nv_logff_tail_f32(z.hi), z.hi, two_thirds.lo));
  return nv_add_ff(nv_scaled_ff(s, 2.0f), nv_mul_ff(nv_mul_ff(s, z), w));
}

// log(x) + extra * ln(2) as a pair, for x > 0.
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

// asinh |x| = log(|x| + sqrt(x^2 + 1)); near 0 its series, from 2^30 on log(2|x|).
NV_FN float nv_asinh_f32(float x) {
  float a = nv_abs_f32(x), b = a > 0x1p30f ? 1.0f : a, z = b * b;
  nv_ff root = nv_sqrt_ff(nv_add_ff_f32(nv_two_prod_f32(b, b), 1.0f)), big = {a, 0.0f};
  nv_ff sum = nv_add_ff_f32(root, b);
  float y = nv_log_ff(a > 0x1p30f ? big : sum, a > 0x1p30f ? 1 : 0).hi;
  y = a < 0x1p-5f ? nv_fma_f32(a * z, nv_fma_f32(z, 3.0f / 40.0f, -1.0f / 6.0f), a) : y;
  return nv_canon_f32(a < 0x1p-13f || a == nv_inf_f32() ? x : nv_flip_f32(y, nv_sign_f32(x)));
}

// acosh x = log(x + sqrt(x^2 - 1)); from 2^30 on log(2x).
NV_FN float nv_acosh_f32(float x) {
  float b = x > 0x1p30f ? 2.0f : x;
  nv_ff root = nv_sqrt_ff(nv_add_ff_f32(nv_two_prod_f32(b, b), -1.0f)), big = {x, 0.0f};
  nv_ff sum = nv_add_ff_f32(root, b);
  float y = nv_log_ff(x > 0x1p30f ? big : sum, x > 0x1p30f ? 1 : 0).hi;
  y = x == 1.0f ? 0.0f : x < 1.0f ? nv_nan_f32() : y;
  return nv_canon_f32(x == nv_inf_f32() ? x : y);
}

// atanh |x| = log((1 + |x|) / (1 - |x|)) / 2; near 0 its series.
NV_FN float nv_atanh_f32(float x) {
  float a = nv_abs_f32(x), b = a < 1.0f ? a : 0.5f, z = b * b;
  float y = 0.5f * nv_log_ff(nv_div_ff(nv_two_sum_f32(1.0f, b), nv_two_sum_f32(1.0f, -b)), 0).hi;
  y = a < 0x1p-5f ? nv_fma_f32(a * z, nv_fma_f32(z, 1.0f / 5.0f, 1.0f / 3.0f), a) : y;
  y = a == 1.0f ? nv_inf_f32() : a > 1.0f ? nv_nan_f32() : y;
  return nv_canon_f32(a < 0x1p-13f || x != x ? x : nv_flip_f32(y, nv_sign_f32(x)));
}

// ---- Powers

// What pow gives where a = |x| or y is 0, infinite, or a = 1; p elsewhere (C, annex F.10.4.4). The sign comes
// later.
NV_FN float nv_pow_special_f32(float a, float y, float p) {
  float inf = nv_inf_f32(), falling = y < 0.0f ? inf : 0.0f, rising = y < 0.0f ? 0.0f : inf;
  p = a == 0.0f ? falling : p;
  p = a == inf ? rising : p;
  p = nv_abs_f32(y) == inf ? (a > 1.0f ? rising : falling) : p;
  return a == 1.0f ? 1.0f : p;
}

// |x|^y = exp(y log |x|). Beyond 2^34 a larger |y| changes nothing, as |log| >= 2^-25.
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
