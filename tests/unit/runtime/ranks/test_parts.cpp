// Which bytes of a column each rank has, and what moves.
#include "runtime/ranks/parts.hpp"
#include <doctest/doctest.h>
#include <random>
#include <set>

using namespace nova;

namespace {

/// The positions of a set, one by one.
std::set<uint64_t> positions(const ByteRanges& ranges) {
  std::set<uint64_t> all;
  for (const ByteRanges::Range& r : ranges.ranges())
    for (uint64_t k = r.begin; k < r.end; ++k) all.insert(k);
  return all;
}

} // namespace

TEST_CASE("ranges of bytes are sets of positions") {
  std::mt19937 random(1);
  const auto any = [&](uint64_t below) { return static_cast<uint64_t>(random()) % below; };
  for (int trial = 0; trial < 2000; ++trial) {
    ByteRanges a, b;
    std::set<uint64_t> in_a, in_b;
    for (int k = 0; k < 5; ++k) {
      const uint64_t from = any(40), to = from + any(8);
      (k % 2 ? b : a).add({from, to});
      for (uint64_t p = from; p < to; ++p) (k % 2 ? in_b : in_a).insert(p);
    }
    REQUIRE(positions(a) == in_a);
    std::set<uint64_t> less, both;
    for (const uint64_t p : in_a) (in_b.contains(p) ? both : less).insert(p);
    REQUIRE(positions(a.without(b)) == less);
    REQUIRE(positions(a.within(b)) == both);
    REQUIRE(a.bytes() == in_a.size());
    for (size_t k = 1; k < a.ranges().size(); ++k) REQUIRE(a.ranges()[k - 1].end < a.ranges()[k].begin);
  }
}

TEST_CASE("a rank gets what it lacks from the nearest rank that has it, and nothing else") {
  std::byte memory[100];
  PartColumn column{memory, 100, std::vector<ByteRanges>(4)};
  column.by_rank[0].add({0, 30}), column.by_rank[1].add({20, 60}), column.by_rank[3].add({60, 90});
  WantedBytes wanted{&column, std::vector<ByteRanges>(4)};
  wanted.by_rank[0].add({10, 40}), wanted.by_rank[2].add({25, 100});
  CHECK(bytes_lacked(wanted) == 75);
  const std::vector<ColumnMove> moves = moves_for(wanted);
  REQUIRE(moves.size() == 3);
  CHECK((moves[0].from == 1 && moves[0].to == 0 && moves[0].at == memory + 30 && moves[0].bytes == 10));
  CHECK((moves[1].from == 1 && moves[1].to == 2 && moves[1].at == memory + 25 && moves[1].bytes == 35));
  CHECK((moves[2].from == 3 && moves[2].to == 2 && moves[2].at == memory + 60 && moves[2].bytes == 30));
  CHECK(wanted.by_rank[2].bytes() == 65); // no rank has the last bytes
}

TEST_CASE("a column that is filled again, or given back, is distributed no more") {
  std::byte memory[100];
  Parts parts;
  const auto column = [&](size_t from, size_t to) {
    PartColumn made{memory + from, to - from, std::vector<ByteRanges>(2)};
    made.by_rank[0].add({0, 10});
    return made;
  };
  parts.add(column(0, 50)), parts.add(column(50, 100));
  CHECK(parts.inside(memory, memory + 100).size() == 2);
  CHECK(parts.inside(memory, memory + 99).size() == 1);
  parts.add(column(40, 60));
  CHECK(parts.inside(memory, memory + 100).size() == 1);
  parts.inside(memory, memory + 100)[0]->by_rank[1].add({0, 10});
  parts.settle();
  CHECK(parts.empty());
}
