// The one meaning of Nova's scalar built-ins (language.md section 6), for the interpreter, the CPU tier and
// NVRTC.
//
// nv_<operation>_<operand type>: nv_add_i64, nv_lt_f32, nv_to_u8_f64. The same text is C11, C++20 and CUDA
// C++ and, the ground below it put in front, needs no header. Comparisons and conversions to bool give 0
// or 1.
//
// Letters: i64 i32 i16 i8 u8 f32 f64 are the number types; b8 is bool (a byte, 0 or 1) and c8 char (a byte).
#ifndef NOVA_RUNTIME_SCALAR_OPS_H
#define NOVA_RUNTIME_SCALAR_OPS_H
#ifndef NOVA_RUNTIME_SCALAR_MATH_BASE_H
#include "runtime/scalar/scalar_math_base.h"
#endif
#ifndef NOVA_RUNTIME_SCALAR_MACHINE_H
#include "runtime/scalar/scalar_machine.h"
#endif

typedef signed char nv_i8;
typedef short nv_i16;
typedef unsigned char nv_u8;
typedef float nv_f32;
typedef double nv_f64;
typedef unsigned char nv_b8;
typedef unsigned char nv_c8;

// X(letters, unsigned type to compute in, width in bits, smallest, largest)
#define NV_INTEGERS(X)                                                                                       \
  X(i64, nv_u64, 64, (-9223372036854775807ll - 1), 9223372036854775807ll)                                    \
  X(i32, nv_u32, 32, (-2147483647 - 1), 2147483647)                                                          \
  X(i16, nv_u32, 16, -32768, 32767)                                                                          \
  X(i8, nv_u32, 8, -128, 127)                                                                                \
  X(u8, nv_u32, 8, 0, 255)
#define NV_FLOATINGS(X) X(f32, nv_u32) X(f64, nv_u64)

// ---- Integers: computed unsigned, then narrowed, so that they wrap
//
// div and rem: the caller reports b = 0 as an error; here it gives 0, so that a lane that fails harms no
// other. The smallest integer divided by -1 wraps to itself, its remainder is 0. Shifts take the count modulo
// the width (a negative one too); shr is arithmetic on signed types.
#define NV_INTEGER_OPS(t, U, width, smallest, largest)                                                       \
  NV_FN nv_##t nv_add_##t(nv_##t a, nv_##t b) { return (nv_##t)((U)a + (U)b); }                              \
  NV_FN nv_##t nv_sub_##t(nv_##t a, nv_##t b) { return (nv_##t)((U)a - (U)b); }                              \
  NV_FN nv_##t nv_mul_##t(nv_##t a, nv_##t b) { return (nv_##t)((U)a * (U)b); }                              \
  NV_FN nv_##t nv_fma_##t(nv_##t a, nv_##t b, nv_##t c) { return (nv_##t)((U)a * (U)b + (U)c); }             \
  NV_FN nv_##t nv_neg_##t(nv_##t a) { return (nv_##t)(0 - (U)a); }                                           \
  NV_FN nv_##t nv_abs_##t(nv_##t a) { return a < 1 ? nv_neg_##t(a) : a; }                                    \
  NV_FN nv_##t nv_div_##t(nv_##t a, nv_##t b) {                                                              \
    return b == 0 ? (nv_##t)0 : smallest != 0 && b == (nv_##t)(-1) ? nv_neg_##t(a) : (nv_##t)(a / b);        \
  }                                                                                                          \
  NV_FN nv_##t nv_rem_##t(nv_##t a, nv_##t b) {                                                              \
    return b == 0 || (smallest != 0 && b == (nv_##t)(-1)) ? (nv_##t)0 : (nv_##t)(a % b);                     \
  }                                                                                                          \
  NV_FN nv_##t nv_and_##t(nv_##t a, nv_##t b) { return (nv_##t)(a & b); }                                    \
  NV_FN nv_##t nv_or_##t(nv_##t a, nv_##t b) { return (nv_##t)(a | b); }                                     \
  NV_FN nv_##t nv_xor_##t(nv_##t a, nv_##t b) { return (nv_##t)(a ^ b); }                                    \
  NV_FN nv_##t nv_not_##t(nv_##t a) { return (nv_##t) ~a; }                                                  \
  NV_FN nv_##t nv_shl_##t(nv_##t a, nv_i64 count) { return (nv_##t)((U)a << (count & (width - 1))); }        \
  NV_FN nv_##t nv_shr_##t(nv_##t a, nv_i64 count) { return (nv_##t)(a >> (count & (width - 1))); }
NV_INTEGERS(NV_INTEGER_OPS)
#undef NV_INTEGER_OPS

// NVRTC needs minutes, or for ever, for loops whose indices are nested minima and maxima that it sees through (NVRTC 13.0;
// tests/found/clamped_reduction.nv). PTX instructions hide them from its analysis of loops.
#ifdef __CUDACC__
#define NV_INTEGER_EXTREME(name, t, instruction, letter)                                                     \
  NV_FN nv_##t nv_##name##_##t(nv_##t a, nv_##t b) {                                                         \
    nv_##t r;                                                                                                \
    asm(instruction " %0, %1, %2;" : "=" letter(r) : letter(a), letter(b));                                  \
    return r;                                                                                                \
  }
