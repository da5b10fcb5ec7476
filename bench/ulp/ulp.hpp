// Errors in units in the last place. The ulp is that of the exact value (of the least normal number below
// it), and an infinity counts as the power of two after the largest number.
#pragma once

#include <mpfr.h>

namespace nova::ulp {

/// |got - exact| in ulps of float. A wrong NaN, a NaN that is not canonical, or a zero or infinity of the
/// wrong sign gives infinity. `exact` may be off by about 2^-29 of these ulps.
double error_f32(float got, double exact);

/// |got - exact| in ulps of double; `exact` has at least 100 bits.
double error_f64(double got, mpfr_srcptr exact);

} // namespace nova::ulp
