// Trigonometric functions and their inverses in double, to well below 1 ulp, for every argument.
// Coefficients: bench/ulp/minimax.py; pi and 2/pi: mpmath to 400 digits.
#ifndef NOVA_RUNTIME_SCALAR_TRIG_F64_H
#define NOVA_RUNTIME_SCALAR_TRIG_F64_H

#ifndef NOVA_RUNTIME_SCALAR_MATH_BASE_H
#include "runtime/scalar/scalar_math_base.h"
#endif

// ---- Argument reduction

// x = n pi/2 + r with |r| <= pi/4 (a trifle more); only n modulo 4 counts.
typedef struct {
  nv_dd r;
  nv_i32 n;
} nv_trig_arg_f64;

// Cody and Waite for |x| <= 2^28: pi/2 in three parts of 53 bits. The first fma is exact, as its result is a
// multiple of 2^-52 below 1 (or, for n = 1, by Sterbenz); the error is below 2^-130.
NV_FN nv_trig_arg_f64 nv_trig_near_f64(double x) {
  nv_nearest_pair_f64 n = nv_nearest_f64(x * 0x1.45f306dc9c883p-1);
  double first = nv_fma_f64(-n.real, 0x1.921fb54442d18p+0, x);
  nv_dd second = nv_two_prod_f64(n.real, 0x1.1a62633145c07p-54);
  nv_dd r = nv_two_sum_f64(first, -second.hi);
  r.lo = r.lo - second.lo + n.real * 0x1.f1976b7ed8fbcp-110;
  nv_trig_arg_f64 a = {nv_quick_sum_f64(r.hi, r.lo), n.integer};
  return a;
}

// The high 64 bits of a * b.
NV_FN nv_u64 nv_mul_high_u64(nv_u64 a, nv_u64 b) {
  nv_u64 a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  nv_u64 low = a0 * b0, mid = a1 * b0 + (low >> 32), mid2 = a0 * b1 + (mid & 0xffffffffu);
  return a1 * b1 + (mid >> 32) + (mid2 >> 32);
}

// 64 zero bits, then the first 1216 bits of 2/pi.
NV_TABLE nv_u64 nv_two_over_pi[20] = {
    0x0000000000000000ull, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull,
    0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull,
    0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull,
    0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull,
    0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull};

// The 64 bits of 2/pi from bit `at` of the table.
NV_FN nv_u64 nv_two_over_pi_at(nv_u32 at) {
  nv_u32 word = at >> 6, shift = at & 63u;
  return (nv_two_over_pi[word] << shift) | ((nv_two_over_pi[word + 1] >> 1) >> (63u - shift));
}

// (high * 2^64 + low) / 2^126 as a pair: four pieces of 32 bits, each exact.
NV_FN nv_dd nv_fraction_dd(nv_u64 high, nv_u64 low) {
  nv_dd top = nv_quick_sum_f64((double)(nv_u32)(high >> 32) * 0x1p-30, (double)(nv_u32)high * 0x1p-62);
  nv_dd rest = nv_quick_sum_f64((double)(nv_u32)(low >> 32) * 0x1p-94, (double)(nv_u32)low * 0x1p-126);
  return nv_add_dd(top, rest);
}

// Payne and Hanek for finite |x| >= 2^15: x = M 2^e times those bits of 2/pi that count modulo 4. Two words
// of the product are kept, 2 bits before the point and 126 behind it; no double is nearer than 2^-62 to a
// multiple of pi/2.
NV_FAR nv_trig_arg_f64 nv_trig_far_f64(double x) {
  nv_u64 bits = nv_bits_f64(x) & 0x7fffffffffffffffull;
  nv_u64 m = (bits & 0xfffffffffffffull) | 0x10000000000000ull;
  nv_u32 at = (nv_u32)(bits >> 52) - 1075u + 62u;
  nv_u64 w0 = nv_two_over_pi_at(at), w1 = nv_two_over_pi_at(at + 64u), w2 = nv_two_over_pi_at(at + 128u);
  nv_u64 mid = m * w1, low = mid + nv_mul_high_u64(m, w2);
  nv_u64 high = m * w0 + nv_mul_high_u64(m, w1) + (low < mid ? 1u : 0u);
  nv_i32 n = (nv_i32)((high + 0x2000000000000000ull) >> 62);
  high -= (nv_u64)(nv_u32)n << 62;
  int below = (high >> 63) != 0;
  low = below ? 0u - low : low;
  high = below ? ~high + (low == 0u ? 1u : 0u) : high;
  nv_dd half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  nv_dd r = nv_mul_dd(nv_fraction_dd(high, low), half_pi);
  nv_u64 flip = nv_sign_f64(x) ^ (below ? 0x8000000000000000ull : 0u);
  nv_trig_arg_f64 a = {{nv_flip_f64(r.hi, flip), nv_flip_f64(r.lo, flip)}, nv_sign_f64(x) ? -n : n};
  return a;
}

