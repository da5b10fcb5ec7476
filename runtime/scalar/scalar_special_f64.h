// Error functions, cube root and hypotenuse in double, with errors well below 1 ulp. The polynomial coefficients are from
// bench/ulp/minimax.py.
#ifndef NOVA_RUNTIME_SCALAR_SPECIAL_F64_H
#define NOVA_RUNTIME_SCALAR_SPECIAL_F64_H

#ifndef NOVA_RUNTIME_SCALAR_EXPLOG_F64_H
#include "runtime/scalar/scalar_explog_f64.h"
#endif

// ---- Error functions

// Returns 2 / sqrt(pi), the slope of erf at 0, as a pair.
NV_FN nv_dd nv_erf_slope_f64(void) {
  nv_dd two_over_sqrt_pi = {0x1.20dd750429b6dp+0, 0x1.1ae3a914fed80p-56};
  return two_over_sqrt_pi;
}

// Returns erf(x) for |x| <= 1/2 as a pair: x (2/sqrt(pi) + x^2 p(x^2)). The polynomial p causes a relative error of 2^-63.6.
NV_FN nv_dd nv_erf_lower_f64(double x) {
  double z = x * x;
  double p = -0x1.3c08d39e5cb0ap-23;
  p = nv_fma_f64(p, z, 0x1.b7c31642eeec1p-20);
  p = nv_fma_f64(p, z, -0x1.f4c054de95efap-17);
  p = nv_fma_f64(p, z, 0x1.f9a2ce8d0d539p-14);
  p = nv_fma_f64(p, z, -0x1.c02db306f9a16p-11);
  p = nv_fma_f64(p, z, 0x1.565bcd0d0169fp-8);
  p = nv_fma_f64(p, z, -0x1.b82ce3128781cp-6);
  p = nv_fma_f64(p, z, 0x1.ce2f21a042c0ap-4);
  p = nv_fma_f64(p, z, -0x1.812746b0379e7p-2);
  nv_dd line = nv_mul_dd_f64(nv_erf_slope_f64(), x);
  return nv_quick_sum_f64(line.hi, nv_fma_f64(p, x * z, line.lo));
}

// Returns exp(a^2) erfc(a) (1 + 2a) for 1/2 <= a <= 27.4 as a pair. It is a polynomial in t = (a - 3) / (a + 3), whose
// error is 2^-57.3.
NV_FN nv_dd nv_erfcx_f64(double a) {
  nv_dd q = nv_div_dd(nv_two_sum_f64(a, -3.0), nv_two_sum_f64(a, 3.0));
  double t = q.hi;
  double p = -0x1.003655f06834bp-26;
  p = nv_fma_f64(p, t, 0x1.827dd87f1f53ap-26);
  p = nv_fma_f64(p, t, 0x1.da703095108acp-24);
  p = nv_fma_f64(p, t, -0x1.02f39cbeb8a4cp-23);
  p = nv_fma_f64(p, t, -0x1.5162198adb96fp-21);
  p = nv_fma_f64(p, t, 0x1.70f08076f9f87p-22);
  p = nv_fma_f64(p, t, 0x1.d32d44cb0c9b5p-19);
  p = nv_fma_f64(p, t, -0x1.85ef973183371p-21);
  p = nv_fma_f64(p, t, -0x1.514a6054befd9p-16);
  p = nv_fma_f64(p, t, 0x1.4c110946cd613p-18);
  p = nv_fma_f64(p, t, 0x1.065ab3994bdc9p-13);
  p = nv_fma_f64(p, t, -0x1.b9123fbdd2599p-14);
  p = nv_fma_f64(p, t, -0x1.98db561ab2a3ep-11);
  p = nv_fma_f64(p, t, 0x1.ef1bdceed3cf4p-10);
  p = nv_fma_f64(p, t, 0x1.4b884e636ed14p-9);
  p = nv_fma_f64(p, t, -0x1.8574c40b756a8p-6);
  p = nv_fma_f64(p, t, 0x1.17ca2877e3976p-4);
  p = nv_fma_f64(p, t, -0x1.e88b803a49efcp-4);
  p = nv_fma_f64(p, t, 0x1.098366a5b496dp-3);
  p = nv_fma_f64(p, t, -0x1.85a15c58aa57cp-5);
  p = nv_fma_f64(p, t, -0x1.15c084bb9e8f8p-3);
  return nv_quick_sum_f64(0x1.40c522d7e4987p+0,
                          nv_fma_f64(p, t, nv_fma_f64(-0x1.15c084bb9e8f8p-3, q.lo, 0x1.8b771ff10c054p-55)));
}

// Returns n and, in the member r, the pair erfc(a) / 2^n. Requires 1/2 <= a <= 27.4. The factor exp(-a^2) is computed from the
// exact square of a.
NV_FN nv_exp_arg_f64 nv_erfc_upper_f64(double a) {
  nv_exp_arg_f64 e = nv_exp_reduce_f64(nv_negated_dd(nv_two_prod_f64(a, a)));
  nv_dd power = nv_add_dd_f64(nv_expm1_core_f64(e.r), 1.0);
  e.r = nv_div_dd(nv_mul_dd(nv_erfcx_f64(a), power), nv_two_sum_f64(1.0, 2.0 * a));
  return e;
}

