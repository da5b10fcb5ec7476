// Exponentials, logarithms, powers and hyperbolic functions in double, with errors well below 1 ulp. All are based on
// polynomials for two functions: exp(r) on |r| <= ln(2)/2, and log(m) on [sqrt(1/2), sqrt(2)]. exp(r) - 1 and log(m) are
// also computed as pairs, for functions that need more precision. The coefficients are from bench/ulp/minimax.py.
#ifndef NOVA_RUNTIME_SCALAR_EXPLOG_F64_H
#define NOVA_RUNTIME_SCALAR_EXPLOG_F64_H

#ifndef NOVA_RUNTIME_SCALAR_MATH_BASE_H
#include "runtime/scalar/scalar_math_base.h"
#endif

// ---- Exponentials

// The result of the argument reduction of exp: x = n ln(2) + r, where |r| is at most slightly above ln(2)/2.
typedef struct {
  nv_dd r;
  nv_i32 n;
} nv_exp_arg_f64;

// Reduces x by Cody and Waite's method. x.hi must be in [-800, 800] or NaN. ln(2) is used in two parts. The first
// one has 42 bits, so that its product with n is exact.
NV_FN nv_exp_arg_f64 nv_exp_reduce_f64(nv_dd x) {
  nv_nearest_pair_f64 n = nv_nearest_f64(x.hi * 0x1.71547652b82fep+0);
  double t = nv_fma_f64(n.real, -0x1.62e42fefa3800p-1, x.hi);
  double p = n.real * 0x1.ef35793c76730p-45;
  nv_exp_arg_f64 result = {nv_two_sum_f64(t, x.lo - p), n.integer};
  return result;
}

// Returns (exp(r) - 1 - r - r^2/2) / r^3 for |r| <= 0.3469. This polynomial gives exp(r) a relative error of 2^-63.8.
NV_FN double nv_exp_tail_f64(double r) {
  double p = 0x1.1f8bd99d1b7c7p-29;
  p = nv_fma_f64(p, r, 0x1.af6ee586ebd03p-26);
  p = nv_fma_f64(p, r, 0x1.27e4cc1405417p-22);
  p = nv_fma_f64(p, r, 0x1.71ddee3ecd7a3p-19);
  p = nv_fma_f64(p, r, 0x1.a01a01ad7d6bp-16);
  p = nv_fma_f64(p, r, 0x1.a01a01b455d91p-13);
  p = nv_fma_f64(p, r, 0x1.6c16c16c15p-10);
  p = nv_fma_f64(p, r, 0x1.111111110e9dep-7);
  p = nv_fma_f64(p, r, 0x1.5555555555558p-5);
  return nv_fma_f64(p, r, 0x1.555555555555cp-3);
}

// Returns exp(r) for |r| <= 0.3469, rounded once at the end.
NV_FN double nv_exp_core_f64(nv_dd r) {
  double square = r.hi * r.hi;
  double tail = nv_fma_f64(nv_exp_tail_f64(r.hi), r.hi, 0.5) * square;
  nv_dd s = nv_quick_sum_f64(1.0, r.hi);
  return s.hi + (s.lo + (nv_fma_f64(r.lo, r.hi, r.lo) + tail));
}

// Returns exp(r) - 1 for |r| <= 0.3469, as a pair with a precision of about 60 bits.
NV_FN nv_dd nv_expm1_core_f64(nv_dd r) {
  nv_dd square = nv_two_prod_f64(r.hi, r.hi);
  double cube = nv_exp_tail_f64(r.hi) * (r.hi * square.hi);
  nv_dd s = nv_quick_sum_f64(r.hi, 0.5 * square.hi);
  double lo = nv_fma_f64(0.5, square.lo, nv_fma_f64(r.lo, r.hi, r.lo));
  return nv_quick_sum_f64(s.hi, s.lo + (lo + cube));
}

// Returns exp(x) for a pair x, as a single double. Requires that |x.lo| is far below 1.
NV_FN double nv_exp_dd(nv_dd x) {
  nv_dd bounded = {x.hi > 710.0    ? 710.0
                   : x.hi < -746.0 ? -746.0
                                   : x.hi,
                   x.hi > 710.0 || x.hi < -746.0 ? 0.0 : x.lo};
  nv_exp_arg_f64 a = nv_exp_reduce_f64(bounded);
  return nv_scale_f64(nv_exp_core_f64(a.r), a.n);
}

