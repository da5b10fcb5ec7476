// The shortest decimal number digits * 10^exponent that reads back as a given floating number, and the conversion back. If
// several numbers are equally short, the result is the nearest of them.
//
// Ulf Adams' Ryu (PLDI 2018) with integers of 64 bits. The midpoints between the number and its neighbours bound the decimals
// that read back as the number. Number and midpoints are multiplied by a power of five, which has 125 bits. Then
// digits are dropped as long as a decimal between the midpoints is left. The tables have every 26th power of five. Any
// other power is the product of one of these and a small power, plus a correction of two bits from another table.
#ifndef NOVA_RUNTIME_SCALAR_DECIMAL_H
#define NOVA_RUNTIME_SCALAR_DECIMAL_H
#ifndef NOVA_RUNTIME_SCALAR_TRIG_F64_H
#include "runtime/scalar/scalar_trig_f64.h"
#endif

// 5^i for i = 0 .. 25.
NV_TABLE nv_u64 nv_small_fives[26] = {
    1ull, 5ull, 25ull, 125ull, 625ull, 3125ull,
    15625ull, 78125ull, 390625ull, 1953125ull, 9765625ull, 48828125ull,
    244140625ull, 1220703125ull, 6103515625ull, 30517578125ull, 152587890625ull, 762939453125ull,
    3814697265625ull, 19073486328125ull, 95367431640625ull, 476837158203125ull, 2384185791015625ull, 11920928955078125ull,
    59604644775390625ull, 298023223876953125ull};

// The first 125 bits of 5^(26 k), for k = 0 .. 12: the low word, then the high word.
NV_TABLE nv_u64 nv_fives[26] = {
    0x0000000000000000ull, 0x1000000000000000ull, 0x0000000000000000ull, 0x14adf4b7320334b9ull,
    0x0e549208b31adb10ull, 0x1aba4714957d300dull, 0x6dc6ad264d8f0866ull, 0x1145b7e285bf98f5ull,
    0xeb1dbd923d8596caull, 0x1652efdc6018a1fcull, 0xb4c1b80b22ae923cull, 0x1cda62055b2d9d83ull,
    0x5bb28b4e8f7e4c30ull, 0x12a5568b9f52f416ull, 0xf08aed437682d4fbull, 0x1819651531f9e78full,
    0xb4ee134ad99bf150ull, 0x1f25c186a6f04c28ull, 0x16499ecb70c25f03ull, 0x1420eb449c8842e6ull,
    0x85a56ead360865b0ull, 0x1a03fde214caf085ull, 0x093db1d57999890bull, 0x10cfeb353a97dad8ull,
    0xcf38bb735e3f36acull, 0x15baaf44fa52673eull};

// The integer part of 2^(124 + b) / 5^(26 k), plus 1, where b is the number of bits of 5^(26 k), for k = 0 .. 14: the low
// word, then the high word.
NV_TABLE nv_u64 nv_fifths[30] = {
    0x0000000000000001ull, 0x2000000000000000ull, 0x52a6c95fc0655034ull, 0x18c240c4aecb13bbull,
    0x7ca8d50071dfc806ull, 0x1327fc58da0f6ff5ull, 0x6520247d3556476eull, 0x1da48ce468e7c702ull,
    0x6139cdd76802e6e9ull, 0x16ef5b40c2fc7779ull, 0xf951a7ff43de8c79ull, 0x11bebdf578b2f391ull,
    0x7be8bee8d6e957e8ull, 0x1b758d848fac54b0ull, 0x8bd3f9e999a423eaull, 0x153eda614071a3b7ull,
    0x0848f973cb3ee3ceull, 0x10701bd527b4978cull, 0x153285ebb9efbfa2ull, 0x196fbb9bb44db44dull,
    0xadeee7f86c07b696ull, 0x13ae3591f5b4d936ull, 0x4d686a4eaf182222ull, 0x1e74404f3daada91ull,
    0x98c0a106e09ebd9full, 0x17900ea4fda7c257ull, 0x8f20e37371497d0eull, 0x123b140576d820b2ull,
    0xb043138134743d85ull, 0x1c35f4275f7a29adull};

