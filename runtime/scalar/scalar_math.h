// Nova's maths functions. All tiers compile this text, so that all tiers give the same bits.
//
//   exp exp2 expm1 log log2 log10 log1p pow sin cos tan asin acos atan atan2
//   sinh cosh tanh asinh acosh atanh erf erfc cbrt hypot
//   floor ceil trunc round (half away from zero) rint (half to even)
//
// Each exists as nv_NAME_f32(float) and as nv_NAME_f64(double). pow(x, y), atan2(y, x) and hypot(x, y) have two
// parameters. Angles are in radians. Arguments may have any value: subnormal numbers, signed zeros, infinities and NaN give
// IEEE 754's special values (C, annex F). A NaN result is the canonical one: quiet, with sign bit 0 and no payload. The
// last five functions are exact. Each of the others has an error below 1 ulp (unit in the last place); the worst errors
// found are in bench/results/ulp.md.
//
// Method: intermediate results whose rounding error would show are pairs (hi + lo), and the result is rounded once at
// the end. Main paths have no branches, so that compilers can turn loops over these functions into SIMD code. The
// functions in float use only float arithmetic, except for the argument reduction of trigonometric functions beyond 2^17.
// Sources: Cody and Waite's and Payne and Hanek's argument reductions; Muller, "Elementary Functions"; Dekker's and
// Knuth's exact sums.
//
// The text compiles as C11, C++20 and CUDA C++ (NVRTC) with -ffp-contract=off (gcc, clang) or --fmad=false (NVRTC). It
// includes only the headers below. If their texts are joined in this order, no include path is needed. With -O3
// -fno-math-errno -fno-trapping-math, gcc turns loops over all of these functions into SIMD code. Loops over sin, cos or
// tan need nv_sin_near_f32 and its like for that, whose arguments must be bounded.
#ifndef NOVA_RUNTIME_SCALAR_MATH_H
#define NOVA_RUNTIME_SCALAR_MATH_H

#ifndef NOVA_RUNTIME_SCALAR_MATH_BASE_H
#include "runtime/scalar/scalar_math_base.h"
#endif
#ifndef NOVA_RUNTIME_SCALAR_EXPLOG_F32_H
#include "runtime/scalar/scalar_explog_f32.h"
#endif
#ifndef NOVA_RUNTIME_SCALAR_EXPLOG_F64_H
#include "runtime/scalar/scalar_explog_f64.h"
#endif
#ifndef NOVA_RUNTIME_SCALAR_TRIG_F64_H
#include "runtime/scalar/scalar_trig_f64.h"
#endif
#ifndef NOVA_RUNTIME_SCALAR_TRIG_F32_H
#include "runtime/scalar/scalar_trig_f32.h"
#endif
#ifndef NOVA_RUNTIME_SCALAR_SPECIAL_F32_H
#include "runtime/scalar/scalar_special_f32.h"
#endif
#ifndef NOVA_RUNTIME_SCALAR_SPECIAL_F64_H
#include "runtime/scalar/scalar_special_f64.h"
#endif

#endif
