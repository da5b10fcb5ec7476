// Trigonometric functions and their inverses in double, with errors well below 1 ulp, for all arguments. Angles are in
// radians.
// The polynomial coefficients are from bench/ulp/minimax.py; pi and 2/pi: mpmath to 400 digits.
#ifndef NOVA_RUNTIME_SCALAR_TRIG_F64_H
#define NOVA_RUNTIME_SCALAR_TRIG_F64_H

#ifndef NOVA_RUNTIME_SCALAR_MATH_BASE_H
#include "runtime/scalar/scalar_math_base.h"
#endif

// ---- Argument reduction

// The result of the argument reduction: x = n pi/2 + r, where |r| is at most slightly above pi/4. Only n modulo 4 is used.
typedef struct {
  nv_dd r;
  nv_i32 n;
} nv_trig_arg_f64;

// Reduces x by Cody and Waite's method. Requires |x| <= 2^28; infinities and NaN give NaN. pi/2 is used in three parts of
// 53 bits. The first fma is exact, as its result is a multiple of 2^-52 below 1 (or, for n = 1, by Sterbenz). The three
// parts give r an error below 2^-130, besides the rounding of the pair.
NV_FN nv_trig_arg_f64 nv_trig_near_f64(double x) {
  nv_nearest_pair_f64 n = nv_nearest_f64(x * 0x1.45f306dc9c883p-1);
  double first = nv_fma_f64(-n.real, 0x1.921fb54442d18p+0, x);
  nv_dd second = nv_two_prod_f64(n.real, 0x1.1a62633145c07p-54);
  nv_dd r = nv_two_sum_f64(first, -second.hi);
  r.lo = r.lo - second.lo + n.real * 0x1.f1976b7ed8fbcp-110;
  nv_trig_arg_f64 a = {nv_quick_sum_f64(r.hi, r.lo), n.integer};
  return a;
}

// Returns the high 64 bits of the product a * b.
NV_FN nv_u64 nv_mul_high_u64(nv_u64 a, nv_u64 b) {
  nv_u64 a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  nv_u64 low = a0 * b0, mid = a1 * b0 + (low >> 32), mid2 = a0 * b1 + (mid & 0xffffffffu);
  return a1 * b1 + (mid >> 32) + (mid2 >> 32);
}

// 64 zero bits, followed by the first 1216 bits of 2/pi behind the binary point.
NV_TABLE nv_u64 nv_two_over_pi[20] = {
    0x0000000000000000ull, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull,
    0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull,
    0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull,
    0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull,
    0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull};

// Returns 64 bits of the table, from bit `at` on. Bits are counted from the table's start, highest bit first.
NV_FN nv_u64 nv_two_over_pi_at(nv_u32 at) {
  nv_u32 word = at >> 6, shift = at & 63u;
  return (nv_two_over_pi[word] << shift) | ((nv_two_over_pi[word + 1] >> 1) >> (63u - shift));
}

// Returns (high * 2^64 + low) / 2^126 as a pair. It is the sum of four pieces of 32 bits, each of which is exact.
NV_FN nv_dd nv_fraction_dd(nv_u64 high, nv_u64 low) {
  nv_dd top = nv_quick_sum_f64((double)(nv_u32)(high >> 32) * 0x1p-30, (double)(nv_u32)high * 0x1p-62);
  nv_dd rest = nv_quick_sum_f64((double)(nv_u32)(low >> 32) * 0x1p-94, (double)(nv_u32)low * 0x1p-126);
  return nv_add_dd(top, rest);
}

// Reduces x by Payne and Hanek's method. Requires that x is finite and |x| >= 2^15. With |x| = m 2^e, m is multiplied by those
// bits of 2/pi that matter modulo 4. Two words of the product are kept: 2 bits before the binary point and 126 behind it. That
// suffices, since no double is nearer than 2^-62 to a multiple of pi/2.
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

// Whether x is finite and too large for nv_trig_near_f64.
NV_FN nv_i32 nv_is_far_f64(double x) {
  double a = nv_abs_f64(x);
  return (a > 0x1p28) & (a < nv_inf_f64());
}

// Reduces x of any size. Infinities and NaN give NaN.
NV_FN nv_trig_arg_f64 nv_trig_reduce_f64(double x) { return nv_is_far_f64(x) ? nv_trig_far_f64(x) : nv_trig_near_f64(x); }

// ---- Sine, cosine, tangent

// Returns sin(r) for |r| <= pi/4, as a pair with a relative error of 2^-62.8.
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

// Returns cos(r) for |r| <= pi/4, as a pair with an error of 2^-68.6.
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