// Returns exp(x). If exp(x) overflows or x is NaN, the polynomial gives some number, which the last two lines replace.
NV_FN double nv_exp_f64(double x) {
  nv_dd bounded = {nv_at_least_f64(x, -746.0), 0.0};
  nv_exp_arg_f64 a = nv_exp_reduce_f64(bounded);
  double y = nv_scale_unit_f64(nv_exp_core_f64(a.r), a.n);
  y = x > 0x1.62e42fefa39efp+9 ? nv_inf_f64() : y;
  return x == x ? y : nv_nan_f64();
}

// Returns 2^x.
NV_FN double nv_exp2_f64(double x) {
  double bounded = x > 1025.0 ? 1025.0 : x < -1080.0 ? -1080.0 : x;
  nv_nearest_pair_f64 n = nv_nearest_f64(bounded);
  nv_dd ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
  return nv_canon_f64(nv_scale_f64(nv_exp_core_f64(nv_mul_dd_f64(ln2, bounded - n.real)), n.integer));
}

// Returns n and, in the member r, the pair (exp(x) - 1) / 2^n. With x = n ln(2) + r this is (1 - 2^-n) + (exp(r) - 1).
// Requires |x| <= 710.
NV_FN nv_exp_arg_f64 nv_expm1_pair_f64(double x) {
  nv_dd pair = {x, 0.0};
  nv_exp_arg_f64 a = nv_exp_reduce_f64(pair);
  nv_dd shift = nv_two_sum_f64(1.0, -nv_pow2_f64(a.n > 1000 ? -1000 : -a.n));
  a.r = nv_add_dd(shift, nv_expm1_core_f64(a.r));
  return a;
}

// Returns exp(x) - 1.
NV_FN double nv_expm1_f64(double x) {
  double bounded = x > 710.0 ? 710.0 : x < -40.0 ? -40.0 : x;
  nv_exp_arg_f64 e = nv_expm1_pair_f64(bounded);
  double y = nv_scale_f64(e.r.hi, e.n);
  return nv_canon_f64(nv_abs_f64(x) < 0x1p-54 ? x : y);
}

// ---- Hyperbolic functions

// Returns exp(x) - 1 as a pair. Requires 0 <= x <= 40.
NV_FN nv_dd nv_expm1_dd(double x) {
  nv_exp_arg_f64 e = nv_expm1_pair_f64(x);
  return nv_scaled_dd(e.r, nv_pow2_f64(e.n));
}

// Returns exp(x) / 2, which is sinh(x) and cosh(x) for x >= 40: there exp(-x) is below the rounding error.
NV_FN double nv_half_exp_f64(double x) {
  nv_dd pair = {x > 712.0 ? 712.0 : x, 0.0};
  nv_exp_arg_f64 a = nv_exp_reduce_f64(pair);
  return nv_scale_f64(nv_exp_core_f64(a.r), a.n - 1);
}

// Returns sinh(x). With e = exp(|x|) - 1, sinh(|x|) = (e + e / (e + 1)) / 2.
NV_FN double nv_sinh_f64(double x) {
  double a = nv_abs_f64(x);
  nv_dd e = nv_expm1_dd(a > 40.0 ? 40.0 : a);
  nv_dd s = nv_add_dd(e, nv_div_dd(e, nv_add_dd_f64(e, 1.0)));
  double y = a > 40.0 ? nv_half_exp_f64(a) : 0.5 * s.hi;
  return nv_canon_f64(a < 0x1p-28 ? x : nv_flip_f64(y, nv_sign_f64(x)));
}

// Returns cosh(x). With e = exp(|x|), cosh(x) = (e + 1 / e) / 2.
NV_FN double nv_cosh_f64(double x) {
  double a = nv_abs_f64(x);
  nv_dd e = nv_add_dd_f64(nv_expm1_dd(a > 40.0 ? 40.0 : a), 1.0), one = {1.0, 0.0};
  nv_dd s = nv_add_dd(e, nv_div_dd(one, e));
  return nv_canon_f64(a > 40.0 ? nv_half_exp_f64(a) : 0.5 * s.hi);
}

