// Division of 64-bit integers by a constant in operations that become SIMD. A processor divides no vectors, and the C
// compiler divides by a constant with a product of 128 bits, which no vector has either. Here that product is four
// products of 32 bits (Granlund and Montgomery, Division by Invariant Integers using Multiplication, section 4).
#ifndef NOVA_JIT_CONSTANT_DIVISION_H
#define NOVA_JIT_CONSTANT_DIVISION_H
#include "jit/kernels/c/host.h"

/// Returns the upper 64 bits of the product a * b.
NOVA_INLINE nv_u64 nova_high_half(nv_u64 a, nv_u64 b) {
  const nv_u64 low = 0xffffffff, a0 = a & low, a1 = a >> 32, b0 = b & low, b1 = b >> 32;
  const nv_u64 left = a1 * b0 + (a0 * b0 >> 32), right = a0 * b1 + (left & low);
  return a1 * b1 + (left >> 32) + (right >> 32);
}
/// Returns a / c for a constant c > 1 and a <= 2^63. With 2^(k - 1) < c <= 2^k it is the upper half of the product of a
/// and 2^(63 + k) / c, rounded up, without the last k - 1 bits.
NOVA_INLINE nv_u64 nova_divided(nv_u64 a, nv_u64 c) {
  const int bits = 63 - __builtin_clzll(c - 1); // k - 1
  const nv_u64 inverse = (nv_u64)((((nv_unsigned_wide)1 << (64 + bits)) + c - 1) / c);
  return nova_high_half(a, inverse) >> bits;
}
/// Returns a / c, rounded towards 0, for a constant c > 1.
NOVA_INLINE nv_i64 nova_quotient(nv_i64 a, nv_i64 c) {
  const nv_u64 sign = (nv_u64)(a >> 63), size = ((nv_u64)a ^ sign) - sign;
  return (nv_i64)((nova_divided(size, (nv_u64)c) ^ sign) - sign);
}
/// Returns a % c, which has the sign of a, for a constant c > 1.
NOVA_INLINE nv_i64 nova_remainder(nv_i64 a, nv_i64 c) {
  return (nv_i64)((nv_u64)a - (nv_u64)nova_quotient(a, c) * (nv_u64)c);
}
#endif