// Returns sin(n pi/2 + r) for |r| <= pi/4: sine or cosine of r, with the sign of the quadrant n.
NV_FN double nv_sin_quadrant_f64(nv_dd r, nv_i32 n) {
  double y = (n & 1) != 0 ? nv_cos_core_f64(r).hi : nv_sin_core_f64(r).hi;
  return nv_canon_f64((n & 2) != 0 ? -y : y);
}

// Return sin(x), cos(x) and tan(x), given the reduced argument a of x. The tangent is sin / cos of a.r, or -cos / sin in odd
// quadrants. sin(x) and tan(x) are x itself for |x| < 2^-28.
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

// Return sin(x), cos(x) and tan(x); NaN if x is infinite.
NV_FN double nv_sin_f64(double x) { return nv_sin_at_f64(x, nv_trig_reduce_f64(x)); }
NV_FN double nv_cos_f64(double x) { return nv_cos_at_f64(nv_trig_reduce_f64(x)); }
NV_FN double nv_tan_f64(double x) { return nv_tan_at_f64(x, nv_trig_reduce_f64(x)); }

// Return the same bits as the three functions above, without a branch, so that loops over them become SIMD. They require that
// |x| <= 2^28, or that x is an infinity or NaN.
NV_FN double nv_sin_near_f64(double x) { return nv_sin_at_f64(x, nv_trig_near_f64(x)); }
NV_FN double nv_cos_near_f64(double x) { return nv_cos_at_f64(nv_trig_near_f64(x)); }
NV_FN double nv_tan_near_f64(double x) { return nv_tan_at_f64(x, nv_trig_near_f64(x)); }

// ---- Inverse functions

// Returns (asin(s)/s - 1) / z for z = s^2 <= 1/4. This polynomial gives asin(s) a relative error of 2^-63.8.
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

// Returns acos(a) for 1/2 <= a <= 1, as a pair: 2 asin(s) with s = sqrt((1 - a) / 2). `rest` corrects the rounding error of s.
NV_FN nv_dd nv_acos_upper_f64(double a) {
  double z = 0.5 - 0.5 * a, s = nv_sqrt_f64(z);
  double rest = s > 0.0 ? nv_fma_f64(-s, s, z) / s : 0.0;
  return nv_quick_sum_f64(2.0 * s, nv_fma_f64(2.0 * s * z, nv_asin_tail_f64(z), rest));
}

// Returns asin(x) for |x| <= 1/2, as a pair.
NV_FN nv_dd nv_asin_lower_f64(double x) {
  double z = x * x;
  return nv_quick_sum_f64(x, x * z * nv_asin_tail_f64(z));
}

// Returns asin(x). For |x| > 1/2 it is pi/2 - acos(|x|), with the sign of x; for |x| > 1 it is NaN.
NV_FN double nv_asin_f64(double x) {
  double a = nv_abs_f64(x);
  nv_dd upper = nv_acos_upper_f64(a), half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  nv_dd minus = {-upper.hi, -upper.lo};
  double y = a <= 0.5 ? nv_asin_lower_f64(a).hi : nv_sum_dd(half_pi, minus);
  return nv_canon_f64(a > 1.0 ? nv_nan_f64() : a < 0x1p-28 ? x : nv_flip_f64(y, nv_sign_f64(x)));
}

// Returns acos(x). It is pi/2 - asin(x) for |x| <= 1/2, 2 asin(sqrt((1-x)/2)) for x > 1/2, pi - acos(-x) for x < -1/2, and NaN
// for |x| > 1.
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

// Returns atan(q) for |q| <= tan(pi/8), as a pair with a relative error of 2^-63.8.
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

// Returns the angle of the point (x, y), or of (-x, y) if `left` is a sign bit and not 0. x and y must be finite, at least 0,
// and not both 0. If they have about the same size, that size must be about 1, so that no step overflows or underflows.
// q is the smaller coordinate divided by the larger one. If q is above tan(pi/8), the point is rotated by pi/4. The
// result is `eighths` * pi/4, plus or minus atan(q).
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

// Returns atan(x). |x| is limited to 2^60, where the result is rounded to pi/2.
NV_FN double nv_atan_f64(double x) {
  double a = nv_abs_f64(x), bounded = a > 0x1p60 ? 0x1p60 : a;
  double y = nv_angle_f64(bounded, 1.0, 0u);
  return nv_canon_f64(a < 0x1p-28 || x != x ? x : nv_flip_f64(y, nv_sign_f64(x)));
}

// Returns the angle of the point (x, y), from -pi to pi. Both coordinates are divided by the power of two in the larger
// one. If the other one then underflows, the angle is 0, pi/2 or pi up to rounding. An angle below 2^-60 is y / x, which is
// computed without scaling, so that it is rounded once.
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