NV_FN nv_trig_arg_f64 nv_trig_reduce_f64(double x) {
  double a = nv_abs_f64(x);
  if (a <= 0x1p28 || !(a < nv_inf_f64())) return nv_trig_near_f64(x);
  return nv_trig_far_f64(x);
}

// ---- Sine, cosine, tangent

// sin(r), |r| <= pi/4, error 2^-62.8.
NV_FN nv_dd nv_sin_core_f64(nv_dd r) {
  double z = r.hi * r.hi;
  double p = -0x1.a62eb701aa24cp-41;
  p = nv_fma_f64(p, z, 0x1.61162f55a9907p-33);
  p = nv_fma_f64(p, z, -0x1.ae643f71adf8p-26);
  p = nv_fma_f64(p, z, 0x1.71de3a418a8c7p-19);
  p = nv_fma_f64(p, z, -0x1.a01a01a007b81p-13);
  p = nv_fma_f64(p, z, 0x1.111111111108ep-7);
  p = nv_fma_f64(p, z, -0x1.5555555555555p-3);
  return nv_quick_sum_f64(r.hi, nv_fma_f64(p, z * r.hi, nv_fma_f64(-0.5 * z, r.lo, r.lo)));
}

// cos(r), |r| <= pi/4, error 2^-68.6.
NV_FN nv_dd nv_cos_core_f64(nv_dd r) {
  nv_dd square = nv_two_prod_f64(r.hi, r.hi);
  double z = square.hi;
  double p = 0x1.a354cabdd955dp-45;
  p = nv_fma_f64(p, z, -0x1.938073414c8b9p-37);
  p = nv_fma_f64(p, z, 0x1.1eed7998e0e9dp-29);
  p = nv_fma_f64(p, z, -0x1.27e4fb623b245p-22);
  p = nv_fma_f64(p, z, 0x1.a01a01a002f2p-16);
  p = nv_fma_f64(p, z, -0x1.6c16c16c16b4dp-10);
  p = nv_fma_f64(p, z, 0x1.5555555555555p-5);
  nv_dd s = nv_quick_sum_f64(1.0, -0.5 * z);
  double lo = nv_fma_f64(-r.hi, r.lo, -0.5 * square.lo);
  return nv_quick_sum_f64(s.hi, s.lo + nv_fma_f64(p, z * z, lo));
}

// sin(n pi/2 + r).
NV_FN double nv_sin_quadrant_f64(nv_dd r, nv_i32 n) {
  double y = (n & 1) != 0 ? nv_cos_core_f64(r).hi : nv_sin_core_f64(r).hi;
  return nv_canon_f64((n & 2) != 0 ? -y : y);
}

// The three functions of x = a.n pi/2 + a.r. Tangent: sin / cos, or -cos / sin in odd quadrants.
NV_FN double nv_sin_at_f64(double x, nv_trig_arg_f64 a) {
  double y = nv_sin_quadrant_f64(a.r, a.n);
  return nv_abs_f64(x) < 0x1p-28 ? x : y;
}
NV_FN double nv_cos_at_f64(nv_trig_arg_f64 a) { return nv_sin_quadrant_f64(a.r, a.n + 1); }
NV_FN double nv_tan_at_f64(double x, nv_trig_arg_f64 a) {
  nv_dd s = nv_sin_core_f64(a.r), c = nv_cos_core_f64(a.r);
  int odd = (a.n & 1) != 0;
  nv_dd top = {odd ? -c.hi : s.hi, odd ? -c.lo : s.lo}, bottom = {odd ? s.hi : c.hi, odd ? s.lo : c.lo};
  double y = nv_div_dd(top, bottom).hi;
  return nv_abs_f64(x) < 0x1p-28 ? x : nv_canon_f64(y);
}

