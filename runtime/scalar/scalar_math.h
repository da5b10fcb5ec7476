// Nova's one implementation of the maths functions: every tier compiles this text, so every tier gives the
// same bits.
//
//   exp exp2 expm1 log log2 log10 log1p pow sin cos tan asin acos atan atan2
//   sinh cosh tanh asinh acosh atanh erf erfc cbrt hypot
//   floor ceil trunc round (half away from zero) rint (half to even)
//
// each as nv_NAME_f32(float) and nv_NAME_f64(double); pow(x, y), atan2(y, x) and hypot(x, y) take two
// arguments. They cover the whole range: subnormal numbers, signed zeros, infinities, and IEEE 754's special
// values (C, annex F). A NaN result is the canonical one (quiet, sign bit clear, no payload). The last five
// are exact; each of the others stays within 1 ulp of the true value, its worst error is in
// bench/results/ulp.md.
//
// How: pairs (hi + lo) carry what a single number would lose, at the places where that counts, and the answer
// is rounded once. Main paths have no branches, so that compilers can turn loops over them into SIMD. The
// functions in float use float alone, but for the reduction of trigonometric arguments beyond 2^17. Methods:
// Cody and Waite's and Payne and Hanek's argument reductions; Muller, "Elementary Functions"; Dekker's and
// Knuth's exact sums.
//
// The text compiles as C11, C++20 and CUDA C++ (NVRTC) with -ffp-contract=off (gcc, clang) or --fmad=false
// (NVRTC). It includes nothing but its own parts; their texts put one after the other, in the order below,
// need no include path. gcc turns loops over every function into SIMD with -O3 -fno-math-errno
// -fno-trapping-math; for sin, cos and tan, over arguments known to be near, call nv_sin_near_f32 and its
// like.
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
