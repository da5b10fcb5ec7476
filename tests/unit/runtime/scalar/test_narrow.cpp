// half and bfloat16: every conversion and fma round once, from the exact value, ties to even; the decimals are the shortest
// that read back.
#include "runtime/scalar/scalar_narrow.h"
#include "runtime/scalar_text.hpp"
#include "runtime/value.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <random>
#include <string>

using namespace nova;

namespace {

/// A narrow type: its explicit bits, the exponent of the least number's unit, and that of the greatest number's unit.
struct Format {
  int fraction, least, most;
};
constexpr Format format(nv_f16) { return {10, -24, 5}; }
constexpr Format format(nv_bf16) { return {7, -133, 120}; }

float widened(nv_f16 x) { return nv_to_f32_f16(x); }
float widened(nv_bf16 x) { return nv_to_f32_bf16(x); }

/// Rounds n * 2^e to the type of `like`, in long double arithmetic that is exact for it. n holds every bit of the value.
template <class T> double rounded(__int128 n, int e, T like) {
  const Format f = format(like);
  const bool negative = n < 0;
  unsigned __int128 size = negative ? -static_cast<unsigned __int128>(n) : static_cast<unsigned __int128>(n);
  int length = 0;
  while (length < 128 && size >> length != 0) ++length;
  const int unit =
      std::max(f.least, e + length - 1 - f.fraction); // the exponent of the last bit that is kept
  if (const int drop = unit - e; drop > 0) {
    const unsigned __int128 kept = drop < 128 ? size >> drop : 0,
                            rest = drop < 128 ? size - (kept << drop) : size;
    const unsigned __int128 half = drop <= 128 ? static_cast<unsigned __int128>(1) << (drop - 1) : 0;
    const bool up = drop <= 128 && (rest > half || (rest == half && (kept & 1) != 0));
    size = kept + up, e = unit;
  }
  const double value = std::ldexp(static_cast<double>(size), e);
  const double greatest = std::ldexp(std::ldexp(2.0, f.fraction) - 1, f.most);
  return (negative ? -1 : 1) * (value > greatest ? std::numeric_limits<double>::infinity() : value);
}

/// Rounds a finite double.
template <class T> double rounded(double x, T like) {
  int e;
  const double m = std::frexp(x, &e);
  return rounded(static_cast<__int128>(std::ldexp(m, 53)), e - 53, like);
}

nv_f16 narrow(double x, nv_f16) { return nv_to_f16_f64(x); }
nv_bf16 narrow(double x, nv_bf16) { return nv_to_bf16_f64(x); }
nv_f16 narrow(float x, nv_f16) { return nv_to_f16_f32(x); }
nv_bf16 narrow(float x, nv_bf16) { return nv_to_bf16_f32(x); }

template <class T> void check_conversion(double x, T like) {
  CHECK_MESSAGE(widened(narrow(x, like)) == rounded(x, like), x);
  const auto f = static_cast<float>(x);
  if (std::isfinite(f)) CHECK_MESSAGE(widened(narrow(f, like)) == rounded(double{f}, like), f);
}

/// All numbers of the type, the middle between each and the next one, and what lies beside that.
template <class T> void check_all_conversions(T like) {
  for (int bits = 0; bits < 0x8000; ++bits) {
    const float x = widened(T(bits)), next = widened(T(bits + 1));
    if (!std::isfinite(x)) continue;
    CHECK(narrow(x, like) == T(bits));
    CHECK(narrow(-x, like) == T(bits | 0x8000));
    if (!std::isfinite(next)) continue;
    const double middle = (double{x} + double{next}) / 2;
    for (const double beside : {middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e300)})
      check_conversion(beside, like), check_conversion(-beside, like);
  }
}

/// The text reads back, and no text with a digit less does.
template <class T> void check_decimals(T (*digits_of)(std::string_view), T like, nv_decimal (*decimal)(T)) {
  for (int bits = 1; bits < 0x8000; ++bits) {
    const T x(bits);
    if (!std::isfinite(widened(x))) continue;
    const nv_decimal d = decimal(x);
    const auto reads = [&](int64_t digits, int64_t exponent) {
      return digits_of(std::to_string(digits) + "e" + std::to_string(exponent)) == x;
    };
    CHECK_MESSAGE(reads(d.digits, d.exponent), widened(x));
    const int64_t shorter = d.digits / 10;
    CHECK_MESSAGE(!(d.digits >= 10 && (reads(shorter, d.exponent + 1) || reads(shorter + 1, d.exponent + 1))),
                  widened(x));
  }
  static_cast<void>(like);
}

