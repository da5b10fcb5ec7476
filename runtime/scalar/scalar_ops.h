// The meaning of Nova's scalar built-ins (language.md section 6): arithmetic, comparisons, shifts and conversions at each
// number type. The interpreter and the compiled code of all tiers use these functions.
//
// A function's name is nv_<operation>_<operand type>: nv_add_i64, nv_lt_f32, nv_to_u8_f64. The text compiles as C11, C++20
// and CUDA C++. If the text of scalar_math_base.h stands before it, it needs no header. Comparisons and conversions to bool
// return 0 or 1.
//
// Types: i64 i32 i16 i8 u64 u32 u16 u8 f32 f64 are the number types. b8 is bool (a byte, 0 or 1), and c8 is char (a byte).
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
typedef unsigned short nv_u16;
typedef unsigned char nv_u8;
typedef float nv_f32;
typedef double nv_f64;
typedef unsigned char nv_b8;
typedef unsigned char nv_c8;

// NV_INTEGERS(X) calls the macro X for each integer type. Its arguments are the type's letters, the unsigned type in which
// it is computed, its width in bits, and its least and greatest number. NV_FLOATINGS(X) calls X(letters, unsigned type of
// the same size) for each floating type.
#define NV_INTEGERS(X)                                                                                       \
  X(i64, nv_u64, 64, (-9223372036854775807ll - 1), 9223372036854775807ll)                                    \
  X(i32, nv_u32, 32, (-2147483647 - 1), 2147483647)                                                          \
  X(i16, nv_u32, 16, -32768, 32767)                                                                          \
  X(i8, nv_u32, 8, -128, 127)                                                                                \
  X(u64, nv_u64, 64, 0, 18446744073709551615ull)                                                             \
  X(u32, nv_u32, 32, 0, 4294967295u)                                                                         \
  X(u16, nv_u32, 16, 0, 65535)                                                                               \
  X(u8, nv_u32, 8, 0, 255)
#define NV_FLOATINGS(X) X(f32, nv_u32) X(f64, nv_u64)

// ---- Integers
//
// Results are computed in an unsigned type and then narrowed, so that they wrap around. fma is a * b + c. The absolute value
// of the least integer is itself.
//
// div and rem truncate towards zero. For b = 0 they return 0, and the caller reports the error. A SIMD loop computes such
// elements too, so they must not trap. The least integer divided by -1 wraps to itself, with the remainder 0.
//
// shl, shr, lsr, rotl and rotr take the count modulo the width, also if it is negative. shr is arithmetic on signed types.
// clz and ctz of 0 are the width.
#ifdef __CUDACC__
#define NV_POPCOUNT(x) __popcll((long long)(x))
#define NV_LEADING_ZEROS(x) __clzll((long long)(x))
#define NV_TRAILING_ZEROS(x) (__ffsll((long long)(x)) - 1)
#else
#define NV_POPCOUNT(x) __builtin_popcountll(x)
#define NV_LEADING_ZEROS(x) __builtin_clzll(x)
#define NV_TRAILING_ZEROS(x) __builtin_ctzll(x)
#endif
#define NV_BITS(t, U, width, a) ((nv_u64)((U)(a) & (((U)2 << (width - 1)) - 1)))
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
  NV_FN nv_##t nv_shr_##t(nv_##t a, nv_i64 count) { return (nv_##t)(a >> (count & (width - 1))); }           \
  NV_FN nv_##t nv_lsr_##t(nv_##t a, nv_i64 count) {                                                          \
    return (nv_##t)(NV_BITS(t, U, width, a) >> (count & (width - 1)));                                       \
  }                                                                                                          \
  NV_FN nv_##t nv_rotl_##t(nv_##t a, nv_i64 count) {                                                         \
    return (nv_##t)(nv_shl_##t(a, count) | nv_lsr_##t(a, 0 - count));                                        \
  }                                                                                                          \
  NV_FN nv_##t nv_rotr_##t(nv_##t a, nv_i64 count) {                                                         \
    return (nv_##t)(nv_lsr_##t(a, count) | nv_shl_##t(a, 0 - count));                                        \
  }                                                                                                          \
  NV_FN nv_i64 nv_popcount_##t(nv_##t a) { return NV_POPCOUNT(NV_BITS(t, U, width, a)); }                    \
  NV_FN nv_i64 nv_clz_##t(nv_##t a) {                                                                        \
    return a == 0 ? width : NV_LEADING_ZEROS(NV_BITS(t, U, width, a)) - (64 - width);                        \
  }                                                                                                          \
  NV_FN nv_i64 nv_ctz_##t(nv_##t a) { return a == 0 ? width : NV_TRAILING_ZEROS(NV_BITS(t, U, width, a)); }
