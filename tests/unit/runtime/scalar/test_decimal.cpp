// decimal-digits and decimal-exponent are the digits that std::to_chars finds, which are the shortest that
// read back.
#include "runtime/scalar/scalar_decimal.h"
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <doctest/doctest.h>
#include <random>
#include <string>

namespace {

/// d.ddde+xx without the point: its digits, and the power of ten of the last one.
template <class F> std::pair<std::string, int> shortest(F x) {
  char text[64];
  *std::to_chars(text, text + sizeof text, x, std::chars_format::scientific).ptr = 0;
  std::string digits;
  const char* p = text;
  for (; *p != 'e'; ++p)
    if (*p != '.') digits += *p;
  const int first = std::atoi(p + 1);
  return {digits, first + 1 - static_cast<int>(digits.size()) + (x < 0 ? 1 : 0)};
}

template <class F> void check(F x, nv_i64 digits, nv_i64 exponent) {
  if (!std::isfinite(x) || x == 0) return;
  const auto [text, last] = shortest(x);
  CHECK_MESSAGE(std::to_string(digits) == text, x);
  CHECK_MESSAGE(exponent == last, x);
}

void check(double x) {
  check(x, nv_decimal_digits_f64(x), nv_decimal_exponent_f64(x));
  const auto f = static_cast<float>(x);
  check(f, nv_decimal_digits_f32(f), nv_decimal_exponent_f32(f));
}

} // namespace

TEST_CASE("shortest decimals: powers of two and of ten, and their neighbours") {
  for (int e = -1074; e < 1024; ++e)
    for (const double x : {std::ldexp(1.0, e), std::nextafter(std::ldexp(1.0, e), 0.0), -std::ldexp(1.5, e)})
      check(x);
  for (int e = -323; e < 309; ++e) {
    const double x = std::strtod(("1e" + std::to_string(e)).c_str(), nullptr);
    check(x), check(std::nextafter(x, 0.0)), check(5 * x);
  }
}

TEST_CASE("shortest decimals: random bits, few bits, integers, and quotients") {
  std::mt19937_64 random(7);
  for (int k = 0; k < 20000; ++k) {
    const uint64_t bits = random();
    check(std::bit_cast<double>(bits));
    check(std::bit_cast<double>(bits & ~((uint64_t{1} << (random() % 53)) - 1)));
    check(static_cast<double>(random() >> (random() % 64)));
    check(static_cast<double>(random() % 1000000) / std::pow(10.0, static_cast<double>(random() % 12)));
    const float f = std::bit_cast<float>(static_cast<uint32_t>(bits));
    check(f, nv_decimal_digits_f32(f), nv_decimal_exponent_f32(f));
  }
}

TEST_CASE("shortest decimals: what is no number has the digits 0") {
  for (const double x : {0.0, -0.0, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    CHECK(nv_decimal_digits_f64(x) == 0);
    CHECK(nv_decimal_digits_f32(static_cast<float>(x)) == 0);
  }
}

namespace {

/// As strtod reads it.
void check_value(nv_i64 digits, nv_i64 exponent) {
  const std::string text = std::to_string(digits) + "e" + std::to_string(exponent);
  CHECK_MESSAGE(std::bit_cast<uint64_t>(nv_from_decimal_i64(digits, exponent)) ==
                    std::bit_cast<uint64_t>(digits == 0 ? 0.0 : std::strtod(text.c_str(), nullptr)),
                text);
}

} // namespace

TEST_CASE("decimals to numbers: every power of ten, borders, halves") {
  for (nv_i64 e = -420; e < 420; ++e)
    for (const nv_i64 digits :
         {1ll, -5ll, 7ll, 99'999'999'999'999'999ll, 10'000'000'000'000'000ll, 22250738585072014ll,
          22250738585072011ll, 17976931348623157ll, 17976931348623159ll, 49406564584124654ll,
          24703282292062327ll, 24703282292062328ll, 9007199254740993ll, 9007199254740995ll})
      check_value(digits, e);
  for (nv_i64 k = 0; k < 64; ++k)
    check_value((nv_i64{1} << 53) + k, 0), check_value(5 * ((nv_i64{1} << 52) + k), -1);
  check_value(0, 5), check_value(1, INT64_MAX), check_value(1, INT64_MIN), check_value(-1, INT64_MAX);
  CHECK(std::isnan(nv_from_decimal_i64(100'000'000'000'000'000, 0)));
  CHECK(std::isnan(nv_from_decimal_i64(INT64_MIN, 0)));
}

TEST_CASE("decimals to numbers: random ones, what is printed, and midpoints cut off") {
  std::mt19937_64 random(11);
  for (int k = 0; k < 100000; ++k) {
    const auto digits = static_cast<nv_i64>(random() % (uint64_t{1} << (1 + random() % 56)));
    check_value(digits, static_cast<nv_i64>(random() % 700) - 360);
    const double x = std::bit_cast<double>(random());
    if (!std::isfinite(x)) continue;
    CHECK_MESSAGE(nv_from_decimal_i64(nv_decimal_digits_f64(x), nv_decimal_exponent_f64(x)) == x, x);
    char text[32];
    std::snprintf(text, sizeof text, "%.16e", x); // 17 digits
    std::string all;
    for (const char* p = text; *p != 'e'; ++p)
      if (*p != '.') all += *p;
    check_value(std::atoll(all.c_str()), std::atoll(std::strchr(text, 'e') + 1) - 16);
  }
}