// Returns tanh(x). With e = exp(2|x|) - 1, tanh(|x|) = e / (e + 2).
NV_FN double nv_tanh_f64(double x) {
  double a = nv_abs_f64(x);
  nv_dd e = nv_expm1_dd(a > 20.0 ? 40.0 : 2.0 * a);
  nv_dd t = nv_div_dd(e, nv_add_dd_f64(e, 2.0));
  return nv_canon_f64(a < 0x1p-28 ? x : nv_flip_f64(t.hi, nv_sign_f64(x)));
}

// ---- Logarithms

// The result of the argument reduction of log: x = 2^k m, where m is in [sqrt(1/2), sqrt(2)].
typedef struct {
  double m;
  nv_i32 k;
} nv_log_arg_f64;

// Reduces x, which must be positive and finite; any other x gives some k and m. A small x, which may be subnormal, is first
// multiplied by 2^54.
NV_FN nv_log_arg_f64 nv_log_reduce_f64(double x) {
  nv_u64 up = x < 0x1p-1000 ? 54u : 0u, bits = nv_bits_f64(x * nv_from_bits_f64(0x3ff0000000000000ull + (up << 52)));
  nv_i32 k = (nv_i32)((bits + (0x3ff0000000000000ull - 0x3fe6a09e667f3bcdull)) >> 52) - 1023;
  nv_log_arg_f64 a = {nv_from_bits_f64(bits - ((nv_u64)(nv_u32)k << 52)), k - (nv_i32)up};
  return a;
}

// Returns 2 (atanh(s)/s - 1) / z for z = s^2 <= 0.02947. This polynomial gives the logarithm a relative error of 2^-66.9.
NV_FN double nv_log_tail_f64(double z) {
  double p = 0x1.67f8176a410fap-4;
  p = nv_fma_f64(p, z, 0x1.f03b1354c6c2ep-4);
  p = nv_fma_f64(p, z, 0x1.109baea578761p-3);
  p = nv_fma_f64(p, z, 0x1.3b178d19d09b2p-3);
  p = nv_fma_f64(p, z, 0x1.745d048d9e2b5p-3);
  p = nv_fma_f64(p, z, 0x1.c71c71fc8db1dp-3);
  p = nv_fma_f64(p, z, 0x1.2492492467131p-2);
  p = nv_fma_f64(p, z, 0x1.9999999999bcep-2);
  return nv_fma_f64(p, z, 0x1.5555555555555p-1);
}

// Returns 2 (atanh(s)/s - 1 - z/3 - z^2/5) / z^3 for z = s^2 <= 0.02947. This polynomial gives the logarithm a relative error
// of 2^-84.
NV_FN double nv_logdd_tail_f64(double z) {
  double p = 0x1.94b14c5065507p-4;
  p = nv_fma_f64(p, z, 0x1.83681d14a6d9ap-4);
  p = nv_fma_f64(p, z, 0x1.af39bcbf0c42ep-4);
  p = nv_fma_f64(p, z, 0x1.e1e1c6a4a102ap-4);
  p = nv_fma_f64(p, z, 0x1.11111072e9d44p-3);
  p = nv_fma_f64(p, z, 0x1.3b13b13f6f15p-3);
  p = nv_fma_f64(p, z, 0x1.745d1745c4f68p-3);
  p = nv_fma_f64(p, z, 0x1.c71c71c71c82fp-3);
  return nv_fma_f64(p, z, 0x1.2492492492492p-2);
}

// Returns log(m) as a pair with a precision of about 70 bits. It is 2 atanh(s) with s = (m - 1) / (m + 1). The coefficients
// 2/3 of s^3 and 2/5 of s^5 are pairs.
NV_FN nv_dd nv_log_core_dd(nv_dd m) {
  nv_dd two_thirds = {0x1.5555555555555p-1, 0x1.5555555555555p-55};
  nv_dd two_fifths = {0x1.999999999999ap-2, -0x1.999999999999ap-56};
  nv_dd s = nv_div_dd(nv_quick_sum_f64(m.hi - 1.0, m.lo), nv_add_dd_f64(m, 1.0));
  nv_dd z = nv_mul_dd(s, s);
  nv_dd w = nv_quick_sum_f64(two_fifths.hi, nv_fma_f64(nv_logdd_tail_f64(z.hi), z.hi, two_fifths.lo));
  w = nv_add_dd(two_thirds, nv_mul_dd(z, w));
  return nv_add_dd(nv_scaled_dd(s, 2.0), nv_mul_dd(nv_mul_dd(s, z), w));
}