NV_FN double nv_sin_f64(double x) { return nv_sin_at_f64(x, nv_trig_reduce_f64(x)); }
NV_FN double nv_cos_f64(double x) { return nv_cos_at_f64(nv_trig_reduce_f64(x)); }
NV_FN double nv_tan_f64(double x) { return nv_tan_at_f64(x, nv_trig_reduce_f64(x)); }

// The same bits without a branch, for |x| <= 2^28, infinities and NaN: for loops that are to become SIMD,
// over arguments that are known to be near.
NV_FN double nv_sin_near_f64(double x) { return nv_sin_at_f64(x, nv_trig_near_f64(x)); }
NV_FN double nv_cos_near_f64(double x) { return nv_cos_at_f64(nv_trig_near_f64(x)); }
NV_FN double nv_tan_near_f64(double x) { return nv_tan_at_f64(x, nv_trig_near_f64(x)); }

// ---- Inverse functions

// (asin(s)/s - 1) / z by z = s^2 <= 1/4, error 2^-63.8 relative to asin.
NV_FN double nv_asin_tail_f64(double z) {
  double p = 0x1.12db63a104c87p-5;
  p = nv_fma_f64(p, z, -0x1.a9c222e5cd6bdp-6);
  p = nv_fma_f64(p, z, 0x1.94a27c659c372p-6);
  p = nv_fma_f64(p, z, 0x1.855410521442bp-11);
  p = nv_fma_f64(p, z, 0x1.4765681763f73p-7);
  p = nv_fma_f64(p, z, 0x1.36e559159f8b1p-7);
  p = nv_fma_f64(p, z, 0x1.7b9f2718ebf81p-7);
  p = nv_fma_f64(p, z, 0x1.c98166db6f75bp-7);
  p = nv_fma_f64(p, z, 0x1.1c4f80a20d51p-6);
  p = nv_fma_f64(p, z, 0x1.6e8b9b2e93978p-6);
  p = nv_fma_f64(p, z, 0x1.f1c71ca649f1ep-6);
  p = nv_fma_f64(p, z, 0x1.6db6db6d4d75cp-5);
  p = nv_fma_f64(p, z, 0x1.33333333339dap-4);
  return nv_fma_f64(p, z, 0x1.5555555555553p-3);
}

// asin(sqrt((1 - a) / 2)) * 2 for 1/2 <= a <= 1, which is acos(a).
NV_FN nv_dd nv_acos_upper_f64(double a) {
  double z = 0.5 - 0.5 * a, s = nv_sqrt_f64(z);
  double rest = s > 0.0 ? nv_fma_f64(-s, s, z) / s : 0.0;
  return nv_quick_sum_f64(2.0 * s, nv_fma_f64(2.0 * s * z, nv_asin_tail_f64(z), rest));
}

// asin(x) for |x| <= 1/2 as a pair.
NV_FN nv_dd nv_asin_lower_f64(double x) {
  double z = x * x;
  return nv_quick_sum_f64(x, x * z * nv_asin_tail_f64(z));
}

NV_FN double nv_asin_f64(double x) {
  double a = nv_abs_f64(x);
  nv_dd upper = nv_acos_upper_f64(a), half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  nv_dd minus = {-upper.hi, -upper.lo};
  double y = a <= 0.5 ? nv_asin_lower_f64(a).hi : nv_sum_dd(half_pi, minus);
  return nv_canon_f64(a > 1.0 ? nv_nan_f64() : a < 0x1p-28 ? x : nv_flip_f64(y, nv_sign_f64(x)));
}

// pi/2 - asin(x) for |x| <= 1/2; above, 2 asin(sqrt((1-x)/2)); below, pi minus that of -x.
NV_FN double nv_acos_f64(double x) {
  double a = nv_abs_f64(x);
  nv_dd upper = nv_acos_upper_f64(a), lower = nv_asin_lower_f64(x);
  nv_dd half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54},
        pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
  nv_dd minus_lower = {-lower.hi, -lower.lo}, minus_upper = {-upper.hi, -upper.lo};
  double outer = x < 0.0 ? nv_sum_dd(pi, minus_upper) : upper.hi;
  double y = a <= 0.5 ? nv_sum_dd(half_pi, minus_lower) : outer;
  return nv_canon_f64(a > 1.0 ? nv_nan_f64() : y);
}

