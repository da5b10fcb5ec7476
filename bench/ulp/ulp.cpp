#include "ulp.hpp"

#include <limits>

namespace nova::ulp {
namespace {

constexpr double wrong = std::numeric_limits<double>::infinity();

} // namespace

double special_error_f32(float got, double exact) {
  if (std::isnan(exact)) return std::bit_cast<std::uint32_t>(got) == 0x7fc00000u ? 0.0 : wrong;
  if (std::isnan(got) || std::signbit(got) != std::signbit(exact)) return wrong;
  if (std::isinf(exact)) return std::isinf(got) ? 0.0 : wrong;
  constexpr double overflow = 0x1.ffffffp127;
  if (std::isinf(got)) return std::fabs(exact) >= overflow ? 0.0 : (0x1p128 - std::fabs(exact)) * 0x1p-104;
  int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(exact) >> 52 & 0x7ff) - 1023;
  int last = std::clamp(exponent, -126, 127) - 23;
  double ulps_per_one = std::bit_cast<double>(static_cast<std::uint64_t>(1023 - last) << 52);
  return std::fabs(got - exact) * ulps_per_one;
}

double error_f64(double got, mpfr_srcptr exact) {
  if (mpfr_nan_p(exact)) return std::bit_cast<std::uint64_t>(got) == 0x7ff8000000000000u ? 0.0 : wrong;
  if (std::isnan(got) || std::signbit(got) != (mpfr_signbit(exact) != 0)) return wrong;
  if (mpfr_inf_p(exact)) return std::isinf(got) ? 0.0 : wrong;
  long exponent = mpfr_zero_p(exact) ? -1022 : std::max<long>(mpfr_get_exp(exact) - 1, -1022);
  if (std::isinf(got) && exponent > 1023) return 0.0;
  mpfr_t difference;
  mpfr_init2(difference, 120);
  if (std::isinf(got)) {
    mpfr_set_si_2exp(difference, std::signbit(got) ? -1 : 1, 1024, MPFR_RNDN);
    mpfr_sub(difference, difference, exact, MPFR_RNDN);
  } else {
    mpfr_d_sub(difference, got, exact, MPFR_RNDN);
  }
  mpfr_mul_2si(difference, difference, 52 - std::min<long>(exponent, 1023), MPFR_RNDN);
  double error = std::fabs(mpfr_get_d(difference, MPFR_RNDN));
  mpfr_clear(difference);
  bool rounds_to_inf = std::isinf(got) && error <= 0.5;
  return rounds_to_inf ? 0.0 : error;
}

} // namespace nova::ulp