NV_INTEGERS(NV_INTEGER_OPS)
#undef NV_INTEGER_OPS
#undef NV_BITS
#undef NV_POPCOUNT
#undef NV_LEADING_ZEROS
#undef NV_TRAILING_ZEROS

// min and max of integers. If loop indices are nested minima and maxima, NVRTC's analysis of loops takes minutes, or does
// not end (NVRTC 13.0; tests/found/clamped_reduction.nv). PTX instructions are opaque to that analysis.
#ifdef __CUDACC__
#define NV_INTEGER_EXTREME(name, t, instruction, letter)                                                     \
  NV_FN nv_##t nv_##name##_##t(nv_##t a, nv_##t b) {                                                         \
    nv_##t r;                                                                                                \
    asm(instruction " %0, %1, %2;" : "=" letter(r) : letter(a), letter(b));                                  \
    return r;                                                                                                \
  }
NV_INTEGER_EXTREME(min, i64, "min.s64", "l") NV_INTEGER_EXTREME(max, i64, "max.s64", "l")
NV_INTEGER_EXTREME(min, i32, "min.s32", "r") NV_INTEGER_EXTREME(max, i32, "max.s32", "r")
NV_INTEGER_EXTREME(min, u64, "min.u64", "l") NV_INTEGER_EXTREME(max, u64, "max.u64", "l")
NV_INTEGER_EXTREME(min, u32, "min.u32", "r") NV_INTEGER_EXTREME(max, u32, "max.u32", "r")
#undef NV_INTEGER_EXTREME
#define NV_COMPARED_INTEGERS(X) X(i16) X(i8) X(u16) X(u8)
#else
#define NV_COMPARED_INTEGERS(X) X(i64) X(i32) X(i16) X(i8) X(u64) X(u32) X(u16) X(u8)
#endif
#define NV_INTEGER_EXTREMES(t)                                                                               \
  NV_FN nv_##t nv_min_##t(nv_##t a, nv_##t b) { return b < a ? b : a; }                                      \
  NV_FN nv_##t nv_max_##t(nv_##t a, nv_##t b) { return a < b ? b : a; }
NV_COMPARED_INTEGERS(NV_INTEGER_EXTREMES)
#undef NV_INTEGER_EXTREMES
#undef NV_COMPARED_INTEGERS

// ---- Floating numbers: operations of IEEE 754
//
// abs, sqrt and fma stand in scalar_math_base.h. A program cannot distinguish NaNs. So a NaN result of these operations may
// have any sign and payload. Conversions between floating types make it canonical.
#define NV_FLOATING_OPS(t, U)                                                                                \
  NV_FN nv_##t nv_add_##t(nv_##t a, nv_##t b) { return a + b; }                                              \
  NV_FN nv_##t nv_sub_##t(nv_##t a, nv_##t b) { return a - b; }                                              \
  NV_FN nv_##t nv_mul_##t(nv_##t a, nv_##t b) { return a * b; }                                              \
  NV_FN nv_##t nv_div_##t(nv_##t a, nv_##t b) { return a / b; }                                              \
  NV_FN nv_##t nv_neg_##t(nv_##t a) { return -a; }
NV_FLOATINGS(NV_FLOATING_OPS)
#undef NV_FLOATING_OPS

#ifdef __CUDACC__
// min and max return the other operand if one is NaN, and order -0.0 below 0.0. PTX has both as instructions. Without .NaN
// and .ftz they treat NaN in this way, and keep subnormal numbers.
#define NV_EXTREME(name, t, letter)                                                                          \
  NV_FN nv_##t nv_##name##_##t(nv_##t a, nv_##t b) {                                                         \
    nv_##t r;                                                                                                \
    asm(#name "." #t " %0, %1, %2;" : "=" letter(r) : letter(a), letter(b));                                 \
    return r;                                                                                                \
  }
NV_EXTREME(min, f32, "f") NV_EXTREME(max, f32, "f") NV_EXTREME(min, f64, "d") NV_EXTREME(max, f64, "d")
#undef NV_EXTREME
#else
// min and max return the other operand if one is NaN. Operands that compare equal can differ only if both are zeros. Then
// the bitwise or of their bits is the negative zero, and the bitwise and the positive one. The first comparison in this
// form, which gives b if an operand is NaN, is one instruction.
#define NV_EXTREMES(t, U)                                                                                    \
  NV_FN nv_##t nv_min_##t(nv_##t a, nv_##t b) {                                                              \
    const nv_##t least = a < b ? a : b;                                                                      \
    const U zero = a == b ? nv_bits_##t(a) : 0;                                                              \
    return b == b ? nv_from_bits_##t((U)(nv_bits_##t(least) | zero)) : a;                                    \
  }                                                                                                          \
  NV_FN nv_##t nv_max_##t(nv_##t a, nv_##t b) {                                                              \
    const nv_##t most = a > b ? a : b;                                                                       \
    const U zero = a == b ? nv_bits_##t(a) : (U)-1;                                                          \
    return b == b ? nv_from_bits_##t((U)(nv_bits_##t(most) & zero)) : a;                                     \
  }
