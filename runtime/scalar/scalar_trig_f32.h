// Trigonometric functions and their inverses in float, with errors below 1 ulp, for all arguments. Angles are in radians.
// The structure is that of scalar_trig_f64.h.
// The polynomial coefficients are from bench/ulp/minimax.py; pi: mpmath.
#ifndef NOVA_RUNTIME_SCALAR_TRIG_F32_H
#define NOVA_RUNTIME_SCALAR_TRIG_F32_H

#ifndef NOVA_RUNTIME_SCALAR_MATH_BASE_H
#include "runtime/scalar/scalar_math_base.h"
#endif
#ifndef NOVA_RUNTIME_SCALAR_TRIG_F64_H
#include "runtime/scalar/scalar_trig_f64.h"
#endif

// ---- Argument reduction

// The result of the argument reduction: x = n pi/2 + r, where |r| is at most slightly above pi/4. Only n modulo 4 is used.
typedef struct {
  nv_ff r;
  nv_i32 n;
} nv_trig_arg_f32;

// Reduces x by Cody and Waite's method. Requires |x| <= 2^17; infinities and NaN give NaN. pi/2 is used in three parts of
// 24 bits. The first fma is exact, as its result is a multiple of 2^-23 below 1 (or, for n = 1, by Sterbenz). The three
// parts give r an error below 2^-56, besides the rounding of the pair.
NV_FN nv_trig_arg_f32 nv_trig_near_f32(float x) {
  nv_nearest_pair_f32 n = nv_nearest_f32(x * 0x1.45f306p-1f);
  float first = nv_fma_f32(-n.real, 0x1.921fb6p+0f, x);
  nv_ff second = nv_two_prod_f32(n.real, -0x1.777a5cp-25f);
  nv_ff r = nv_two_sum_f32(first, -second.hi);
  r.lo = r.lo - second.lo + n.real * 0x1.ee59dap-50f;
  nv_trig_arg_f32 a = {nv_quick_sum_f32(r.hi, r.lo), n.integer};
  return a;
}

// Reduces a finite x of any greater size by Payne and Hanek's method, by the function for double. Its main part is integer
// arithmetic, which would be the same for float.
NV_FN nv_trig_arg_f32 nv_trig_far_f32(float x) {
  nv_trig_arg_f64 wide = nv_trig_far_f64((double)x);
  float hi = (float)wide.r.hi;
  nv_trig_arg_f32 a = {{hi, (float)(wide.r.hi - (double)hi)}, wide.n};
  return a;
}

// Whether x is finite and too large for nv_trig_near_f32.
NV_FN nv_i32 nv_is_far_f32(float x) {
  float a = nv_abs_f32(x);
  return (a > 0x1p17f) & (a < nv_inf_f32());
}

// Reduces x of any size. Infinities and NaN give NaN.
NV_FN nv_trig_arg_f32 nv_trig_reduce_f32(float x) { return nv_is_far_f32(x) ? nv_trig_far_f32(x) : nv_trig_near_f32(x); }

// ---- Sine, cosine, tangent

// Returns sin(r) for |r| <= pi/4, as a pair with a relative error of 2^-27.8.
NV_FN nv_ff nv_sin_core_f32(nv_ff r) {
  float z = r.hi * r.hi;
  float p = -0x1.99100cp-13f;
  p = nv_fma_f32(p, z, 0x1.1106bp-7f);
  p = nv_fma_f32(p, z, -0x1.555544p-3f);
  return nv_quick_sum_f32(r.hi, nv_fma_f32(p, z * r.hi, nv_fma_f32(-0.5f * z, r.lo, r.lo)));
}

// Returns cos(r) for |r| <= pi/4, as a pair with an error of 2^-32.7.
NV_FN nv_ff nv_cos_core_f32(nv_ff r) {
  nv_ff square = nv_two_prod_f32(r.hi, r.hi);
  float z = square.hi;
  float p = 0x1.999a46p-16f;
  p = nv_fma_f32(p, z, -0x1.6c0b08p-10f);
  p = nv_fma_f32(p, z, 0x1.555548p-5f);
  nv_ff s = nv_quick_sum_f32(1.0f, -0.5f * z);
  float lo = nv_fma_f32(-r.hi, r.lo, -0.5f * square.lo);
  return nv_quick_sum_f32(s.hi, s.lo + nv_fma_f32(p, z * z, lo));
}

// Returns sin(n pi/2 + r) for |r| <= pi/4: sine or cosine of r, with the sign of the quadrant n.
NV_FN float nv_sin_quadrant_f32(nv_ff r, nv_i32 n) {
  float y = (n & 1) != 0 ? nv_cos_core_f32(r).hi : nv_sin_core_f32(r).hi;
  return nv_canon_f32((n & 2) != 0 ? -y : y);
}

