// Jobs that ranks share: each computes its part, and all get the whole.
#include "runtime/ranks/division.hpp"
#include "runtime/ranks/thread_job.hpp"
#include <doctest/doctest.h>
#include <numeric>

using namespace nova;

namespace {

const char code = 0; // its address stands for a job's code

/// A trial by which sharing pays, or does not.
Division::Trial long_trial() { return {10, 1e9}; }
Division::Trial short_trial() { return {10, 10}; }

JobColumn column_of(std::vector<int64_t>& all, const int64_t* offsets = nullptr) {
  return {reinterpret_cast<std::byte*>(all.data()), all.size() * sizeof all[0], sizeof all[0], offsets};
}

/// All of these columns, for each rank.
std::vector<ColumnWish> all_of(const std::vector<JobColumn>& columns) {
  std::vector<ColumnWish> wishes;
  for (const JobColumn& c : columns)
    wishes.push_back(
        {ColumnWish::each_rank, c.column, {c.column, c.bytes}, -ColumnWish::far, ColumnWish::far});
  return wishes;
}

} // namespace

TEST_CASE("each rank computes a part of a job, and all get the whole") {
  for (const int64_t units : {int64_t{11}, int64_t{13}, int64_t{100}, int64_t{12345}}) {
    const auto told = on_ranks(3, [&](Ranks& ranks, ThreadNetwork&) {
      Division::Choices choices;
      Division division(ranks, choices, {});
      CHECK(!division.choice(&code, units));
      Division::Trial trial = long_trial();
      CHECK(division.decide(&code, units, 8, trial, Division::none) == Division::none);
      CHECK(trial.done == 10);
      CHECK(*division.choice(&code, units));
      std::vector<int64_t> all(static_cast<size_t>(units));
      std::iota(all.begin(), all.begin() + 10, 0);
      for (const Division::Range part : division.parts({10, units}, {}, ranks.rank()))
        for (int64_t k = part.begin; k < part.end; ++k) all[static_cast<size_t>(k)] = k;
      const std::vector<JobColumn> columns = {column_of(all)};
      CHECK(division.keep({10, units}, {}, columns) == Division::none);
      CHECK(division.fetch(all_of(columns), Division::none) == Division::none);
      CHECK(!division.has_parts());
      for (int64_t k = 0; k < units; ++k) REQUIRE(all[static_cast<size_t>(k)] == k);
      CHECK(division.finish({}, Division::none) == Division::none);
      CHECK(ranks.counts().columns == 1);
      CHECK(ranks.counts().moved_bytes == 2 * 8 * static_cast<uint64_t>(units - 10));
      CHECK(ranks.counts().meetings == 3);
    });
    CHECK(told == all_well(3));
  }
}

TEST_CASE("units of different lengths come to their places") {
  const std::vector<int64_t> offsets = {0, 3, 3, 10, 11, 30};
  const auto told = on_ranks(3, [&](Ranks& ranks, ThreadNetwork&) {
    Division::Choices choices;
    Division division(ranks, choices, {});
    std::vector<int64_t> all(30);
    for (const Division::Range part : division.parts({0, 5}, {}, ranks.rank()))
      for (int64_t u = part.begin; u < part.end; ++u)
        for (auto k = static_cast<size_t>(offsets[size_t(u)]); k < size_t(offsets[size_t(u) + 1]); ++k)
          all[k] = u;
    const std::vector<JobColumn> columns = {column_of(all, offsets.data())};
    CHECK(division.keep({0, 5}, {}, columns) == Division::none);
    CHECK(division.finish(all_of(columns), Division::none) == Division::none);
    CHECK(all[2] == 0);
    CHECK(all[9] == 2);
    CHECK(all[10] == 3);
    CHECK(all[29] == 4);
  });
  CHECK(told == all_well(3));
}

TEST_CASE("rank 0 decides for all") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    Division::Choices choices;
    Division division(ranks, choices, {});
    Division::Trial trial = ranks.is_first() ? short_trial() : long_trial();
    division.decide(&code, 100, 8, trial, Division::none);
    CHECK(!*division.choice(&code, 100));
    CHECK(!*division.choice(&code, 120)); // of the same order of magnitude
    CHECK(!division.choice(&code, 1000));
  });
  CHECK(told == all_well(3));
}

TEST_CASE("a failure of one rank is every rank's, whatever each was about to do") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    Division::Choices choices;
    Division division(ranks, choices, {});
    std::vector<int64_t> all(30);
    const std::vector<JobColumn> columns = {column_of(all)};
    if (ranks.rank() == 1)
      CHECK(division.finish({}, Division::limit) == Division::limit);
    else {
      CHECK(division.keep({0, 30}, {}, columns) == Division::none);
      CHECK(division.fetch(all_of(columns), Division::none) == Division::limit);
    }
    CHECK(division.finish({}, Division::none) == Division::limit); // without another meeting
    CHECK(ranks.counts().meetings == 1);
  });
  CHECK(told == all_well(3));
}

TEST_CASE("of several failures all ranks take the same one") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    Division::Choices choices;
    Division division(ranks, choices, {});
    const Division::Failure mine = ranks.is_first() ? Division::none : 4 + Division::Failure(ranks.rank());
    CHECK(division.finish({}, mine) == 5);
  });
  CHECK(told == all_well(3));
}

