// decimal-digits and decimal-exponent are the digits that std::to_chars finds, which are the shortest that
// read back.
#include "runtime/scalar_decimal.h"
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
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
