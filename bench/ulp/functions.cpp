#include "functions.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "runtime/scalar/scalar_math.h"

namespace nova::ulp {
namespace {

int mpfr_rint_away(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_round(y, x); }
int mpfr_rint_even(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_rint(y, x, MPFR_RNDN); }
int mpfr_rint_down(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_floor(y, x); }
int mpfr_rint_up(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_ceil(y, x); }
int mpfr_rint_zero(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_trunc(y, x); }

using enum Symmetry;

template <float (*f)(float)> void map_block(const float* x, float* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = f(x[i]);
}

template <double (*f)(double), double x> const double value_at = f(x);

/// f where it does not spend its time on overflow and underflow: beyond [lo, hi] its value in float stays the
/// same.
template <double (*f)(double), double lo, double hi> double bounded(double x) {
  return x < lo ? value_at<f, lo> : x > hi ? value_at<f, hi> : f(x);
}

/// f where it does not spend its time on errno: outside [lo, hi] it is NaN.
template <double (*f)(double), double lo, double hi> double within(double x) {
  return x < lo || x > hi ? std::numeric_limits<double>::quiet_NaN() : f(x);
}

constexpr double inf = std::numeric_limits<double>::infinity();

#define NOVA_UNARY(name, libm, ...)                                                                          \
  Unary { #name, map_block < nv_##name##_f32>, libm, nv_##name##_f64, __VA_ARGS__ }

constexpr std::array unary_table{
    NOVA_UNARY(exp, (bounded<std::exp, -110.0, 110.0>), mpfr_exp, none, -750, 712),
    NOVA_UNARY(exp2, (bounded<std::exp2, -160.0, 140.0>), mpfr_exp2, none, -1080, 1026),
    NOVA_UNARY(expm1, (bounded<std::expm1, -110.0, 110.0>), mpfr_expm1, none, -40, 712),
    NOVA_UNARY(log, (within<std::log, 0.0, inf>), mpfr_log, none, 0.3, 3),
    NOVA_UNARY(log2, (within<std::log2, 0.0, inf>), mpfr_log2, none, 0.3, 3),
    NOVA_UNARY(log10, (within<std::log10, 0.0, inf>), mpfr_log10, none, 0.3, 3),
    NOVA_UNARY(log1p, (within<std::log1p, -1.0, inf>), mpfr_log1p, none, -1, 2),
    NOVA_UNARY(sin, std::sin, mpfr_sin, odd, -10, 10),
    NOVA_UNARY(cos, std::cos, mpfr_cos, even, -10, 10),
    NOVA_UNARY(tan, std::tan, mpfr_tan, odd, -10, 10),
    NOVA_UNARY(asin, (within<std::asin, -1.0, 1.0>), mpfr_asin, odd, -1, 1),
    NOVA_UNARY(acos, (within<std::acos, -1.0, 1.0>), mpfr_acos, none, -1, 1),
    NOVA_UNARY(atan, std::atan, mpfr_atan, odd, -4, 4),
    NOVA_UNARY(sinh, (bounded<std::sinh, -110.0, 110.0>), mpfr_sinh, odd, -50, 50),
    NOVA_UNARY(cosh, (bounded<std::cosh, -110.0, 110.0>), mpfr_cosh, even, -50, 50),
    NOVA_UNARY(tanh, (bounded<std::tanh, -20.0, 20.0>), mpfr_tanh, odd, -20, 20),
    NOVA_UNARY(asinh, std::asinh, mpfr_asinh, odd, -10, 10),
    NOVA_UNARY(acosh, (within<std::acosh, 1.0, inf>), mpfr_acosh, none, 1, 10),
    NOVA_UNARY(atanh, (within<std::atanh, -1.0, 1.0>), mpfr_atanh, odd, -1, 1),
    NOVA_UNARY(erf, (bounded<std::erf, -8.0, 8.0>), mpfr_erf, odd, -6, 6, std::erf),
    NOVA_UNARY(erfc, (bounded<std::erfc, -8.0, 11.0>), mpfr_erfc, none, -6, 27.5, std::erfc),
    NOVA_UNARY(cbrt, std::cbrt, mpfr_cbrt, odd, -30, 30),
    NOVA_UNARY(floor, std::floor, mpfr_rint_down, none, -100, 100),
    NOVA_UNARY(ceil, std::ceil, mpfr_rint_up, none, -100, 100),
    NOVA_UNARY(trunc, std::trunc, mpfr_rint_zero, none, -100, 100),
    NOVA_UNARY(round, std::round, mpfr_rint_away, none, -100, 100),
    NOVA_UNARY(rint, std::rint, mpfr_rint_even, none, -100, 100),
};

#undef NOVA_UNARY

/// y such that x^y is 2^t, t uniform over the exponents of results in double, and in float for x of few bits.
double power_partner(double x, double u) {
  bool narrow = x == static_cast<double>(static_cast<float>(x));
  return (narrow ? 300.0 * u - 160.0 : 2150.0 * u - 1100.0) / std::log2(std::fabs(x));
}

constexpr std::array binary_table{
    Binary{"pow", nv_pow_f32, std::pow, nv_pow_f64, mpfr_pow, 0, 30, -300, 300, power_partner},
    Binary{"atan2", nv_atan2_f32, std::atan2, nv_atan2_f64, mpfr_atan2, -4, 4, -4, 4, nullptr},
    Binary{"hypot", nv_hypot_f32, std::hypot, nv_hypot_f64, mpfr_hypot, -4, 4, -4, 4, nullptr},
};

constexpr std::array special_table{
    0.0, -0.0, inf, -inf, std::numeric_limits<double>::quiet_NaN(),
    // integers, halves, and the last values that have a fraction or are odd
    1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0, 5.0, -5.0, 10.0, 100.0, 1000.0, 1e22, 1e-5, 0.5, -0.5, 1.5,
    -1.5, 2.5, -2.5, 0x1.fffffep-2, 0x1.fffffffffffffp-2, 0x1p22, 0x1.000001p22, 0x1.fffffep22, 0x1p23,
    0x1.fffffep23, 0x1p24, 0x1p52, 0x1.0000000000001p51, 0x1.fffffffffffffp51, 0x1.fffffffffffffp52,
    -0x1.fffffffffffffp52, 0x1p53,
    // ends of the two types
    0x1p-149, -0x1p-149, 0x1p-126, 0x1.fffffcp-127, 0x1.fffffep127, -0x1.fffffep127, 0x1p-1074, -0x1p-1074,
    0x1p-1022, 0x0.fffffffffffffp-1022, 0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023,
    // neighbours of 1
    0x1.000002p0, 0x1.fffffep-1, -0x1.fffffep-1, 0x1.0000000000001p0, 0x1.fffffffffffffp-1,
    -0x1.fffffffffffffp-1,
    // where exp, sinh and erfc overflow, underflow or reach 1
    0x1.62e42ep6, 0x1.62e43p6, -0x1.9fe368p6, -0x1.9fe36ap6, 0x1.62e42fefa39efp9, 0x1.62e42fefa39f0p9,
    -0x1.74910d52d3051p9, -0x1.74910d52d3052p9, 0x1.633ce8fb9f87dp9, 0x1.633ce8fb9f87ep9, 1024.0, -1074.0,
    -1075.0, 128.0, -149.0, -150.0, 10.054, 26.543, 27.226, 0x1p-54, -0x1p-54, 0x1p-27, -0x1p-27,
    // near multiples of pi/2: the nearest doubles and floats, and the worst cases of argument reduction
    0x1.921fb6p-1, 0x1.921fb6p0, 0x1.921fb6p1, 0x1.921fb54442d18p-1, 0x1.921fb54442d18p0, 0x1.921fb54442d18p1,
    0x1.6ac5b262ca1ffp849, 16367173.0 * 0x1p72, 0x1p28, 0x1.0000000000001p28, 0x1p17, 0x1.000002p17, 1e300,
    // worst cases of correct rounding (Lefevre and Muller): exp, log
    7.5417527749959590085206221e-10, 0x1.62a88613629b6p678};

} // namespace

std::span<const Unary> unary_functions() { return unary_table; }
std::span<const Binary> binary_functions() { return binary_table; }
std::span<const double> special_arguments() { return special_table; }

} // namespace nova::ulp