// The corrections of the powers 5^i and of their inverses: how much more they are than the product of two powers. Each has
// two bits, those of i in word i / 32.
NV_TABLE nv_u64 nv_fives_more[11] = {
    0x0000000000000000ull, 0x0000000000000000ull, 0x5969599540000000ull, 0x5655551555545555ull,
    0x4055541041150504ull, 0x4450454044555145ull, 0x4000400045555550ull, 0x5556556596440440ull,
    0x4015415154454045ull, 0x5140555555559155ull, 0x0000000000000105ull};
NV_TABLE nv_u64 nv_fifths_more[11] = {0x0405554554544554ull, 0x0040041410041000ull, 0x4115555540010000ull,
                                      0x0001004400000454ull, 0x4400004140000000ull, 0x5555005450454450ull,
                                      0x4000400051655554ull, 0x0001050001000001ull, 0x0555555451515411ull,
                                      0x4004000050411500ull, 0x4000000005040110ull};

typedef struct {
  nv_u64 low, high;
} nv_u128;

// The number digits * 10^exponent.
typedef struct {
  nv_i64 digits, exponent;
} nv_decimal;

// Returns m * w / 2^by, rounded down, for the 128-bit number w = high * 2^64 + low. Requires that `by` is 0 .. 63 and that the
// result has at most 128 bits.
NV_FN nv_u128 nv_times_over(nv_u64 m, nv_u64 low, nv_u64 high, nv_u32 by) {
  nv_u64 mid = m * high, lower = m * low, middle = mid + nv_mul_high_u64(m, low);
  nv_u64 upper = nv_mul_high_u64(m, high) + (middle < mid ? 1u : 0u);
  nv_u128 r = {(lower >> by) | ((middle << 1) << (63u - by)), (middle >> by) | ((upper << 1) << (63u - by))};
  return r;
}

// Returns a + b.
NV_FN nv_u128 nv_plus_u128(nv_u128 a, nv_u64 b) {
  nv_u128 r = {a.low + b, a.high + (a.low + b < b ? 1u : 0u)};
  return r;
}

// Returns the number of bits of 5^e, for e = 0 .. 3528.
NV_FN nv_i32 nv_bits_of_five(nv_i32 e) { return (nv_i32)(((nv_u32)e * 1217359u) >> 19) + 1; }

// Returns the correction with index i modulo 32 of a word of the tables above.
NV_FN nv_u64 nv_two_bits(nv_u64 word, nv_i32 i) { return (word >> (2 * (i & 31))) & 3u; }

// Returns the first 125 bits of 5^i.
NV_FN nv_u128 nv_five_to(nv_i32 i) {
  nv_i32 base = i / 26, rest = i % 26;
  nv_u32 by = (nv_u32)(nv_bits_of_five(i) - nv_bits_of_five(base * 26));
  nv_u128 product = nv_times_over(nv_small_fives[rest], nv_fives[2 * base], nv_fives[2 * base + 1], by);
  return nv_plus_u128(product, nv_two_bits(nv_fives_more[i >> 5], i));
}

// Returns the integer part of 2^(124 + b) / 5^i, plus 1, where b is the number of bits of 5^i.
NV_FN nv_u128 nv_fifth_to(nv_i32 i) {
  nv_i32 base = (i + 25) / 26, rest = base * 26 - i;
  nv_u32 by = (nv_u32)(nv_bits_of_five(base * 26) - nv_bits_of_five(i));
  nv_u128 product = nv_times_over(nv_small_fives[rest], nv_fifths[2 * base] - 1u, nv_fifths[2 * base + 1], by);
  return nv_plus_u128(product, 1u + nv_two_bits(nv_fifths_more[i >> 5], i));
}

// Returns m * w / 2^shift, rounded down. Requires that shift is 64 .. 127 and that the result has at most 64 bits.
NV_FN nv_u64 nv_scaled_u64(nv_u64 m, nv_u128 w, nv_i32 shift) {
  return nv_times_over(m, w.low, w.high, (nv_u32)(shift & 63)).high;
}

// Whether 5^count divides x.
NV_FN int nv_has_fives(nv_u64 x, nv_i32 count) {
  for (; count > 0 && x % 5u == 0u; --count) x /= 5u;
  return count <= 0;
}

// A number m * 2^(e + 2), and the midpoints between it and its neighbours, all divided by 10^exponent and rounded down.
// `exact`: whether the division of the number left no remainder. `low_exact`: whether that of the lower midpoint left none,
// and the midpoint reads back as the number.
typedef struct {
  nv_u64 value, above, below;
  nv_i32 exponent;
  int exact, low_exact;
} nv_between_decimals;