// Returns log(x) + extra * ln(2) as a pair. Requires x > 0.
NV_FN nv_dd nv_log_dd(nv_dd x, nv_i32 extra) {
  nv_log_arg_f64 a = nv_log_reduce_f64(x.hi);
  // The low part is divided by 2^k. That power must be a normal number, so k is limited to -1000 .. 1000. Callers have a low
  // part of 0 if k is below that, and a negligible one if it is above.
  nv_i32 at_most = a.k > 1000 ? 1000 : a.k, bounded = at_most < -1000 ? -1000 : at_most;
  nv_dd m = {a.m, x.lo * nv_pow2_f64(-bounded)};
  double k = (double)(a.k + extra);
  nv_dd ln2 = nv_quick_sum_f64(k * 0x1.62e42fefa3800p-1, k * 0x1.ef35793c76730p-45);
  return nv_add_dd(ln2, nv_log_core_dd(m));
}

// Returns the logarithm of x, given its value y for positive finite x, which must not be NaN. Gives +infinity for +infinity,
// -infinity for zeros, and NaN for negative numbers and NaN.
NV_FN double nv_log_special_f64(double x, double y) {
  y = x == nv_inf_f64() ? x : y;
  y = x == 0.0 ? -nv_inf_f64() : y;
  return x >= 0.0 ? y : nv_nan_f64();
}

// Returns the natural logarithm of x. With m = 1 + f and s = f / (2 + f), it is k ln(2) + 2 atanh(s). `rest` is the rounding
// error of s.
NV_FN double nv_log_f64(double x) {
  nv_log_arg_f64 a = nv_log_reduce_f64(x);
  double f = a.m - 1.0, k = (double)a.k, d = 2.0 + f, s = f / d;
  double rest = nv_fma_f64(-s, f - (d - 2.0), nv_fma_f64(-s, d, f)) / d, z = s * s;
  nv_dd sum = nv_quick_sum_f64(k * 0x1.62e42fefa3800p-1, 2.0 * s);
  double tail = nv_fma_f64(s * z, nv_log_tail_f64(z), 2.0 * rest);
  return nv_log_special_f64(x, sum.hi + (sum.lo + nv_fma_f64(k, 0x1.ef35793c76730p-45, tail)));
}

// Returns the logarithm of x to base 2: k + log(m) log2(e).
NV_FN double nv_log2_f64(double x) {
  nv_log_arg_f64 a = nv_log_reduce_f64(x);
  nv_dd m = {a.m, 0.0}, log2_e = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
  return nv_log_special_f64(x, nv_add_dd_f64(nv_mul_dd(nv_log_core_dd(m), log2_e), (double)a.k).hi);
}

// Returns the logarithm of x to base 10: k log10(2) + log(m) log10(e).
NV_FN double nv_log10_f64(double x) {
  nv_log_arg_f64 a = nv_log_reduce_f64(x);
  nv_dd m = {a.m, 0.0}, log10_e = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
  double k = (double)a.k;
  nv_dd whole = nv_quick_sum_f64(k * 0x1.34413509f7800p-2, k * 0x1.fef311f12b358p-46);
  return nv_log_special_f64(x, nv_add_dd(whole, nv_mul_dd(nv_log_core_dd(m), log10_e)).hi);
}

// Returns log(1 + x).
NV_FN double nv_log1p_f64(double x) {
  double y = nv_log_dd(nv_two_sum_f64(1.0, x), 0).hi;
  return nv_abs_f64(x) < 0x1p-54 ? nv_canon_f64(x) : nv_log_special_f64(1.0 + x, y);
}

// ---- Inverse hyperbolic functions

