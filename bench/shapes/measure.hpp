// Variants of one job, timed in turn in one process: a round runs every variant once, and what is reported is
// the median over the rounds of (first variant's time / this variant's time). So a noisy neighbour hits all
// alike.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace bench {

struct Variant {
  std::string name;
  std::function<void()> run;
};

inline double milliseconds(const std::function<void()>& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// OpenMP's threads spin for some milliseconds after their work, which would be the next one's loss.
inline void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

inline double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<int64_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

// Prints a row: the first variant's time for `work` units in ns per unit, then each other variant's ratio to
// it.
inline void compare(const char* title, double work, const std::vector<Variant>& variants, int rounds = 31) {
  std::vector<std::vector<double>> times(variants.size()), ratios(variants.size());
  for (int round = -2; round < rounds; ++round) {
    for (size_t v = 0; v < variants.size(); ++v) {
      const double t = milliseconds(variants[v].run);
      if (round < 0) continue;
      times[v].push_back(t);
      ratios[v].push_back(times[0].back() / t);
    }
  }
  std::printf("| %-28s | %s %.4f", title, variants[0].name.c_str(), median(times[0]) * 1e6 / work);
  for (size_t v = 1; v < variants.size(); ++v)
    std::printf(" | %s %.3f", variants[v].name.c_str(), median(ratios[v]));
  std::printf(" |\n");
  std::fflush(stdout);
}

// Memory at a page's border (2 MiB pages where it is large), so that all variants see the same alignment.
inline float* floats(int64_t n) {
  const size_t page = n < 1 << 20 ? 4096 : 2 << 20,
               bytes = (static_cast<size_t>(n) * 4 + 2 * page - 1) / page * page;
  auto* x = static_cast<float*>(std::aligned_alloc(page, bytes));
  madvise(x, bytes, MADV_HUGEPAGE);
  std::mt19937 random(1);
  for (int64_t k = 0; k < n; ++k) x[k] = static_cast<float>(random() % 2001) / 1000.0f - 1.0f;
  return x;
}

// Keeps a result alive without a store that the variants would share.
template <class T> inline void keep(const T& value) { asm volatile("" : : "g"(&value) : "memory"); }

} // namespace bench