// Returns erf(x). For |x| >= 1/2 it is 1 - erfc(|x|), with the sign of x. From |x| = 6 on the result is rounded to 1.
NV_FN double nv_erf_f64(double x) {
  double a = nv_abs_f64(x);
  nv_exp_arg_f64 c = nv_erfc_upper_f64(a > 6.0 ? 6.0 : a < 0.5 ? 0.5 : a);
  nv_dd one = {1.0, 0.0};
  double upper = nv_sum_dd(one, nv_negated_dd(nv_scaled_dd(c.r, nv_pow2_f64(c.n))));
  // For |x| < 2^-900 the low part of the pair would be subnormal. There 2 x / sqrt(pi) is precise enough. It is computed with
  // |x| multiplied by 2^100.
  double line = nv_mul_dd_f64(nv_erf_slope_f64(), a * 0x1p100).hi * 0x1p-100;
  double y = a < 0x1p-900 ? line : a < 0.5 ? nv_erf_lower_f64(a).hi : upper;
  return nv_canon_f64(nv_flip_f64(y, nv_sign_f64(x)));
}

// Returns erfc(x) = 1 - erf(x). `right` is the result for x >= 1/2, where erfc(x) has its own polynomial. `left` is the result
// for x <= -1/2: 2 - erfc(-x). From x = 27.4 on erfc(x) underflows to 0.
NV_FN double nv_erfc_f64(double x) {
  double a = nv_abs_f64(x);
  nv_exp_arg_f64 c = nv_erfc_upper_f64(a > 27.4 ? 27.4 : a < 0.5 ? 0.5 : a);
  nv_dd one = {1.0, 0.0}, two = {2.0, 0.0};
  double right = nv_scale_f64(c.r.hi, c.n);
  double left = nv_sum_dd(two, nv_negated_dd(nv_scaled_dd(c.r, nv_pow2_f64(c.n < -100 ? -100 : c.n))));
  double outer = x < 0.0 ? left : right;
  return nv_canon_f64(a < 0.5 ? nv_sum_dd(one, nv_negated_dd(nv_erf_lower_f64(x))) : outer);
}

// ---- Cube root and hypotenuse

// Returns the cube root of u, which must be in [1, 8). A cubic polynomial approximates it with a relative error of 2^-7.3. Then
// follow two steps of Halley's method and one step of Newton's method, with an exact remainder.
NV_FN double nv_cbrt_core_f64(double u) {
  double p = 0x1.0c10b59b2443fp-9;
  p = nv_fma_f64(p, u, -0x1.464af4d5eb726p-5);
  p = nv_fma_f64(p, u, 0x1.686dff2bd76ecp-2);
  p = nv_fma_f64(p, u, 0x1.62c96df953f0bp-1);
  double cube = p * p * p, t = p * (cube + 2.0 * u) / (2.0 * cube + u);
  cube = t * t * t;
  t = t * (cube + 2.0 * u) / (2.0 * cube + u);
  nv_dd rest = nv_mul_dd_f64(nv_two_prod_f64(t, t), t);
  return t - ((rest.hi - u) + rest.lo) / (3.0 * t * t);
}

// Returns the cube root of x. With |x| = 8^q u and u in [1, 8), it is 2^q times the cube root of u.
NV_FN double nv_cbrt_f64(double x) {
  double a = nv_abs_f64(x);
  int tiny = a < 0x1p-1022;
  nv_u64 bits = nv_bits_f64(tiny ? a * 0x1p54 : a);
  nv_u32 exponent = (nv_u32)(bits >> 52), third = exponent / 3u;
  double u = nv_from_bits_f64((bits & 0xfffffffffffffull) | ((nv_u64)(1023u + exponent - 3u * third) << 52));
  double y = nv_cbrt_core_f64(u) * nv_pow2_f64((nv_i32)third - (tiny ? 359 : 341));
  return nv_canon_f64(a == 0.0 || !(a < nv_inf_f64()) ? x : nv_flip_f64(y, nv_sign_f64(x)));
}

// Returns sqrt(x^2 + y^2). Both are divided by the power of two in the larger one, so that squares cannot overflow. Infinite if
// x or y is infinite, even if the other one is NaN.
NV_FN double nv_hypot_f64(double x, double y) {
  double a = nv_abs_f64(x), b = nv_abs_f64(y), inf = nv_inf_f64(), large = a > b ? a : b;
  nv_i32 exponent = (nv_i32)(nv_bits_f64(large) >> 52) - 1023;
  double sx = nv_scale_f64(a, -exponent), sy = nv_scale_f64(b, -exponent);
  nv_dd square = nv_add_dd(nv_two_prod_f64(sx, sx), nv_two_prod_f64(sy, sy));
  double h = nv_scale_f64(nv_sqrt_dd(square).hi, exponent);
  h = a == inf || b == inf ? inf : x != x || y != y ? nv_nan_f64() : large == 0.0 ? 0.0 : h;
  return nv_canon_f64(h);
}

#endif