// Return sin(x), cos(x) and tan(x), given the reduced argument a of x. The tangent is sin / cos of a.r, or -cos / sin in odd
// quadrants. sin(x) and tan(x) are x itself for |x| < 2^-12.
NV_FN float nv_sin_at_f32(float x, nv_trig_arg_f32 a) {
  float y = nv_sin_quadrant_f32(a.r, a.n);
  return nv_abs_f32(x) < 0x1p-12f ? x : y;
}
NV_FN float nv_cos_at_f32(nv_trig_arg_f32 a) { return nv_sin_quadrant_f32(a.r, a.n + 1); }
NV_FN float nv_tan_at_f32(float x, nv_trig_arg_f32 a) {
  nv_ff s = nv_sin_core_f32(a.r), c = nv_cos_core_f32(a.r);
  int odd = (a.n & 1) != 0;
  nv_ff top = {odd ? -c.hi : s.hi, odd ? -c.lo : s.lo}, bottom = {odd ? s.hi : c.hi, odd ? s.lo : c.lo};
  float y = nv_div_ff(top, bottom).hi;
  return nv_abs_f32(x) < 0x1p-12f ? x : nv_canon_f32(y);
}

// Return sin(x), cos(x) and tan(x); NaN if x is infinite.
NV_FN float nv_sin_f32(float x) { return nv_sin_at_f32(x, nv_trig_reduce_f32(x)); }
NV_FN float nv_cos_f32(float x) { return nv_cos_at_f32(nv_trig_reduce_f32(x)); }
NV_FN float nv_tan_f32(float x) { return nv_tan_at_f32(x, nv_trig_reduce_f32(x)); }

// Return the same bits as the three functions above, without a branch, so that loops over them become SIMD. They require that
// |x| <= 2^17, or that x is an infinity or NaN.
NV_FN float nv_sin_near_f32(float x) { return nv_sin_at_f32(x, nv_trig_near_f32(x)); }
NV_FN float nv_cos_near_f32(float x) { return nv_cos_at_f32(nv_trig_near_f32(x)); }
NV_FN float nv_tan_near_f32(float x) { return nv_tan_at_f32(x, nv_trig_near_f32(x)); }

// ---- Inverse functions

// Returns (asin(s)/s - 1) / z for z = s^2 <= 1/4. This polynomial gives asin(s) a relative error of 2^-31.7.
NV_FN float nv_asin_tail_f32(float z) {
  float p = 0x1.33a3bp-5f;
  p = nv_fma_f32(p, z, 0x1.d819b6p-7f);
  p = nv_fma_f32(p, z, 0x1.04a6c6p-5f);
  p = nv_fma_f32(p, z, 0x1.6cab96p-5f);
  p = nv_fma_f32(p, z, 0x1.33389ap-4f);
  return nv_fma_f32(p, z, 0x1.55554cp-3f);
}

// Returns acos(a) for 1/2 <= a <= 1, as a pair: 2 asin(s) with s = sqrt((1 - a) / 2). `rest` corrects the rounding error of s.
NV_FN nv_ff nv_acos_upper_f32(float a) {
  float z = 0.5f - 0.5f * a, s = nv_sqrt_f32(z);
  float rest = s > 0.0f ? nv_fma_f32(-s, s, z) / s : 0.0f;
  return nv_quick_sum_f32(2.0f * s, nv_fma_f32(2.0f * s * z, nv_asin_tail_f32(z), rest));
}

// Returns asin(x) for |x| <= 1/2, as a pair.
NV_FN nv_ff nv_asin_lower_f32(float x) {
  float z = x * x;
  return nv_quick_sum_f32(x, x * z * nv_asin_tail_f32(z));
}

// Returns asin(x). For |x| > 1/2 it is pi/2 - acos(|x|), with the sign of x; for |x| > 1 it is NaN.
NV_FN float nv_asin_f32(float x) {
  float a = nv_abs_f32(x);
  nv_ff upper = nv_acos_upper_f32(a), half_pi = {0x1.921fb6p+0f, -0x1.777a5cp-25f};
  nv_ff minus = {-upper.hi, -upper.lo};
  float y = a <= 0.5f ? nv_asin_lower_f32(a).hi : nv_sum_ff(half_pi, minus);
  return nv_canon_f32(a > 1.0f ? nv_nan_f32() : a < 0x1p-12f ? x : nv_flip_f32(y, nv_sign_f32(x)));
}