NV_INTEGER_EXTREME(min, i64, "min.s64", "l") NV_INTEGER_EXTREME(max, i64, "max.s64", "l")
NV_INTEGER_EXTREME(min, i32, "min.s32", "r") NV_INTEGER_EXTREME(max, i32, "max.s32", "r")
#undef NV_INTEGER_EXTREME
#define NV_COMPARED_INTEGERS(X) X(i16) X(i8) X(u8)
#else
#define NV_COMPARED_INTEGERS(X) X(i64) X(i32) X(i16) X(i8) X(u8)
#endif
#define NV_INTEGER_EXTREMES(t)                                                                               \
  NV_FN nv_##t nv_min_##t(nv_##t a, nv_##t b) { return b < a ? b : a; }                                      \
  NV_FN nv_##t nv_max_##t(nv_##t a, nv_##t b) { return a < b ? b : a; }
NV_COMPARED_INTEGERS(NV_INTEGER_EXTREMES)
#undef NV_INTEGER_EXTREMES
#undef NV_COMPARED_INTEGERS

// ---- Floating: IEEE 754 in the type written
//
// A NaN that comes out of + - * / is made canonical where it is seen. min and max give the number where one
// side is NaN; of two equal ones only zeros can differ, in the sign bit: `or` keeps the negative one, `and`
// the positive one. abs, sqrt and fma stand in scalar_math_base.h.
#define NV_FLOATING_OPS(t, U)                                                                                \
  NV_FN nv_##t nv_add_##t(nv_##t a, nv_##t b) { return a + b; }                                              \
  NV_FN nv_##t nv_sub_##t(nv_##t a, nv_##t b) { return a - b; }                                              \
  NV_FN nv_##t nv_mul_##t(nv_##t a, nv_##t b) { return a * b; }                                              \
  NV_FN nv_##t nv_div_##t(nv_##t a, nv_##t b) { return a / b; }                                              \
  NV_FN nv_##t nv_neg_##t(nv_##t a) { return -a; }
NV_FLOATINGS(NV_FLOATING_OPS)
#undef NV_FLOATING_OPS

#ifdef __CUDACC__
// PTX min and max without .NaN and .ftz: the other one where one is NaN, -0.0 below +0.0, subnormal numbers as they are.
#define NV_EXTREME(name, t, letter)                                                                          \
  NV_FN nv_##t nv_##name##_##t(nv_##t a, nv_##t b) {                                                         \
    nv_##t r;                                                                                                \
    asm(#name "." #t " %0, %1, %2;" : "=" letter(r) : letter(a), letter(b));                                 \
    return r;                                                                                                \
  }
NV_EXTREME(min, f32, "f") NV_EXTREME(max, f32, "f") NV_EXTREME(min, f64, "d") NV_EXTREME(max, f64, "d")
#undef NV_EXTREME
#else
#define NV_EXTREMES(t, U)                                                                                    \
  NV_FN nv_##t nv_min_##t(nv_##t a, nv_##t b) {                                                              \
    if (a != a) return nv_canon_##t(b);                                                                      \
    if (a == b) return nv_from_bits_##t((U)(nv_bits_##t(a) | nv_bits_##t(b)));                               \
    return b < a ? b : a;                                                                                    \
  }                                                                                                          \
  NV_FN nv_##t nv_max_##t(nv_##t a, nv_##t b) {                                                              \
    if (a != a) return nv_canon_##t(b);                                                                      \
    if (a == b) return nv_from_bits_##t((U)(nv_bits_##t(a) & nv_bits_##t(b)));                               \
    return a < b ? b : a;                                                                                    \
  }
