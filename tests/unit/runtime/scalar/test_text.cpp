// Numbers as text: the forms of language.md section 7, and that each reads back as the same bits.
#include "runtime/scalar/scalar_ops.h"
#include "runtime/scalar_text.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace nova;

namespace {
std::string text(double v) { return scalar_text(Value::of(v)); }
std::string text(float v) { return scalar_text(Value::of(v)); }
} // namespace

TEST_CASE("numbers have the forms that the language says") {
  CHECK(text(3.0) == "3.0");
  CHECK(text(-0.0) == "-0.0");
  CHECK(text(0.1) == "0.1");
  CHECK(text(1234.5) == "1234.5");
  CHECK(text(1e15) == "1000000000000000.0");
  CHECK(text(9999999999999998.0) == "9999999999999998.0");
  CHECK(text(1e16) == "1e16");
  CHECK(text(-1.5e300) == "-1.5e300");
  CHECK(text(1e-5) == "0.00001");
  CHECK(text(9.5e-6) == "9.5e-6");
  CHECK(text(5e-324) == "5e-324");
  CHECK(text(HUGE_VAL) == "inf");
  CHECK(text(-HUGE_VAL) == "-inf");
  CHECK(text(std::nan("")) == "nan");
  CHECK(text(-std::nan("")) == "nan");
  CHECK(text(3.0f) == "3.0f");
  CHECK(text(0.1f) == "0.1f");
  CHECK(text(1e16f) == "1e16f");
  CHECK(text(HUGE_VALF) == "inf");
  CHECK(scalar_text(Value::integer(Element::I8, -5)) == "-5");
  CHECK(scalar_text(Value::of(INT64_MIN)) == "-9223372036854775808");
  CHECK(scalar_text(Value::of(true)) == "true");
  CHECK(scalar_text(Value::unit()) == "nil");
}

TEST_CASE("floating numbers read back bit for bit") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200'000; ++i) {
    const double d = nv_from_bits_f64(random());
    const float f = nv_from_bits_f32(static_cast<uint32_t>(random()));
    std::string s, t;
    append_number(s, d), append_number(t, f);
    REQUIRE(s.find_first_of(".en") != s.npos); // it reads as floating, not as an integer
    REQUIRE(nv_bits_f64(nv_canon_f64(*parse_number<double>(s))) == nv_bits_f64(nv_canon_f64(d)));
    REQUIRE(nv_bits_f32(nv_canon_f32(*parse_number<float>(t))) == nv_bits_f32(nv_canon_f32(f)));
  }
}

TEST_CASE("parsing takes the whole text or none of it") {
  CHECK(parse_number<int64_t>("+42") == 42);
  CHECK(parse_number<int64_t>("-9223372036854775808") == INT64_MIN);
  CHECK_FALSE(parse_number<int64_t>("9223372036854775808"));
  CHECK_FALSE(parse_number<int8_t>("128"));
  CHECK_FALSE(parse_number<uint8_t>("-1"));
  CHECK(parse_number<double>("1e400") == HUGE_VAL);
  CHECK(parse_number<double>("-1e400") == -HUGE_VAL);
  CHECK(parse_number<double>("1e-400") == 0.0);
  CHECK(parse_number<float>("1e-46") == 0.0f);
  CHECK(parse_number<float>("16777217") == 16777216.0f);
  for (const char* bad : {"", "+", "-", "1x", " 1", "1 ", "++1", "+-1", "e5", "0x10"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_number<double>(bad));
    CHECK_FALSE(parse_number<int32_t>(bad));
  }
  CHECK(parse_scalar(Element::Bool, "true")->as_bool());
  CHECK_FALSE(parse_scalar(Element::Bool, "True"));
  CHECK(parse_scalar(Element::Char, "x")->as_char() == 'x');
}
