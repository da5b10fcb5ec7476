// Scalars: the two meanings that could drift apart are judged here by arithmetic in __int128 and by known
// values.
#include "interp/scalar_table.hpp"
#include "runtime/scalar/scalar_overloads.hpp"
#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <random>
#include <vector>

namespace scalar = nova::scalar;
using Id = nova::BuiltinId;
using wide = __int128;

namespace {

template <Id id> constexpr nova::Operation<id> op{};

/// The value of x modulo 2^width, in T's range: what "integers wrap" means.
template <class T> T wrapped(wide x) {
  const wide size = wide(1) << (8 * sizeof(T));
  x %= size;
  if (x < 0) x += size;
  if (x > wide(std::numeric_limits<T>::max())) x -= size;
  return static_cast<T>(x);
}

/// The product modulo 2^128.
wide product(wide a, wide b) {
  using bits = unsigned __int128;
  return static_cast<wide>(static_cast<bits>(a) * static_cast<bits>(b));
}

template <class T> std::vector<T> sample_values() {
  using limits = std::numeric_limits<T>;
  std::vector<T> v;
  for (wide x : {wide(limits::min()), wide(limits::min()) + 1, wide(-2), wide(-1), wide(0), wide(1), wide(2),
                 wide(7), wide(limits::max()) - 1, wide(limits::max())})
    v.push_back(wrapped<T>(x));
  std::mt19937_64 random(42);
  for (int i = 0; i < 100; ++i) v.push_back(static_cast<T>(random() >> (random() % 64)));
  return v;
}

template <class T> void check_pair(T a, T b) {
  CHECK(op<Id::Add>(a, b) == wrapped<T>(wide(a) + b));
  CHECK(op<Id::Subtract>(a, b) == wrapped<T>(wide(a) - b));
  CHECK(op<Id::Multiply>(a, b) == wrapped<T>(product(a, b)));
  CHECK(op<Id::Fma>(a, b, T(3)) == wrapped<T>(wrapped<T>(product(a, b)) + wide(3)));
  CHECK(op<Id::Divide>(a, b) == (b == 0 ? T(0) : wrapped<T>(wide(a) / b)));
  CHECK(op<Id::Remainder>(a, b) == (b == 0 ? T(0) : wrapped<T>(wide(a) % b)));
  CHECK(op<Id::Min>(a, b) == std::min(a, b));
  CHECK(op<Id::Max>(a, b) == std::max(a, b));
  const int width = 8 * sizeof(T), count = static_cast<int>(((wide(b) % width) + width) % width);
  CHECK(op<Id::ShiftLeft>(a, b) == wrapped<T>(product(a, wide(1) << count)));
  wide floor = wide(a) / (wide(1) << count);
  if (floor * (wide(1) << count) > a) --floor;
  CHECK(op<Id::ShiftRight>(a, b) == wrapped<T>(floor));
  CHECK(op<Id::ShiftRightLogical>(a, b) == wrapped<T>(static_cast<std::make_unsigned_t<T>>(a) >> count));
  const auto bits = static_cast<std::make_unsigned_t<T>>(a);
  CHECK(op<Id::RotateLeft>(a, b) == static_cast<T>(std::rotl(bits, count)));
  CHECK(op<Id::RotateRight>(a, b) == static_cast<T>(std::rotr(bits, count)));
  CHECK(op<Id::Less>(a, b) == (a < b));
  CHECK(op<Id::GreaterEqual>(a, b) == (a >= b));
}

constexpr float nan32 = std::numeric_limits<float>::quiet_NaN();
constexpr double nan64 = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_CASE_TEMPLATE("integers wrap, truncate and shift modulo their width", T, int64_t, int32_t, int16_t,
                   int8_t, uint64_t, uint32_t, uint16_t, uint8_t) {
  const auto v = sample_values<T>();
  for (T a : v) {
    CHECK(op<Id::Negate>(a) == wrapped<T>(-wide(a)));
    CHECK(op<Id::Abs>(a) == wrapped<T>(a < 0 ? -wide(a) : wide(a)));
    CHECK(op<Id::BitNot>(a) == wrapped<T>(-wide(a) - 1));
    const auto bits = static_cast<std::make_unsigned_t<T>>(a);
    CHECK(op<Id::Popcount>(a) == std::popcount(bits));
    CHECK(op<Id::LeadingZeros>(a) == std::countl_zero(bits));
    CHECK(op<Id::TrailingZeros>(a) == std::countr_zero(bits));
    CHECK(scalar::convert<int8_t>(a) == wrapped<int8_t>(a));
    CHECK(scalar::convert<uint8_t>(a) == wrapped<uint8_t>(a));
    CHECK(scalar::convert<int32_t>(a) == wrapped<int32_t>(a));
    CHECK(op<Id::ToBool>(a) == (a != 0));
    for (T b : v) check_pair(a, b);
  }
}

TEST_CASE("min and max prefer numbers to NaN and order the zeros") {
  for (double z : {0.0, 1.5, -HUGE_VAL}) {
    CHECK(op<Id::Min>(nan64, z) == z);
    CHECK(op<Id::Min>(z, nan64) == z);
    CHECK(op<Id::Max>(nan64, z) == z);
    CHECK(op<Id::Max>(z, nan64) == z);
  }
  CHECK(std::signbit(op<Id::Min>(0.0f, -0.0f)));
  CHECK(std::signbit(op<Id::Min>(-0.0f, 0.0f)));
  CHECK_FALSE(std::signbit(op<Id::Max>(0.0, -0.0)));
  CHECK_FALSE(std::signbit(op<Id::Max>(-0.0, 0.0)));
  CHECK(std::isnan(op<Id::Min>(-nan32, nan32)));
  CHECK(op<Id::Max>(1.0f, 2.0f) == 2.0f);
  CHECK(op<Id::Min>(-3.0, 2.0) == -3.0);
}

TEST_CASE("comparison with NaN is false, ne is true") {
  CHECK_FALSE(op<Id::Equal>(nan64, nan64));
  CHECK(op<Id::NotEqual>(nan32, nan32));
  CHECK_FALSE(op<Id::Less>(nan64, 1.0));
  CHECK_FALSE(op<Id::GreaterEqual>(nan64, 1.0));
  CHECK(op<Id::Equal>(0.0, -0.0));
}

TEST_CASE("floating to integer truncates, saturates, and NaN gives 0") {
  CHECK(scalar::convert<int64_t>(2.9) == 2);
  CHECK(scalar::convert<int64_t>(-2.9) == -2);
  CHECK(scalar::convert<int64_t>(nan64) == 0);
  CHECK(scalar::convert<int64_t>(1e30) == INT64_MAX);
  CHECK(scalar::convert<int64_t>(-1e30f) == INT64_MIN);
  CHECK(scalar::convert<int64_t>(0x1p63) == INT64_MAX);
  CHECK(scalar::convert<int64_t>(0x1.fffffffffffffp62) == 0x7ffffffffffffc00);
  CHECK(scalar::convert<int32_t>(2147483647.5) == INT32_MAX);
  CHECK(scalar::convert<int32_t>(-2147483648.9) == INT32_MIN);
  CHECK(scalar::convert<int8_t>(127.9f) == 127);
  CHECK(scalar::convert<int8_t>(-128.9f) == -128);
  CHECK(scalar::convert<int8_t>(-129.0f) == -128);
  CHECK(scalar::convert<uint8_t>(-0.5f) == 0);
  CHECK(scalar::convert<uint8_t>(255.9) == 255);
  CHECK(scalar::convert<uint8_t>(INFINITY) == 255);
  CHECK(scalar::convert<uint16_t>(65535.9) == 65535);
  CHECK(scalar::convert<uint16_t>(-1.0f) == 0);
  CHECK(scalar::convert<uint32_t>(0x1p32) == UINT32_MAX);
  CHECK(scalar::convert<uint32_t>(0x1.fffffep31f) == 0xffffff00u);
  CHECK(scalar::convert<uint64_t>(0x1p63) == 0x1p63);
  CHECK(scalar::convert<uint64_t>(0x1.fffffffffffffp63) == 0xfffffffffffff800u);
  CHECK(scalar::convert<uint64_t>(0x1p64f) == UINT64_MAX);
  CHECK(scalar::convert<uint64_t>(nan64) == 0);
  CHECK(op<Id::ToChar>(97.5) == 'a');
  CHECK(op<Id::ToBool>(0.25));
}

TEST_CASE("the conversions for SIMD loops agree with those of the machine") {
  for (const uint64_t a : sample_values<uint64_t>()) {
    CHECK(nv_unsigned_sum_f64(a) == static_cast<double>(a));
    CHECK(nv_unsigned_sum_f32(a) == static_cast<float>(a));
    CHECK(nv_sum_f64(static_cast<int64_t>(a)) == static_cast<double>(static_cast<int64_t>(a)));
    CHECK(nv_sum_f32(static_cast<int64_t>(a)) == static_cast<float>(static_cast<int64_t>(a)));
    for (const double x : {std::bit_cast<double>(a), static_cast<double>(a), 0.5 - static_cast<double>(a)}) {
      CHECK(nv_sum_u64(x) == nv_one_u64_f64(x));
      CHECK(nv_sum_i64(x) == nv_one_i64_f64(x));
    }
  }
}

TEST_CASE("integer to floating rounds once, to the nearest, ties to even") {
  CHECK(scalar::convert<float>(int64_t{16777217}) == 16777216.0f);
  CHECK(scalar::convert<float>(int64_t{16777219}) == 16777220.0f);
  CHECK(scalar::convert<double>(int64_t{9007199254740993}) == 9007199254740992.0);
  // Twice rounded, by way of double, this one would come out lower.
  CHECK(scalar::convert<float>(int64_t{0x1000001000000001}) == 0x1.000002p60f);
  CHECK(scalar::convert<float>(uint64_t{0x8000008000000001}) == 0x1.000002p63f);
  CHECK(scalar::convert<double>(UINT64_MAX) == 0x1p64);
  CHECK(nv_bits_f64(scalar::convert<double>(-nan32)) == 0x7ff8000000000000u);
}

TEST_CASE("fma rounds once") {
  const double a = 1.0 + 0x1p-30;
  CHECK(op<Id::Fma>(a, a, -(1.0 + 0x1p-29)) == 0x1p-60);
}