NV_FLOATINGS(NV_EXTREMES)
#undef NV_EXTREMES
#endif

// ---- Comparison: false with NaN, `ne` true
#define NV_COMPARISONS(t, ...)                                                                               \
  NV_FN nv_b8 nv_eq_##t(nv_##t a, nv_##t b) { return a == b; }                                               \
  NV_FN nv_b8 nv_ne_##t(nv_##t a, nv_##t b) { return a != b; }                                               \
  NV_FN nv_b8 nv_lt_##t(nv_##t a, nv_##t b) { return a < b; }                                                \
  NV_FN nv_b8 nv_le_##t(nv_##t a, nv_##t b) { return a <= b; }                                               \
  NV_FN nv_b8 nv_gt_##t(nv_##t a, nv_##t b) { return a > b; }                                                \
  NV_FN nv_b8 nv_ge_##t(nv_##t a, nv_##t b) { return a >= b; }
NV_INTEGERS(NV_COMPARISONS)
NV_FLOATINGS(NV_COMPARISONS)
NV_COMPARISONS(b8, bytes)
NV_COMPARISONS(c8, bytes)
#undef NV_COMPARISONS

// ---- Bool
NV_FN nv_b8 nv_not_b8(nv_b8 a) { return !a; }
NV_FN nv_b8 nv_and_b8(nv_b8 a, nv_b8 b) { return a & b; }
NV_FN nv_b8 nv_or_b8(nv_b8 a, nv_b8 b) { return a | b; }
NV_FN nv_b8 nv_xor_b8(nv_b8 a, nv_b8 b) { return a ^ b; }

// ---- 64-bit integers to the nearest floating number and back
//
// AVX2 has instructions for one number at a time (for several it takes AVX-512DQ): no loop with one of them
// would become SIMD. There, a power of two is added whose last bit stands for 1: the sum's bits count.
#ifdef __CUDACC__
#define NV_SIMD_OR_ONE(simd, one) (one)
#else
#define NV_SIMD_OR_ONE(simd, one) (NV_CONVERTS_ONE ? (simd) : (one))

NV_FN nv_f64 nv_sum_f64(nv_i64 a) {
  const nv_f64 high = nv_from_bits_f64(((nv_u64)a >> 32) ^ 0x4530000080000000ull);        // a's + 2^84 + 2^63
  const nv_f64 low = nv_from_bits_f64(((nv_u64)a & 0xffffffffu) | 0x4330000000000000ull); // a's + 2^52
  return (high - (0x1p84 + 0x1p63 + 0x1p52)) + low;
}
// By way of double. What that would round is rounded to odd before, so that the second rounding knows of it.
NV_FN nv_f32 nv_sum_f32(nv_i64 a) {
  const nv_i64 odd = (nv_i64)(((nv_u64)a | (((nv_u64)a & 0x7ff) + 0x7ff)) & ~0x7ffull);
  const int exact = (a > -(1ll << 53)) & (a < (1ll << 53));
  return (nv_f32)nv_sum_f64(exact ? a : odd);
}
// Truncated and saturated, in two halves; the lower one lies between -2^31 and 2^31. 2^63 itself comes out
// with a sign that is not its own, and all bits are turned over.
NV_FN nv_i64 nv_sum_i64(nv_f64 a) {
  const nv_f64 number = a == a ? a : 0.0, below = number < 0x1p63 ? number : 0x1p63;
  const nv_f64 whole = __builtin_trunc(below > -0x1p63 ? below : -0x1p63), one = 0x1p52 + 0x1p51;
  const nv_f64 high = whole * 0x1p-32 + one, low = whole - (high - one) * 0x1p32 + one;
  const nv_u64 sum = (nv_bits_f64(high) << 32) + (nv_bits_f64(low) - nv_bits_f64(one));
  return (nv_i64)(sum ^ (0 - ((sum & ~nv_bits_f64(whole)) >> 63)));
}
#endif