// atan(q) for |q| <= tan(pi/8), error 2^-63.8 relative to it.
NV_FN nv_dd nv_atan_core_f64(nv_dd q) {
  double z = q.hi * q.hi;
  double p = 0x1.ef8795c980f96p-7;
  p = nv_fma_f64(p, z, -0x1.11985de9a2546p-5);
  p = nv_fma_f64(p, z, 0x1.70a4169159ddap-5);
  p = nv_fma_f64(p, z, -0x1.ab6a1f78596c5p-5);
  p = nv_fma_f64(p, z, 0x1.e16ebb66ef729p-5);
  p = nv_fma_f64(p, z, -0x1.110c43f390d8dp-4);
  p = nv_fma_f64(p, z, 0x1.3b136aa73e288p-4);
  p = nv_fma_f64(p, z, -0x1.745d148ca0527p-4);
  p = nv_fma_f64(p, z, 0x1.c71c71b5d87b3p-4);
  p = nv_fma_f64(p, z, -0x1.2492492471e28p-3);
  p = nv_fma_f64(p, z, 0x1.99999999995bap-3);
  p = nv_fma_f64(p, z, -0x1.5555555555554p-2);
  return nv_quick_sum_f64(q.hi, nv_fma_f64(p, z * q.hi, nv_fma_f64(-z, q.lo, q.lo)));
}

// The angle of the point (x, y), both >= 0 and finite, not both 0, of size about 1 where they are of one
// size; `left`, a sign bit or 0, mirrors it to (-x, y). The smaller by the larger gives at most 1; above
// tan(pi/8) it is turned by pi/4. The answer is eighths * pi/4 +- atan(q).
NV_FN double nv_angle_f64(double y, double x, nv_u64 left) {
  int steep = y > x;
  double large = steep ? y : x, small = steep ? x : y;
  int turned = small > 0x1.a827999fcef32p-2 * large;
  nv_dd difference = nv_two_sum_f64(small, -large), sum = nv_two_sum_f64(small, large);
  nv_dd top = {turned ? difference.hi : small, turned ? difference.lo : 0.0};
  nv_dd bottom = {turned ? sum.hi : large, turned ? sum.lo : 0.0};
  nv_dd q = nv_div_dd(top, bottom);
  q.lo = nv_abs_f64(q.hi) < 0x1p-60 ? 0.0 : q.lo;
  nv_dd a = nv_atan_core_f64(q);
  double eighths = turned ? 1.0 : 0.0;
  eighths = steep ? 2.0 - eighths : eighths;
  eighths = left != 0u ? 4.0 - eighths : eighths;
  nv_u64 flip = (steep ? 0x8000000000000000ull : 0u) ^ left;
  nv_dd c = nv_two_prod_f64(eighths, 0x1.921fb54442d18p-1);
  c.lo = nv_fma_f64(eighths, 0x1.1a62633145c07p-55, c.lo);
  nv_dd signed_a = {nv_flip_f64(a.hi, flip), nv_flip_f64(a.lo, flip)};
  return nv_sum_dd(c, signed_a);
}

NV_FN double nv_atan_f64(double x) {
  double a = nv_abs_f64(x), bounded = a > 0x1p60 ? 0x1p60 : a;
  double y = nv_angle_f64(bounded, 1.0, 0u);
  return nv_canon_f64(a < 0x1p-28 || x != x ? x : nv_flip_f64(y, nv_sign_f64(x)));
}

// Both are scaled so that the larger is in [1, 2); where the other then underflows, it no longer matters,
// except that a small angle y / x has to be rounded once.
NV_FN double nv_atan2_f64(double y, double x) {
  double b = nv_abs_f64(y), a = nv_abs_f64(x), inf = nv_inf_f64(), large = a > b ? a : b;
  nv_u64 left = nv_sign_f64(x);
  nv_i32 exponent = (nv_i32)(nv_bits_f64(large) >> 52) - 1023;
  double sx = nv_scale_f64(a, -exponent), sy = nv_scale_f64(b, -exponent);
  sx = large == inf ? (a == inf ? 1.0 : 0.0) : large == 0.0 ? 1.0 : sx;
  sy = large == inf ? (b == inf ? 1.0 : 0.0) : large == 0.0 ? 0.0 : sy;
  double angle = nv_angle_f64(sy, sx, left);
  double flat = left != 0u ? angle : b / (large == 0.0 ? 1.0 : a);
  angle = sy < 0x1p-60 * sx ? flat : angle;
  angle = x == x ? angle : x;
  angle = nv_flip_f64(y == y ? angle : y, nv_sign_f64(y));
  return nv_canon_f64(angle);
}

#endif
