// The floating types of 16 bits: half (IEEE binary16, f16) and bfloat16 (bf16). They are stored as 16 bits and computed as
// float, so they have only conversions, fma, and the shortest decimals. Each of these rounds once, from the exact value, ties to
// even. NaN is made canonical.
//
// In C and CUDA nv_f16 and nv_bf16 are unsigned shorts. In C++ they are types of their own, so that templates over element types
// tell them apart from uint16; conversion to and from integers is that of the bits.
#ifndef NOVA_RUNTIME_SCALAR_NARROW_H
#define NOVA_RUNTIME_SCALAR_NARROW_H
#ifndef NOVA_RUNTIME_SCALAR_OPS_H
#include "runtime/scalar/scalar_ops.h"
#endif
#ifndef NOVA_RUNTIME_SCALAR_DECIMAL_H
#include "runtime/scalar/scalar_decimal.h"
#endif

#if defined(__cplusplus) && !defined(__CUDACC__)
#define NV_NARROW(t)                                                                                         \
  struct nv_##t {                                                                                            \
    nv_u16 bits = 0;                                                                                         \
    nv_##t() = default;                                                                                      \
    explicit nv_##t(long long b) : bits((nv_u16)b) {}                                                        \
    explicit operator long() const { return bits; }                                                          \
    explicit operator long long() const { return bits; }                                                     \
    explicit operator double() const;                                                                        \
    bool operator==(const nv_##t&) const = default;                                                          \
  };
NV_NARROW(f16)
NV_NARROW(bf16)
#undef NV_NARROW
#define NV_MAKE(t, b) nv_##t((long long)(b))
#define NV_BITS_OF(x) ((x).bits)
#else
typedef unsigned short nv_f16;
typedef unsigned short nv_bf16;
#define NV_MAKE(t, b) ((nv_##t)(b))
#define NV_BITS_OF(x) (x)
#endif

// ---- To float, which holds all these numbers

// A half's exponent is moved by a product with 2^112, which also makes numbers of its subnormals. NaN stays NaN, of any bits,
// as results of float operations do.

NV_FN nv_f32 nv_to_f32_f16(nv_f16 a) {
  const nv_u32 bits = (nv_u32)(nv_i32)(nv_i16)NV_BITS_OF(a) << 13;
  const nv_u32 number = nv_bits_f32(nv_from_bits_f32(bits & 0x8fffffffu) * 0x1p112f);
  return nv_from_bits_f32((bits & 0x0f800000u) == 0x0f800000u ? number | 0x7f800000u : number);
}
NV_FN nv_f32 nv_to_f32_bf16(nv_bf16 a) { return nv_from_bits_f32((nv_u32)NV_BITS_OF(a) << 16); }

#if defined(__cplusplus) && !defined(__CUDACC__)
inline nv_f16::operator double() const { return nv_to_f32_f16(*this); }
inline nv_bf16::operator double() const { return nv_to_f32_bf16(*this); }
#endif

