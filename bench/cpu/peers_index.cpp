#include "bench/cpu/peers.hpp"
#include <algorithm>
#include <array>
#include <cstring>
#include <omp.h>
#include <vector>

namespace peers {

float histogram(const Data& d) {
  std::vector<int64_t> counts(static_cast<size_t>(d.places));
#pragma omp parallel num_threads(d.threads)
  {
    std::vector<int64_t> own(counts.size());
#pragma omp for schedule(static)
    for (int64_t i = 0; i < d.n; ++i) ++own[static_cast<size_t>(d.keys[i])];
#pragma omp critical
    for (size_t k = 0; k < own.size(); ++k) counts[k] += own[k];
  }
  return static_cast<float>(counts[0]);
}

float sums_by_key(const Data& d) {
  std::vector<float> sums(static_cast<size_t>(d.places));
  for (int64_t i = 0; i < d.n; ++i) sums[static_cast<size_t>(d.keys[i])] += d.x[i];
  return sums[0];
}

float radix_sort(const Data& d) {
  constexpr int bits = 11, digits = 1 << bits;
  std::vector<std::array<int64_t, digits>> at(3);
  for (auto& table : at) table.fill(0);
  for (int64_t i = 0; i < d.n; ++i)
    for (size_t p = 0; p < 3; ++p) ++at[p][d.words[i] >> (bits * p) & (digits - 1)];
  std::vector<uint32_t> one(d.words, d.words + d.n), two(one.size());
  for (size_t p = 0; p < 3; ++p, one.swap(two)) {
    int64_t before = 0;
    for (int64_t& place : at[p]) before += place, place = before - place;
    for (const uint32_t w : one) two[static_cast<size_t>(at[p][w >> (bits * p) & (digits - 1)]++)] = w;
  }
  return static_cast<float>(one[one.size() / 2]);
}

float standard_sort(const Data& d) {
  std::vector<uint32_t> all(d.words, d.words + d.n);
  std::sort(all.begin(), all.end());
  return static_cast<float>(all[all.size() / 2]);
}

float sparse(const Data& d) {
#pragma omp parallel for num_threads(d.threads) schedule(dynamic, 1024)
  for (int64_t r = 0; r < d.rows; ++r) {
    float sum = 0;
    for (int64_t k = d.offsets[r]; k < d.offsets[r + 1]; ++k) sum += d.values[k] * d.x[d.columns[k]];
    d.out[r] = sum;
  }
  return d.out[d.rows / 2];
}

} // namespace peers