// ---- Conversions: nv_to_<result>_<operand>
//
// Integers wrap to the narrower type and round to the nearest floating number. A floating number truncates
// and saturates, NaN gives 0. The bounds are powers of two (or 0 and 255), exact in both floating types. To
// bool: x ~= 0.
#define NV_TO_NUMBERS(t, ...)                                                                                \
  NV_FN nv_i64 nv_to_i64_##t(nv_##t a) { return (nv_i64)a; }                                                 \
  NV_FN nv_i32 nv_to_i32_##t(nv_##t a) { return (nv_i32)a; }                                                 \
  NV_FN nv_i16 nv_to_i16_##t(nv_##t a) { return (nv_i16)a; }                                                 \
  NV_FN nv_i8 nv_to_i8_##t(nv_##t a) { return (nv_i8)a; }                                                    \
  NV_FN nv_u8 nv_to_u8_##t(nv_##t a) { return (nv_u8)a; }                                                    \
  NV_FN nv_c8 nv_to_c8_##t(nv_##t a) { return (nv_c8)a; }                                                    \
  NV_FN nv_b8 nv_to_b8_##t(nv_##t a) { return a != 0; }
NV_INTEGERS(NV_TO_NUMBERS)
NV_TO_NUMBERS(b8, bytes)
NV_TO_NUMBERS(c8, bytes)
#undef NV_TO_NUMBERS

NV_FN nv_f32 nv_to_f32_i64(nv_i64 a) { return NV_SIMD_OR_ONE(nv_sum_f32(a), (nv_f32)a); }
NV_FN nv_f64 nv_to_f64_i64(nv_i64 a) { return NV_SIMD_OR_ONE(nv_sum_f64(a), (nv_f64)a); }
#define NV_TO_FLOATINGS(t)                                                                                   \
  NV_FN nv_f32 nv_to_f32_##t(nv_##t a) { return (nv_f32)a; }                                                 \
  NV_FN nv_f64 nv_to_f64_##t(nv_##t a) { return (nv_f64)a; }
NV_TO_FLOATINGS(i32)
NV_TO_FLOATINGS(i16)
NV_TO_FLOATINGS(i8)
NV_TO_FLOATINGS(u8)
NV_TO_FLOATINGS(b8)
NV_TO_FLOATINGS(c8)
#undef NV_TO_FLOATINGS

// Without branches, so that loops over them become SIMD.
#define NV_SATURATE(name, r, t, low, high, smallest, largest)                                                \
  NV_FN nv_##r name(nv_##t a) {                                                                              \
    const int within = (a > (nv_##t)(low)) & (a < (nv_##t)(high));                                           \
    const nv_##r whole = (nv_##r)(within ? a : (nv_##t)0);                                                   \
    const nv_##r edge = a >= (nv_##t)(high)  ? (nv_##r)(largest)                                             \
                        : a <= (nv_##t)(low) ? (nv_##r)(smallest)                                            \
                                             : (nv_##r)0;                                                    \
    return within ? whole : edge;                                                                            \
  }
#define NV_FROM_FLOATING(t, U)                                                                               \
  NV_SATURATE(nv_one_i64_##t, i64, t, -0x1p63, 0x1p63, -9223372036854775807ll - 1, 9223372036854775807ll)    \
  NV_FN nv_i64 nv_to_i64_##t(nv_##t a) { return NV_SIMD_OR_ONE(nv_sum_i64(a), nv_one_i64_##t(a)); }          \
  NV_SATURATE(nv_to_i32_##t, i32, t, -0x1p31, 0x1p31, -2147483647 - 1, 2147483647)                           \
  NV_SATURATE(nv_to_i16_##t, i16, t, -0x1p15, 0x1p15, -32768, 32767)                                         \
  NV_SATURATE(nv_to_i8_##t, i8, t, -0x1p7, 0x1p7, -128, 127)                                                 \
  NV_SATURATE(nv_to_u8_##t, u8, t, 0, 255, 0, 255)                                                           \
  NV_FN nv_c8 nv_to_c8_##t(nv_##t a) { return nv_to_u8_##t(a); }                                             \
  NV_FN nv_b8 nv_to_b8_##t(nv_##t a) { return a != 0; }                                                      \
  NV_FN nv_f32 nv_to_f32_##t(nv_##t a) { return nv_canon_f32((nv_f32)a); }                                   \
  NV_FN nv_f64 nv_to_f64_##t(nv_##t a) { return nv_canon_f64((nv_f64)a); }
NV_FLOATINGS(NV_FROM_FLOATING)
#undef NV_FROM_FLOATING
#undef NV_SATURATE
#undef NV_SIMD_OR_ONE

#endif