// Returns the number m * 2^(e + 2) and its midpoints, scaled as above, for e >= 0. `lower`: 1 if the lower neighbour is as far
// from the number as the upper one, else 0. `small`: whether 5^q is small enough to divide one of the three numbers.
NV_FN nv_between_decimals nv_scaled_down(nv_u64 m, nv_i32 e, nv_u32 lower) {
  nv_i32 q = (nv_i32)(((nv_u32)e * 78913u) >> 18) - (e > 3 ? 1 : 0), shift = -e + q + 124 + nv_bits_of_five(q);
  nv_u128 w = nv_fifth_to(q);
  nv_u64 v = 4u * m, high = v + 2u, low = v - 1u - lower;
  int even = (m & 1u) == 0u, small = q <= 21, by_five = v % 5u == 0u;
  nv_between_decimals b;
  b.exponent = q;
  b.exact = small && by_five && nv_has_fives(v, q);
  b.low_exact = small && !by_five && even && nv_has_fives(low, q);
  b.value = nv_scaled_u64(v, w, shift), b.below = nv_scaled_u64(low, w, shift);
  b.above = nv_scaled_u64(high, w, shift) - (small && !by_five && !even && nv_has_fives(high, q) ? 1u : 0u);
  return b;
}

// The same for e < 0.
NV_FN nv_between_decimals nv_scaled_up(nv_u64 m, nv_i32 e, nv_u32 lower) {
  nv_i32 q = (nv_i32)(((nv_u32)-e * 732923u) >> 20) - (-e > 1 ? 1 : 0), i = -e - q;
  nv_i32 shift = q - (nv_bits_of_five(i) - 125);
  nv_u128 w = nv_five_to(i);
  nv_u64 v = 4u * m, high = v + 2u, low = v - 1u - lower;
  int even = (m & 1u) == 0u;
  nv_between_decimals b;
  b.exponent = q + e;
  b.exact = q <= 1 || (q < 63 && (v & ((1ull << (q & 63)) - 1u)) == 0u);
  b.low_exact = q <= 1 && even && lower == 1u;
  b.value = nv_scaled_u64(v, w, shift), b.below = nv_scaled_u64(low, w, shift);
  b.above = nv_scaled_u64(high, w, shift) - (q <= 1 && !even ? 1u : 0u);
  return b;
}

// Drops digits of the number as long as a decimal between the midpoints is left. Then rounds it to the nearest such
// decimal, and ties to even. `even`: whether m is even, so that the midpoints themselves read back as the number.
NV_FN nv_decimal nv_shortest_between(nv_between_decimals b, int even) {
  nv_u32 last = 0;
  for (; b.above / 10u > b.below / 10u; b.above /= 10u, b.below /= 10u, ++b.exponent) {
    b.low_exact = b.low_exact && b.below % 10u == 0u, b.exact = b.exact && last == 0u;
    last = (nv_u32)(b.value % 10u), b.value /= 10u;
  }
  if (b.low_exact)
    for (; b.below % 10u == 0u; b.below /= 10u, ++b.exponent) {
      b.exact = b.exact && last == 0u;
      last = (nv_u32)(b.value % 10u), b.value /= 10u;
    }
  if (b.exact && last == 5u && b.value % 2u == 0u) last = 4;
  nv_decimal d = {(nv_i64)(b.value + ((b.value == b.below && (!even || !b.low_exact)) || last >= 5u ? 1u : 0u)),
                  b.exponent};
  return d;
}

// Returns the shortest decimal for m * 2^(e + 2). `lower`: 1 if the lower neighbour is as far from the number as the upper one,
// else 0. It is nearer for most powers of two.
NV_FN nv_decimal nv_shortest(nv_u64 m, nv_i32 e, nv_u32 lower) {
  nv_decimal zero = {0, 0};
  if (m == 0u) return zero;
  return nv_shortest_between(e >= 0 ? nv_scaled_down(m, e, lower) : nv_scaled_up(m, e, lower), (m & 1u) == 0u);
}

