// Error functions, cube root and hypotenuse in float, with errors below 1 ulp, by float operations only. The structure is that
// of scalar_special_f64.h. The polynomial coefficients are from bench/ulp/minimax.py.
#ifndef NOVA_RUNTIME_SCALAR_SPECIAL_F32_H
#define NOVA_RUNTIME_SCALAR_SPECIAL_F32_H

#ifndef NOVA_RUNTIME_SCALAR_EXPLOG_F32_H
#include "runtime/scalar/scalar_explog_f32.h"
#endif

// ---- Error functions

// Returns 2 / sqrt(pi), the slope of erf at 0, as a pair.
NV_FN nv_ff nv_erf_slope_f32(void) {
  nv_ff two_over_sqrt_pi = {0x1.20dd76p+0f, -0x1.f7ac92p-25f};
  return two_over_sqrt_pi;
}

// Returns erf(x) for |x| <= 1/2 as a pair: x (2/sqrt(pi) + x^2 p(x^2)). The polynomial p causes a relative error of 2^-33.4.
NV_FN nv_ff nv_erf_lower_f32(float x) {
  float z = x * x;
  float p = -0x1.8b144ep-11f;
  p = nv_fma_f32(p, z, 0x1.5423bp-8f);
  p = nv_fma_f32(p, z, -0x1.b8165ap-6f);
  p = nv_fma_f32(p, z, 0x1.ce2eb8p-4f);
  p = nv_fma_f32(p, z, -0x1.812746p-2f);
  nv_ff line = nv_mul_ff_f32(nv_erf_slope_f32(), x);
  return nv_quick_sum_f32(line.hi, nv_fma_f32(p, x * z, line.lo));
}

// Returns exp(a^2) erfc(a) (1 + 2a) for 1/2 <= a <= 10.1 as a pair. It is a polynomial in t = (a - 2) / (a + 2), whose
// error is 2^-30.3.
NV_FN nv_ff nv_erfcx_f32(float a) {
  nv_ff q = nv_div_ff(nv_two_sum_f32(a, -2.0f), nv_two_sum_f32(a, 2.0f));
  float t = q.hi;
  float p = 0x1.ec952p-13f;
  p = nv_fma_f32(p, t, -0x1.52ebfap-12f);
  p = nv_fma_f32(p, t, -0x1.8570cep-10f);
  p = nv_fma_f32(p, t, 0x1.4139c6p-10f);
  p = nv_fma_f32(p, t, 0x1.1e20d4p-7f);
  p = nv_fma_f32(p, t, -0x1.07058ap-7f);
  p = nv_fma_f32(p, t, -0x1.bc2e0cp-5f);
  p = nv_fma_f32(p, t, 0x1.4ff9ep-3f);
  p = nv_fma_f32(p, t, -0x1.5407b8p-3f);
  p = nv_fma_f32(p, t, -0x1.7bf5eap-4f);
  return nv_quick_sum_f32(0x1.46e80ep+0f,
                          nv_fma_f32(p, t, nv_fma_f32(-0x1.7bf5eap-4f, q.lo, 0x1.083db0p-27f)));
}

// Returns n and, in the member r, the pair erfc(a) / 2^n. Requires 1/2 <= a <= 10.1. The factor exp(-a^2) is computed from the
// exact square of a.
NV_FN nv_exp_arg_f32 nv_erfc_upper_f32(float a) {
  nv_exp_arg_f32 e = nv_exp_reduce_f32(nv_negated_ff(nv_two_prod_f32(a, a)));
  nv_ff power = nv_add_ff_f32(nv_expm1_core_f32(e.r), 1.0f);
  e.r = nv_div_ff(nv_mul_ff(nv_erfcx_f32(a), power), nv_two_sum_f32(1.0f, 2.0f * a));
  return e;
}