// Returns acos(x). It is pi/2 - asin(x) for |x| <= 1/2, 2 asin(sqrt((1-x)/2)) for x > 1/2, pi - acos(-x) for x < -1/2, and NaN
// for |x| > 1.
NV_FN float nv_acos_f32(float x) {
  float a = nv_abs_f32(x);
  nv_ff upper = nv_acos_upper_f32(a), lower = nv_asin_lower_f32(x);
  nv_ff half_pi = {0x1.921fb6p+0f, -0x1.777a5cp-25f}, pi = {0x1.921fb6p+1f, -0x1.777a5cp-24f};
  nv_ff minus_lower = {-lower.hi, -lower.lo}, minus_upper = {-upper.hi, -upper.lo};
  float outer = x < 0.0f ? nv_sum_ff(pi, minus_upper) : upper.hi;
  float y = a <= 0.5f ? nv_sum_ff(half_pi, minus_lower) : outer;
  return nv_canon_f32(a > 1.0f ? nv_nan_f32() : y);
}

// Returns atan(q) for |q| <= tan(pi/8), as a pair with a relative error of 2^-30.3.
NV_FN nv_ff nv_atan_core_f32(nv_ff q) {
  float z = q.hi * q.hi;
  float p = -0x1.f04748p-5f;
  p = nv_fma_f32(p, z, 0x1.b19052p-4f);
  p = nv_fma_f32(p, z, -0x1.23ae1cp-3f);
  p = nv_fma_f32(p, z, 0x1.999126p-3f);
  p = nv_fma_f32(p, z, -0x1.555548p-2f);
  return nv_quick_sum_f32(q.hi, nv_fma_f32(p, z * q.hi, nv_fma_f32(-z, q.lo, q.lo)));
}

// Returns the angle of the point (x, y), or of (-x, y) if `left` is a sign bit and not 0. x and y must be finite, at least 0,
// and not both 0. If they have about the same size, that size must be about 1, so that no step overflows or underflows.
// q is the smaller coordinate divided by the larger one. If q is above tan(pi/8), the point is rotated by pi/4. The
// result is `eighths` * pi/4, plus or minus atan(q).
NV_FN float nv_angle_f32(float y, float x, nv_u32 left) {
  int steep = y > x;
  float large = steep ? y : x, small = steep ? x : y;
  int turned = small > 0x1.a8279ap-2f * large;
  nv_ff difference = nv_two_sum_f32(small, -large), sum = nv_two_sum_f32(small, large);
  nv_ff top = {turned ? difference.hi : small, turned ? difference.lo : 0.0f};
  nv_ff bottom = {turned ? sum.hi : large, turned ? sum.lo : 0.0f};
  nv_ff q = nv_div_ff(top, bottom);
  q.lo = nv_abs_f32(q.hi) < 0x1p-30f ? 0.0f : q.lo;
  nv_ff a = nv_atan_core_f32(q);
  float eighths = turned ? 1.0f : 0.0f;
  eighths = steep ? 2.0f - eighths : eighths;
  eighths = left != 0u ? 4.0f - eighths : eighths;
  nv_u32 flip = (steep ? 0x80000000u : 0u) ^ left;
  nv_ff c = nv_two_prod_f32(eighths, 0x1.921fb6p-1f);
  c.lo = nv_fma_f32(eighths, -0x1.777a5cp-26f, c.lo);
  nv_ff signed_a = {nv_flip_f32(a.hi, flip), nv_flip_f32(a.lo, flip)};
  return nv_sum_ff(c, signed_a);
}

// Returns atan(x). |x| is limited to 2^30, where the result is rounded to pi/2.
NV_FN float nv_atan_f32(float x) {
  float a = nv_abs_f32(x), bounded = a > 0x1p30f ? 0x1p30f : a;
  float y = nv_angle_f32(bounded, 1.0f, 0u);
  return nv_canon_f32(a < 0x1p-12f || x != x ? x : nv_flip_f32(y, nv_sign_f32(x)));
}

// Returns the angle of the point (x, y), from -pi to pi. Both coordinates are divided by the power of two in the larger
// one. If the other one then underflows, the angle is 0, pi/2 or pi up to rounding. An angle below 2^-30 is y / x, which is
// computed without scaling, so that it is rounded once.
NV_FN float nv_atan2_f32(float y, float x) {
  float b = nv_abs_f32(y), a = nv_abs_f32(x), inf = nv_inf_f32(), large = a > b ? a : b;
  nv_u32 left = nv_sign_f32(x);
  nv_i32 exponent = (nv_i32)(nv_bits_f32(large) >> 23) - 127;
  float sx = nv_scale_f32(a, -exponent), sy = nv_scale_f32(b, -exponent);
  sx = large == inf ? (a == inf ? 1.0f : 0.0f) : large == 0.0f ? 1.0f : sx;
  sy = large == inf ? (b == inf ? 1.0f : 0.0f) : large == 0.0f ? 0.0f : sy;
  float angle = nv_angle_f32(sy, sx, left);
  float flat = left != 0u ? angle : b / (large == 0.0f ? 1.0f : a);
  angle = sy < 0x1p-30f * sx ? flat : angle;
  angle = x == x ? angle : x;
  angle = nv_flip_f32(y == y ? angle : y, nv_sign_f32(y));
  return nv_canon_f32(angle);
}

#endif