// Return the shortest decimal for |x|. Infinities and NaN give 0.
NV_FAR nv_decimal nv_decimal_f64(double x) {
  nv_u64 bits = nv_bits_f64(x) & 0x7fffffffffffffffull, fraction = bits & 0xfffffffffffffull;
  nv_i32 e = (nv_i32)(bits >> 52);
  nv_u64 m = e == 2047 ? 0u : e == 0 ? fraction : fraction | 0x10000000000000ull;
  return nv_shortest(m, (e == 0 ? 1 : e) - 1077, fraction != 0u || e <= 1 ? 1u : 0u);
}
NV_FAR nv_decimal nv_decimal_f32(float x) {
  nv_u32 bits = nv_bits_f32(x) & 0x7fffffffu, fraction = bits & 0x7fffffu;
  nv_i32 e = (nv_i32)(bits >> 23);
  nv_u32 m = e == 255 ? 0u : e == 0 ? fraction : fraction | 0x800000u;
  return nv_shortest(m, (e == 0 ? 1 : e) - 152, fraction != 0u || e <= 1 ? 1u : 0u);
}

// Return the digits of the shortest decimal, with the sign of x, and the exponent of the power of ten by which they are
// multiplied.
NV_FN nv_i64 nv_decimal_digits_f64(double x) { return x < 0.0 ? -nv_decimal_f64(x).digits : nv_decimal_f64(x).digits; }
NV_FN nv_i64 nv_decimal_digits_f32(float x) { return x < 0.0f ? -nv_decimal_f32(x).digits : nv_decimal_f32(x).digits; }
NV_FN nv_i64 nv_decimal_exponent_f64(double x) { return nv_decimal_f64(x).exponent; }
NV_FN nv_i64 nv_decimal_exponent_f32(float x) { return nv_decimal_f32(x).exponent; }

// Returns the integer part of the logarithm of m to base 2. Requires m > 0.
NV_FN nv_i32 nv_log2_u64(nv_u64 m) {
  nv_i32 log = 0;
  for (nv_i32 by = 32; by > 0; by /= 2)
    if (m >> by) m >>= by, log += by;
  return log;
}

// Returns the bits of the double nearest to m * 2^e, ties to even. `exact`: whether m * 2^e is the exact number; otherwise that
// number is slightly greater.
NV_FN nv_u64 nv_nearest_bits(nv_u64 m, nv_i32 e, int exact) {
  nv_i32 exponent = e + 1023 + nv_log2_u64(m);
  if (exponent > 2046) return 0x7ff0000000000000ull;
  if (exponent < 1) exponent = 1;
  nv_i32 shift = exponent - e - 1075;
  exact = exact && (m & ((1ull << (shift - 1)) - 1u)) == 0u;
  nv_u64 half = (m >> (shift - 1)) & 1u, whole = m >> shift, up = half && (!exact || (whole & 1u)) ? 1u : 0u;
  return ((nv_u64)(exponent - 1) << 52) + whole + up;
}

// Returns the double nearest to m * 10^p. Requires 0 < m < 10^17. The first bits of the product are computed with a power of
// five, and then rounded. This is Ryu the other way round (its s2d.c).
NV_FN double nv_decimal_value(nv_u64 m, nv_i32 p) {
  nv_i32 digits = 0, log = nv_log2_u64(m), e;
  for (nv_u64 rest = m; rest > 0u; rest /= 10u) ++digits;
  if (digits + p <= -324) return 0.0;
  if (digits + p >= 310) return nv_inf_f64();
  nv_u64 first;
  int exact;
  if (p >= 0) {
    e = log + p + nv_bits_of_five(p) - 54;
    first = nv_scaled_u64(m, nv_five_to(p), log + 71);
    exact = e < p || (e - p < 64 && (m & ((1ull << (e - p)) - 1u)) == 0u);
  } else {
    e = log + p - nv_bits_of_five(-p) - 53;
    first = nv_scaled_u64(m, nv_fifth_to(-p), log + 71);
    exact = nv_has_fives(m, -p);
  }
  return nv_from_bits_f64(nv_nearest_bits(first, e, exact));
}

// Returns the double nearest to digits * 10^exponent; NaN if there are more than 17 digits.
NV_FAR double nv_from_decimal_i64(nv_i64 digits, nv_i64 exponent) {
  nv_u64 m = digits < 0 ? 0u - (nv_u64)digits : (nv_u64)digits;
  if (m >= 100000000000000000ull) return nv_nan_f64();
  if (m == 0u) return 0.0;
  double size = nv_decimal_value(m, (nv_i32)(exponent < -400 ? -400 : exponent > 400 ? 400 : exponent));
  return digits < 0 ? -size : size;
}

#endif
