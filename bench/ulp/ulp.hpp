// Errors in units in the last place. The ulp is that of the exact value (of the least normal number below
// it), and an infinity counts as the power of two after the largest number.
#pragma once

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace nova::ulp {

/// The cases that error_f32 leaves: infinities, NaN, and zeros of the wrong sign.
double special_error_f32(float got, double exact);

/// |got - exact| in ulps of float. A wrong NaN, a NaN that is not canonical, or a zero or infinity of the
/// wrong sign gives infinity. `exact` may be off by about 2^-29 of these ulps.
inline double error_f32(float got, double exact) {
  std::uint64_t bits = std::bit_cast<std::uint64_t>(exact);
  bool sign_differs = (bits >> 63) != (std::bit_cast<std::uint32_t>(got) >> 31);
  if (sign_differs || !(std::fabs(exact) < 0x1p127) || !(std::fabs(got) < 0x1p127f))
    return special_error_f32(got, exact);
  int last = std::max(static_cast<int>(bits >> 52 & 0x7ff) - 1023, -126) - 23;
  return std::fabs(got - exact) * std::bit_cast<double>(static_cast<std::uint64_t>(1023 - last) << 52);
}

/// |got - exact| in ulps of double; `exact` has at least 100 bits.
double error_f64(double got, mpfr_srcptr exact);

} // namespace nova::ulp