TEST_CASE("a rank that left the run early is told") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    Division::Choices choices;
    Division division(ranks, choices, {});
    if (ranks.rank() == 2) return ranks.end("error[E0604]: out of time", true, {});
    division.finish({}, Division::none);
  });
  CHECK(told[0] == "E0606 rank 2 of 3 failed: error[E0604]: out of time");
  CHECK(told[1] == told[0]);
}

TEST_CASE("ranks have as much to do where units cost more and more") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    Division::Choices choices;
    const Division division(ranks, choices, {});
    int64_t cost = 0, units = 0;
    for (const Division::Range part : division.parts({0, 3000}, {}, ranks.rank()))
      for (int64_t k = part.begin; k < part.end; ++k) cost += k, ++units;
    CHECK(units == 1000);
    CHECK(std::abs(cost - 1'500'000) < 150'000); // a third of all, within a tenth
  });
  CHECK(told == all_well(3));
}

TEST_CASE("parts of units that cost the same begin at tiles, and at the same elements in jobs over tiles") {
  for (const int64_t n : {int64_t{5}, int64_t{70'001}, int64_t{1'000'000}, int64_t{20'000'001}})
    for (int size = 1; size <= 9; ++size) {
      const auto told = on_ranks(size, [&](Ranks& ranks, ThreadNetwork&) {
        Division::Choices choices;
        const Division division(ranks, choices, {});
        const Division::Range own = division.parts({0, n}, {1, true}, ranks.rank())[0];
        const int64_t tiles = (n + 1023) / 1024;
        const Division::Range tile = division.parts({0, tiles}, {1024, true}, ranks.rank())[0];
        CHECK(own.begin ==
              (ranks.is_first() ? 0 : division.parts({0, n}, {1, true}, ranks.rank() - 1)[0].end));
        if (ranks.rank() == size - 1) CHECK(own.end == n);
        if (n < 65536 * size) return;
        CHECK(own.begin == tile.begin * 1024);
        CHECK(own.end == std::min(tile.end * 1024, n));
      });
      CHECK(told == all_well(size));
    }
}

TEST_CASE("a stencil's rounds send its borders alone") {
  constexpr int64_t n = 90'000, rounds = 20, reach = 2;
  for (int size = 2; size <= 9; ++size) {
    const auto told = on_ranks(size, [&](Ranks& ranks, ThreadNetwork& network) {
      Division::Choices choices;
      Division division(ranks, choices, {});
      std::vector<int64_t> old(n), now(n);
      std::iota(old.begin(), old.end(), 0);
      const auto column = [](std::vector<int64_t>& v) { return std::vector<JobColumn>{column_of(v)}; };
      for (int64_t round = 0; round < rounds; ++round) {
        std::vector<ColumnWish> borders;
        const auto* from = reinterpret_cast<const std::byte*>(old.data());
        for (int k = 0; k < size; ++k) {
          const Division::Range part = division.parts({0, n}, {1, true}, k)[0];
          borders.push_back({k, from, {from, n * 8}, (part.begin - reach) * 8, (part.end + reach) * 8});
        }
        CHECK(division.fetch(borders, Division::none) == Division::none);
        const Division::Range own = division.parts({0, n}, {1, true}, ranks.rank())[0];
        for (int64_t i = own.begin; i < own.end; ++i)
          now[size_t(i)] =
              old[size_t(std::max<int64_t>(i - reach, 0))] + old[size_t(std::min(i + reach, n - 1))];
        CHECK(division.keep({0, n}, {1, true}, column(now)) == Division::none);
        std::swap(old, now);
      }
      const uint64_t sides = ranks.is_first() || ranks.rank() == size - 1 ? 1 : 2;
      CHECK(network.moved == sides * reach * 8 * (rounds - 1)); // the first round has all
      CHECK(network.messages == sides * (rounds - 1));
      CHECK(ranks.counts().moved_bytes == uint64_t(2 * (size - 1) * reach * 8 * (rounds - 1)));
      CHECK(ranks.counts().meetings == rounds - 1);
      CHECK(division.finish(all_of(column(old)), Division::none) == Division::none);
      CHECK(std::ranges::all_of(old, [](int64_t v) { return v != 0; }));
    });
    CHECK(told == all_well(size));
  }
}

TEST_CASE("what all ranks fail at after jobs without a meeting is one failure") {
  const auto told = on_ranks(3, [](Ranks& ranks, ThreadNetwork&) {
    Division::Choices choices;
    Division division(ranks, choices, {});
    std::vector<int64_t> all(300);
    const std::vector<JobColumn> columns = {column_of(all)};
    Division::Failure failure = Division::none;
    for (int job = 0; job < 10'000 && failure == Division::none; ++job) {
      if (ranks.rank() == 2 && job == 7)
        failure = division.finish({}, 4);
      else
        failure = division.keep({0, 300}, {1, true}, columns);
    }
    CHECK(failure == 4); // also on those that fetch nothing
  });
  CHECK(told == all_well(3));
}
