// Spans of a kernel's reach hold each value that an operation may give.
#include "jit/cpu/run.hpp"
#include <doctest/doctest.h>
#include <random>

namespace {

bool holds(nova_span s, nv_i64 v) {
  return (s.lo <= v && v <= s.hi) || (s.lo2 <= s.hi2 && s.lo2 <= v && v <= s.hi2);
}

/// A span of small ints, mostly of one interval.
nova_span any_span(std::mt19937& random) {
  const auto any = [&](int below) { return static_cast<nv_i64>(random() % static_cast<unsigned>(below)); };
  const nv_i64 lo = any(30) - 12, hi = lo + any(6);
  if (any(3)) return {lo, hi, 1, 0};
  const nv_i64 next = hi + 2 + any(4);
  return {lo, hi, next, next + any(3)};
}

} // namespace

TEST_CASE("a span holds what its operation gives for all operands") {
  std::mt19937 random(3);
  struct Operation {
    nova_span (*spans)(nova_span, nova_span);
    nv_i64 (*ints)(nv_i64, nv_i64);
    bool divides;
  };
  const Operation operations[] = {
      {nova_span_add, [](nv_i64 a, nv_i64 b) { return a + b; }, false},
      {nova_span_sub, [](nv_i64 a, nv_i64 b) { return a - b; }, false},
      {nova_span_mul, [](nv_i64 a, nv_i64 b) { return a * b; }, false},
      {nova_span_div, [](nv_i64 a, nv_i64 b) { return a / b; }, true},
      {nova_span_rem, [](nv_i64 a, nv_i64 b) { return a % b; }, true},
      {nova_span_min, [](nv_i64 a, nv_i64 b) { return a < b ? a : b; }, false},
      {nova_span_max, [](nv_i64 a, nv_i64 b) { return a > b ? a : b; }, false},
      {nova_span_lt, [](nv_i64 a, nv_i64 b) { return nv_i64(a < b); }, false},
      {nova_span_le, [](nv_i64 a, nv_i64 b) { return nv_i64(a <= b); }, false},
      {nova_span_eq, [](nv_i64 a, nv_i64 b) { return nv_i64(a == b); }, false},
      {nova_either, [](nv_i64 a, nv_i64) { return a; }, false},
      {nova_either, [](nv_i64, nv_i64 b) { return b; }, false},
  };
  for (int trial = 0; trial < 20'000; ++trial) {
    const nova_span a = any_span(random), b = any_span(random);
    for (const Operation& o : operations) {
      const nova_span result = o.spans(a, b);
      for (nv_i64 x = -12; x <= 40; ++x)
        for (nv_i64 y = -12; y <= 40; ++y)
          if (holds(a, x) && holds(b, y) && !(o.divides && y == 0)) REQUIRE(holds(result, o.ints(x, y)));
    }
  }
}

TEST_CASE("spans are exact where stencils need it") {
  const nova_span n = nova_exactly(100), last = nova_exactly(99), one = nova_exactly(1);
  const auto is = [](nova_span s, nv_i64 lo, nv_i64 hi) { return s.lo == lo && s.hi == hi && s.lo2 > s.hi2; };
  CHECK(is(nova_span_min(last, nova_span_add(nova_interval(50, 99), one)), 51, 99));
  CHECK(is(nova_span_max(nova_span_sub(nova_interval(0, 49), one), nova_exactly(0)), 0, 48));
  const nova_span around = nova_span_rem(nova_span_add(nova_interval(50, 99), one), n);
  CHECK((around.lo == 51 && around.hi == 99 && around.lo2 == 0 && around.hi2 == 0));
  const nova_span rows = nova_span_mul(around, nova_exactly(10));
  CHECK((rows.lo == 510 && rows.hi == 990 && rows.lo2 == 0 && rows.hi2 == 0));
  CHECK(is(nova_span_rem(nova_interval(30, 250), n), 0, 99));
}

TEST_CASE("a span that may overflow holds all ints") {
  const nova_span all = NOVA_ALL, large = nova_interval(5, all.hi), one = nova_exactly(1);
  for (const nova_span s : {nova_span_add(large, one), nova_span_mul(large, nova_exactly(3)),
                            nova_span_sub(nova_exactly(-3), large), nova_span_add(all, one)})
    CHECK((s.lo == all.lo && s.hi == all.hi));
  nova_piece pieces[2];
  CHECK(nova_reads(pieces, nullptr, 8, all) == pieces + 1);
  CHECK(pieces[0].begin == -NOVA_FAR);
  CHECK(pieces[0].end == NOVA_FAR);
}