// Returns erf(x). For |x| >= 1/2 it is 1 - erfc(|x|), with the sign of x. From |x| = 4 on the result is rounded to 1.
NV_FN float nv_erf_f32(float x) {
  float a = nv_abs_f32(x);
  nv_exp_arg_f32 c = nv_erfc_upper_f32(a > 4.0f ? 4.0f : a < 0.5f ? 0.5f : a);
  nv_ff one = {1.0f, 0.0f};
  float upper = nv_sum_ff(one, nv_negated_ff(nv_scaled_ff(c.r, nv_pow2_f32(c.n))));
  // For |x| < 2^-80 the low part of the pair would be subnormal. There 2 x / sqrt(pi) is precise enough. It is computed with
  // |x| multiplied by 2^40.
  float line = nv_mul_ff_f32(nv_erf_slope_f32(), a * 0x1p40f).hi * 0x1p-40f;
  float y = a < 0x1p-80f ? line : a < 0.5f ? nv_erf_lower_f32(a).hi : upper;
  return nv_canon_f32(nv_flip_f32(y, nv_sign_f32(x)));
}

// Returns erfc(x) = 1 - erf(x). `right` is the result for x >= 1/2, where erfc(x) has its own polynomial. `left` is the result
// for x <= -1/2: 2 - erfc(-x). From x = 10.1 on erfc(x) underflows to 0.
NV_FN float nv_erfc_f32(float x) {
  float a = nv_abs_f32(x);
  nv_exp_arg_f32 c = nv_erfc_upper_f32(a > 10.1f ? 10.1f : a < 0.5f ? 0.5f : a);
  nv_ff one = {1.0f, 0.0f}, two = {2.0f, 0.0f};
  float right = nv_scale_f32(c.r.hi, c.n);
  float left = nv_sum_ff(two, nv_negated_ff(nv_scaled_ff(c.r, nv_pow2_f32(c.n < -50 ? -50 : c.n))));
  float outer = x < 0.0f ? left : right;
  return nv_canon_f32(a < 0.5f ? nv_sum_ff(one, nv_negated_ff(nv_erf_lower_f32(x))) : outer);
}

// ---- Cube root and hypotenuse

// Returns the cube root of u, which must be in [1, 8). A cubic polynomial approximates it with a relative error of 2^-7.3. Then
// follow one step of Halley's method and one step of Newton's method, with an exact remainder.
NV_FN float nv_cbrt_core_f32(float u) {
  float p = 0x1.0c10bap-9f;
  p = nv_fma_f32(p, u, -0x1.464af8p-5f);
  p = nv_fma_f32(p, u, 0x1.686ep-2f);
  p = nv_fma_f32(p, u, 0x1.62c96ep-1f);
  float cube = p * p * p, t = p * (cube + 2.0f * u) / (2.0f * cube + u);
  nv_ff rest = nv_mul_ff_f32(nv_two_prod_f32(t, t), t);
  return t - ((rest.hi - u) + rest.lo) / (3.0f * t * t);
}

// Returns the cube root of x. With |x| = 8^q u and u in [1, 8), it is 2^q times the cube root of u.
NV_FN float nv_cbrt_f32(float x) {
  float a = nv_abs_f32(x);
  int tiny = a < 0x1p-126f;
  nv_u32 bits = nv_bits_f32(tiny ? a * 0x1p24f : a);
  nv_u32 exponent = (bits >> 23) + 2u, third = exponent / 3u;
  float u = nv_from_bits_f32((bits & 0x7fffffu) | ((127u + exponent - 3u * third) << 23));
  float y = nv_cbrt_core_f32(u) * nv_pow2_f32((nv_i32)third - (tiny ? 51 : 43));
  return nv_canon_f32(a == 0.0f || !(a < nv_inf_f32()) ? x : nv_flip_f32(y, nv_sign_f32(x)));
}

// Returns sqrt(x^2 + y^2). Both are divided by the power of two in the larger one, so that squares cannot overflow. Infinite if
// x or y is infinite, even if the other one is NaN.
NV_FN float nv_hypot_f32(float x, float y) {
  float a = nv_abs_f32(x), b = nv_abs_f32(y), inf = nv_inf_f32(), large = a > b ? a : b;
  nv_i32 exponent = (nv_i32)(nv_bits_f32(large) >> 23) - 127;
  float sx = nv_scale_f32(a, -exponent), sy = nv_scale_f32(b, -exponent);
  nv_ff square = nv_add_ff(nv_two_prod_f32(sx, sx), nv_two_prod_f32(sy, sy));
  float h = nv_scale_f32(nv_sqrt_ff(square).hi, exponent);
  h = a == inf || b == inf ? inf : x != x || y != y ? nv_nan_f32() : large == 0.0f ? 0.0f : h;
  return nv_canon_f32(h);
}

#endif