// ---- From floating numbers
//
// NV_NARROWED defines the bits of the narrow number nearest to x. The bits of |x| below 2^-14, or 2^-126, are those of the sum with
// a power of two whose ulp is the least narrow number. For others the exponent is moved by `bias`, and `drop` bits are rounded
// away. `least` is the least normal number, `most` the least number that becomes infinite.
#define NV_NARROWED(name, F, U, sign, nan, infinity, least, most, power, bias, drop)                         \
  NV_FN nv_u32 name(nv_##F x) {                                                                              \
    const U bits = nv_bits_##F(x), size = bits & (((U)1 << (sizeof(U) * 8 - 1)) - 1);                        \
    const nv_##F number = nv_from_bits_##F(size);                                                            \
    const U moved = size - ((U)(bias) << (sizeof(U) == 4 ? 23 : 52));                                        \
    const nv_u32 normal = (nv_u32)((moved + (((U)1 << (drop - 1)) - 1) + ((moved >> drop) & 1)) >> drop);    \
    const nv_u32 small = (nv_u32)(nv_bits_##F(number + power) - nv_bits_##F(power));                         \
    const nv_u32 finite = number < least ? small : normal;                                                   \
    const nv_u32 all = number < most ? finite : (nv_u32)infinity;                                            \
    return x == x ? all | ((nv_u32)(bits >> (sizeof(U) * 8 - 16)) & (nv_u32)sign) : (nv_u32)nan;             \
  }
NV_NARROWED(nv_f16_bits_f32, f32, nv_u32, 0x8000u, 0x7e00u, 0x7c00u, 0x1p-14f, 65520.0f, 0.5f, 112, 13)
NV_NARROWED(nv_f16_bits_f64, f64, nv_u64, 0x8000u, 0x7e00u, 0x7c00u, 0x1p-14, 65520.0, 0x1p28, 1008, 42)
NV_NARROWED(nv_bf16_bits_f64, f64, nv_u64, 0x8000u, 0x7fc0u, 0x7f80u, 0x1p-126, 0x1.ffp127, 0x1p-81, 896, 45)
#undef NV_NARROWED
NV_FN nv_u32 nv_bf16_bits_f32(nv_f32 x) {
  const nv_u32 bits = nv_bits_f32(x);
  return x == x ? (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16 : 0x7fc0u;
}

NV_FN nv_f16 nv_to_f16_f32(nv_f32 a) { return NV_MAKE(f16, nv_f16_bits_f32(a)); }
NV_FN nv_f16 nv_to_f16_f64(nv_f64 a) { return NV_MAKE(f16, nv_f16_bits_f64(a)); }
NV_FN nv_bf16 nv_to_bf16_f32(nv_f32 a) { return NV_MAKE(bf16, nv_bf16_bits_f32(a)); }
NV_FN nv_bf16 nv_to_bf16_f64(nv_f64 a) { return NV_MAKE(bf16, nv_bf16_bits_f64(a)); }
NV_FN nv_f16 nv_to_f16_bf16(nv_bf16 a) { return nv_to_f16_f32(nv_to_f32_bf16(a)); }
NV_FN nv_bf16 nv_to_bf16_f16(nv_f16 a) { return nv_to_bf16_f32(nv_to_f32_f16(a)); }
NV_FN nv_f16 nv_to_f16_f16(nv_f16 a) { return a; }
NV_FN nv_bf16 nv_to_bf16_bf16(nv_bf16 a) { return a; }

// ---- From integers. Large ones are first rounded to odd: the last bit that a double holds is 1 if any bit behind it was.

NV_FN nv_f64 nv_odd_f64_u64(nv_u64 a) {
  const nv_u64 odd = (a | ((a & 0x7ff) + 0x7ff)) & ~0x7ffull;
  return nv_to_f64_u64(a < (1ull << 53) ? a : odd);
}
NV_FN nv_f64 nv_odd_f64_i64(nv_i64 a) {
  const nv_f64 size = nv_odd_f64_u64(a < 0 ? 0u - (nv_u64)a : (nv_u64)a);
  return a < 0 ? -size : size;
}
#define NV_NARROW_INTEGER(t, exact)                                                                          \
  NV_FN nv_f16 nv_to_f16_##t(nv_##t a) { return nv_to_f16_f64(exact); }                                      \
  NV_FN nv_bf16 nv_to_bf16_##t(nv_##t a) { return nv_to_bf16_f64(exact); }
NV_NARROW_INTEGER(i64, nv_odd_f64_i64(a))
NV_NARROW_INTEGER(u64, nv_odd_f64_u64(a))
NV_NARROW_INTEGER(i32, (nv_f64)a)
NV_NARROW_INTEGER(i16, (nv_f64)a)
NV_NARROW_INTEGER(i8, (nv_f64)a)
NV_NARROW_INTEGER(u32, (nv_f64)a)
NV_NARROW_INTEGER(u16, (nv_f64)a)
NV_NARROW_INTEGER(u8, (nv_f64)a)
NV_NARROW_INTEGER(b8, (nv_f64)a)
NV_NARROW_INTEGER(c8, (nv_f64)a)
#undef NV_NARROW_INTEGER

// ---- fma. The product is exact as a double. The sum is rounded to odd, by the error that Knuth's TwoSum finds, and then once.

NV_FN nv_f64 nv_odd_sum_f64(nv_f64 a, nv_f64 b) {
  const nv_f64 sum = a + b, rest = sum - a, error = (a - (sum - rest)) + (b - rest);
  const nv_u64 bits = nv_bits_f64(sum);
  const int inexact = (error < 0.0 || error > 0.0) && (bits & 1u) == 0u && sum - sum == 0.0;
  return inexact ? nv_from_bits_f64((error > 0.0) == (sum > 0.0) ? bits + 1u : bits - 1u) : sum;
}
#define NV_NARROW_FMA(t)                                                                                     \
  NV_FN nv_##t nv_fma_##t(nv_##t a, nv_##t b, nv_##t c) {                                                    \
    const nv_f64 product = (nv_f64)nv_to_f32_##t(a) * (nv_f64)nv_to_f32_##t(b);                              \
    return nv_to_##t##_f64(nv_odd_sum_f64(product, (nv_f64)nv_to_f32_##t(c)));                               \
  }
NV_NARROW_FMA(f16)
NV_NARROW_FMA(bf16)
#undef NV_NARROW_FMA

// ---- The shortest decimals that read back as the number (scalar_decimal.h)
#define NV_NARROW_DECIMAL(t, fraction_bits, exponents, bias)                                                 \
  NV_FAR nv_decimal nv_decimal_##t(nv_##t x) {                                                               \
    const nv_u32 bits = NV_BITS_OF(x) & 0x7fffu, fraction = bits & ((1u << fraction_bits) - 1u);             \
    const nv_i32 e = (nv_i32)(bits >> fraction_bits);                                                        \
    const nv_u32 m = e == exponents ? 0u : e == 0 ? fraction : fraction | (1u << fraction_bits);             \
    return nv_shortest(m, (e == 0 ? 1 : e) - bias, fraction != 0u || e <= 1 ? 1u : 0u);                      \
  }                                                                                                          \
  NV_FN nv_i64 nv_decimal_digits_##t(nv_##t x) {                                                             \
    const nv_i64 digits = nv_decimal_##t(x).digits;                                                          \
    return NV_BITS_OF(x) & 0x8000u ? -digits : digits;                                                       \
  }                                                                                                          \
  NV_FN nv_i64 nv_decimal_exponent_##t(nv_##t x) { return nv_decimal_##t(x).exponent; }
NV_NARROW_DECIMAL(f16, 10, 31, 27)
NV_NARROW_DECIMAL(bf16, 7, 255, 136)
#undef NV_NARROW_DECIMAL

#undef NV_MAKE
#undef NV_BITS_OF
#endif