NV_FLOATINGS(NV_EXTREMES)
#undef NV_EXTREMES
#endif

// ---- Comparisons: 0 or 1. If an operand is NaN, `ne` gives 1 and all others give 0
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

// ---- Bool operations
NV_FN nv_b8 nv_not_b8(nv_b8 a) { return !a; }
NV_FN nv_b8 nv_and_b8(nv_b8 a, nv_b8 b) { return a & b; }
NV_FN nv_b8 nv_or_b8(nv_b8 a, nv_b8 b) { return a | b; }
NV_FN nv_b8 nv_xor_b8(nv_b8 a, nv_b8 b) { return a ^ b; }

// ---- Conversions between 64-bit integers and floating numbers, for SIMD loops on AVX2
//
// AVX2 converts only single numbers; vectors need AVX-512DQ. A loop with such a conversion would not become SIMD. So
// the functions below add a large power of two to the number. Its ulp is 1, or 2^32 for the upper half of an integer.
// The low bits of the sum are then the integer.
//
// NV_SIMD_OR_ONE(simd, one) is the expression `simd` if the target needs these functions, else `one`.
#ifdef __CUDACC__
#define NV_SIMD_OR_ONE(simd, one) (one)
#else
#define NV_SIMD_OR_ONE(simd, one) (NV_CONVERTS_ONE ? (simd) : (one))

// Returns the double nearest to a. The upper and the lower 32 bits of a are converted exactly, and their sum is rounded once.
NV_FN nv_f64 nv_sum_f64(nv_i64 a) {
  const nv_f64 high = nv_from_bits_f64(((nv_u64)a >> 32) ^ 0x4530000080000000ull);        // upper half * 2^32 + 2^84 + 2^63
  const nv_f64 low = nv_from_bits_f64(((nv_u64)a & 0xffffffffu) | 0x4330000000000000ull); // lower half + 2^52
  return (high - (0x1p84 + 0x1p63 + 0x1p52)) + low;
}
// Returns the float nearest to a. a is converted to double and then to float. If double cannot hold a, a is first rounded
// to odd: the last bit kept is 1 if any bit behind it was. So the rounding to float still sees that a is inexact.
NV_FN nv_f32 nv_sum_f32(nv_i64 a) {
  const nv_i64 odd = (nv_i64)(((nv_u64)a | (((nv_u64)a & 0x7ff) + 0x7ff)) & ~0x7ffull);
  const int exact = (a > -(1ll << 53)) & (a < (1ll << 53));
  return (nv_f32)nv_sum_f64(exact ? a : odd);
}
// The same for unsigned integers.
NV_FN nv_f64 nv_unsigned_sum_f64(nv_u64 a) {
  const nv_f64 high = nv_from_bits_f64((a >> 32) | 0x4530000000000000ull);         // upper half * 2^32 + 2^84
  const nv_f64 low = nv_from_bits_f64((a & 0xffffffffu) | 0x4330000000000000ull); // lower half + 2^52
  return (high - (0x1p84 + 0x1p52)) + low;
}
NV_FN nv_f32 nv_unsigned_sum_f32(nv_u64 a) {
  const nv_u64 odd = (a | ((a & 0x7ff) + 0x7ff)) & ~0x7ffull;
  return (nv_f32)nv_unsigned_sum_f64(a < (1ull << 53) ? a : odd);
}
// Returns a, truncated and saturated to 64 bits; 0 for NaN. The number is split into two halves, of which the lower one lies
// between -2^31 and 2^31. The bound 2^63 gives the bits of -2^63, which are then inverted to 2^63 - 1.
NV_FN nv_i64 nv_sum_i64(nv_f64 a) {
  const nv_f64 number = a == a ? a : 0.0, below = number < 0x1p63 ? number : 0x1p63;
  const nv_f64 whole = __builtin_trunc(below > -0x1p63 ? below : -0x1p63), one = 0x1p52 + 0x1p51;
  const nv_f64 high = whole * 0x1p-32 + one, low = whole - (high - one) * 0x1p32 + one;
  const nv_u64 sum = (nv_bits_f64(high) << 32) + (nv_bits_f64(low) - nv_bits_f64(one));
  return (nv_i64)(sum ^ (0 - ((sum & ~nv_bits_f64(whole)) >> 63)));
}
// The same for unsigned integers. Numbers of 2^63 and more are converted less 2^63.
NV_FN nv_u64 nv_sum_u64(nv_f64 a) {
  const int upper = a >= 0x1p63;
  const nv_u64 rest = (nv_u64)nv_sum_i64(a > 0.0 ? upper ? a - 0x1p63 : a : 0.0);
  return a >= 0x1p64 ? ~0ull : upper ? rest + (1ull << 63) : rest;
}
#endif