// Returns asinh(x). asinh(|x|) is log(|x| + sqrt(x^2 + 1)). Below 2^-20 it is computed by its series, and above 2^60 as
// log(2|x|).
NV_FN double nv_asinh_f64(double x) {
  double a = nv_abs_f64(x), b = a > 0x1p60 ? 1.0 : a;
  nv_dd root = nv_sqrt_dd(nv_add_dd_f64(nv_two_prod_f64(b, b), 1.0)), big = {a, 0.0};
  nv_dd sum = nv_add_dd_f64(root, b);
  double y = nv_log_dd(a > 0x1p60 ? big : sum, a > 0x1p60 ? 1 : 0).hi;
  y = a < 0x1p-20 ? nv_fma_f64(a * a * a, -1.0 / 6.0, a) : y;
  return nv_canon_f64(a < 0x1p-28 || a == nv_inf_f64() ? x : nv_flip_f64(y, nv_sign_f64(x)));
}

// Returns acosh(x) = log(x + sqrt(x^2 - 1)), above 2^60 computed as log(2x); NaN for x < 1.
NV_FN double nv_acosh_f64(double x) {
  double b = x > 0x1p60 ? 2.0 : x;
  nv_dd root = nv_sqrt_dd(nv_add_dd_f64(nv_two_prod_f64(b, b), -1.0)), big = {x, 0.0};
  nv_dd sum = nv_add_dd_f64(root, b);
  double y = nv_log_dd(x > 0x1p60 ? big : sum, x > 0x1p60 ? 1 : 0).hi;
  y = x == 1.0 ? 0.0 : x < 1.0 ? nv_nan_f64() : y;
  return nv_canon_f64(x == nv_inf_f64() ? x : y);
}

// Returns atanh(x). atanh(|x|) is log((1 + |x|) / (1 - |x|)) / 2. Below 2^-20 it is computed by its series. Infinite for
// |x| = 1, and NaN for |x| > 1.
NV_FN double nv_atanh_f64(double x) {
  double a = nv_abs_f64(x), b = a < 1.0 ? a : 0.5;
  double y = 0.5 * nv_log_dd(nv_div_dd(nv_two_sum_f64(1.0, b), nv_two_sum_f64(1.0, -b)), 0).hi;
  y = a < 0x1p-20 ? nv_fma_f64(a * a * a, 1.0 / 3.0, a) : y;
  y = a == 1.0 ? nv_inf_f64() : a > 1.0 ? nv_nan_f64() : y;
  return nv_canon_f64(a < 0x1p-28 || x != x ? x : nv_flip_f64(y, nv_sign_f64(x)));
}

// ---- Powers

// Returns a^y for a = |x|, given its value p in the general case. The special cases are a = 0, a = 1, infinite a, and infinite
// y (C, annex F.10.4.4). The caller handles y = 0, NaN, and the sign of the result.
NV_FN double nv_pow_special_f64(double a, double y, double p) {
  double inf = nv_inf_f64(), falling = y < 0.0 ? inf : 0.0, rising = y < 0.0 ? 0.0 : inf;
  p = a == 0.0 ? falling : p;
  p = a == inf ? rising : p;
  p = nv_abs_f64(y) == inf ? (a > 1.0 ? rising : falling) : p;
  return a == 1.0 ? 1.0 : p;
}

// Returns x^y. |x|^y is exp(y log(|x|)). y is limited to -2^65 .. 2^65. Beyond these bounds the
// result overflows or underflows anyway, since |log(|x|)| is at least 2^-54 unless |x| is 1. For x < 0 the result is
// negative if y is odd, and NaN if y is no integer and x is finite.
NV_FN double nv_pow_f64(double x, double y) {
  double a = nv_abs_f64(x), bound = y > 0x1p65 ? 0x1p65 : y < -0x1p65 ? -0x1p65 : y;
  nv_dd pair = {a, 0.0};
  double p = nv_pow_special_f64(a, y, nv_exp_dd(nv_mul_dd_f64(nv_log_dd(pair, 0), bound)));
  double size = nv_abs_f64(y), half = 0.5 * size, unless_whole = a == nv_inf_f64() ? p : nv_nan_f64();
  nv_u64 odd = nv_whole_f64(half) == half ? 0u : nv_sign_f64(x);
  int whole = nv_whole_f64(size) == size;
  p = x < 0.0 ? (whole ? p : unless_whole) : p;
  p = x == x ? p : x;
  p = nv_canon_f64(nv_flip_f64(y == y ? p : y, whole ? odd : 0u));
  p = x == 1.0 ? 1.0 : p;
  return y == 0.0 ? 1.0 : p;
}

#endif