template <class T> void check_fma(T like, std::mt19937& random, int least, int most) {
  const int fraction = format(like).fraction;
  std::uniform_int_distribution<int> significand(-(2 << fraction), 2 << fraction), exponent(least, most);
  for (int k = 0; k < 200'000; ++k) {
    const int m[] = {significand(random), significand(random), significand(random)};
    const int e[] = {exponent(random), exponent(random), exponent(random)};
    const T a = narrow(std::ldexp(double(m[0]), e[0]), like),
            b = narrow(std::ldexp(double(m[1]), e[1]), like),
            c = narrow(std::ldexp(double(m[2]), e[2]), like);
    // The products' unit is 2^(2 least), which each number is a multiple of.
    const __int128 product = static_cast<__int128>(m[0]) * m[1] << (e[0] + e[1] - 2 * least);
    const __int128 sum = product + (static_cast<__int128>(m[2]) << (e[2] - 2 * least));
    const double expected = rounded(sum, 2 * least, like);
    double got;
    if constexpr (std::is_same_v<T, nv_f16>)
      got = widened(nv_fma_f16(a, b, c));
    else
      got = widened(nv_fma_bf16(a, b, c));
    CHECK_MESSAGE(got == expected, widened(a), " * ", widened(b), " + ", widened(c));
  }
}

} // namespace

TEST_CASE("runtime: conversions to half and bfloat16 round once, ties to even") {
  check_all_conversions(nv_f16());
  check_all_conversions(nv_bf16());
  std::mt19937_64 random(1);
  for (int k = 0; k < 200'000; ++k) {
    const double x = std::ldexp(double(int64_t(random())), int(random() % 160) - 140);
    check_conversion(x, nv_f16()), check_conversion(x, nv_bf16());
    const auto n = int64_t(random()) >> (random() % 64);
    CHECK(widened(nv_to_f16_i64(n)) == rounded(n, 0, nv_f16()));
    CHECK(widened(nv_to_bf16_i64(n)) == rounded(n, 0, nv_bf16()));
    CHECK(widened(nv_to_bf16_u64(uint64_t(n))) == rounded(static_cast<__int128>(uint64_t(n)), 0, nv_bf16()));
  }
}

TEST_CASE("runtime: the one NaN and the infinities of half and bfloat16") {
  CHECK(nv_to_f16_f64(std::nan("")).bits == 0x7e00);
  CHECK(nv_to_bf16_f32(-std::nanf("")).bits == 0x7fc0);
  CHECK(nv_to_f16_f32(-std::numeric_limits<float>::infinity()).bits == 0xfc00);
  CHECK(std::isnan(widened(nv_f16(0xfe01))));
  CHECK(nv_to_f16_f32(widened(nv_f16(0xfe01))).bits == 0x7e00);
}

TEST_CASE("runtime: fma of half and bfloat16 rounds once") {
  std::mt19937 random(2);
  check_fma(nv_f16(), random, -24, 4);
  check_fma(nv_bf16(), random, -20, 20);
}

TEST_CASE("runtime: decimals of half and bfloat16 are the shortest that read back") {
  check_decimals<nv_f16>([](std::string_view t) { return *parse_number<nv_f16>(t); }, nv_f16(),
                         nv_decimal_f16);
  check_decimals<nv_bf16>([](std::string_view t) { return *parse_number<nv_bf16>(t); }, nv_bf16(),
                          nv_decimal_bf16);
}

TEST_CASE("runtime: a decimal is rounded to half and bfloat16 once, not by way of double") {
  // A hair above and below the middle between two numbers, closer to it than doubles are.
  CHECK(widened(*parse_number<nv_f16>("2049.00000000000000000000000001")) == 2050);
  CHECK(widened(*parse_number<nv_f16>("2048.99999999999999999999999999")) == 2048);
  CHECK(widened(*parse_number<nv_f16>("2049")) == 2048);
  CHECK(widened(*parse_number<nv_f16>("2051")) == 2052);
  CHECK(widened(*parse_number<nv_bf16>("257.0000000000000000000000001")) == 258);
  CHECK(widened(*parse_number<nv_f16>("-1e400")) == -std::numeric_limits<float>::infinity());
  CHECK(widened(*parse_number<nv_f16>("1e-400")) == 0);
}