// ---- Conversions: nv_to_<result>_<operand>
//
// Integer to integer wraps around. Integer to floating rounds to the nearest number. Floating to integer truncates
// and saturates; NaN gives 0. Floating to floating rounds, and makes NaN canonical. To bool: 1 unless the operand is 0.
#define NV_TO_NUMBERS(t, ...)                                                                                \
  NV_FN nv_i64 nv_to_i64_##t(nv_##t a) { return (nv_i64)a; }                                                 \
  NV_FN nv_i32 nv_to_i32_##t(nv_##t a) { return (nv_i32)a; }                                                 \
  NV_FN nv_i16 nv_to_i16_##t(nv_##t a) { return (nv_i16)a; }                                                 \
  NV_FN nv_i8 nv_to_i8_##t(nv_##t a) { return (nv_i8)a; }                                                    \
  NV_FN nv_u64 nv_to_u64_##t(nv_##t a) { return (nv_u64)a; }                                                 \
  NV_FN nv_u32 nv_to_u32_##t(nv_##t a) { return (nv_u32)a; }                                                 \
  NV_FN nv_u16 nv_to_u16_##t(nv_##t a) { return (nv_u16)a; }                                                 \
  NV_FN nv_u8 nv_to_u8_##t(nv_##t a) { return (nv_u8)a; }                                                    \
  NV_FN nv_c8 nv_to_c8_##t(nv_##t a) { return (nv_c8)a; }                                                    \
  NV_FN nv_b8 nv_to_b8_##t(nv_##t a) { return a != 0; }
NV_INTEGERS(NV_TO_NUMBERS)
NV_TO_NUMBERS(b8, bytes)
NV_TO_NUMBERS(c8, bytes)
#undef NV_TO_NUMBERS

NV_FN nv_f32 nv_to_f32_i64(nv_i64 a) { return NV_SIMD_OR_ONE(nv_sum_f32(a), (nv_f32)a); }
NV_FN nv_f64 nv_to_f64_i64(nv_i64 a) { return NV_SIMD_OR_ONE(nv_sum_f64(a), (nv_f64)a); }
NV_FN nv_f32 nv_to_f32_u64(nv_u64 a) { return NV_SIMD_OR_ONE(nv_unsigned_sum_f32(a), (nv_f32)a); }
NV_FN nv_f64 nv_to_f64_u64(nv_u64 a) { return NV_SIMD_OR_ONE(nv_unsigned_sum_f64(a), (nv_f64)a); }
#define NV_TO_FLOATINGS(t)                                                                                   \
  NV_FN nv_f32 nv_to_f32_##t(nv_##t a) { return (nv_f32)a; }                                                 \
  NV_FN nv_f64 nv_to_f64_##t(nv_##t a) { return (nv_f64)a; }
NV_TO_FLOATINGS(i32)
NV_TO_FLOATINGS(i16)
NV_TO_FLOATINGS(i8)
NV_TO_FLOATINGS(u32)
NV_TO_FLOATINGS(u16)
NV_TO_FLOATINGS(u8)
NV_TO_FLOATINGS(b8)
NV_TO_FLOATINGS(c8)
#undef NV_TO_FLOATINGS

// NV_SATURATE defines the conversion `name` from the floating type t to the integer type r. Numbers of at most `low` give
// `smallest`, and those of at least `high` give `largest`. The bounds are powers of two (or 0, 255 and 65535), exact in both
// floating types. There are no branches, so that loops over these conversions become SIMD.
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
  NV_SATURATE(nv_one_u64_##t, u64, t, 0, 0x1p64, 0, 18446744073709551615ull)                                 \
  NV_FN nv_u64 nv_to_u64_##t(nv_##t a) { return NV_SIMD_OR_ONE(nv_sum_u64(a), nv_one_u64_##t(a)); }          \
  NV_SATURATE(nv_to_u32_##t, u32, t, 0, 0x1p32, 0, 4294967295u)                                              \
  NV_SATURATE(nv_to_u16_##t, u16, t, 0, 65535, 0, 65535)                                                     \
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
