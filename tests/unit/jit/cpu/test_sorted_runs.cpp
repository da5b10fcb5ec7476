// Cuts of sorted runs, which are known by samples, are those of the merged column.
#include "jit/cpu/sorted_runs.hpp"
#include <doctest/doctest.h>
#include <limits>
#include <random>

using namespace nova::plan;

TEST_CASE("cuts of sorted runs are those of a stable merge, and few keys have to be known") {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    const size_t runs = 1 + random() % 7;
    std::vector<int64_t> bounds{0};
    for (size_t q = 0; q < runs; ++q) bounds.push_back(bounds.back() + int64_t(random() % 200));
    const unsigned values = 1 + random() % 300;
    std::vector<double> keys(size_t(bounds.back()));
    for (double& k : keys)
      k = random() % 9 ? double(random() % values) : std::numeric_limits<double>::quiet_NaN();
    for (size_t q = 0; q < runs; ++q)
      std::sort(keys.begin() + bounds[q], keys.begin() + bounds[q + 1], stands_before<double>);
    const int64_t step = 1 + int64_t(random() % 20);
    SortedRuns<double> sorted(keys, bounds, step);
    std::vector<double> samples;
    std::vector<size_t> order(keys.size());
    for (size_t q = 0; q < runs; ++q)
      for (int64_t k = 0; k < sorted.samples_of(q); ++k) samples.push_back(sorted.sample(q, k));
    for (size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return stands_before(keys[a], keys[b]); });
    sorted.learn(samples);
    std::vector<int64_t> wanted(runs);
    for (size_t count = 0; count <= keys.size(); ++count) {
      REQUIRE(sorted.cut(int64_t(count)) == wanted);
      const auto window = sorted.window(int64_t(count));
      int64_t known = 0;
      for (size_t q = 0; q < runs; ++q) {
        REQUIRE(window.low[q] <= wanted[q]);
        REQUIRE(wanted[q] <= window.high[q]);
        known += window.high[q] - window.low[q];
      }
      REQUIRE(known <= int64_t(2 * runs + 2) * step);
      if (count == keys.size()) break;
      const auto run = std::ranges::upper_bound(bounds, int64_t(order[count])) - bounds.begin() - 1;
      ++wanted[size_t(run)];
    }
  }
}
