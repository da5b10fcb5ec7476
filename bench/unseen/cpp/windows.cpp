// The sum of each 16 neighbours of a series, and the largest.
#include "common.hpp"

using Pair = std::pair<std::vector<double>, std::vector<double>>;

Pair along(const std::vector<double>& xs) {
  const long count = xs.size() - 15;
  Pair made{std::vector<double>(count), std::vector<double>(count)};
#pragma omp parallel for
  for (long i = 0; i < count; ++i) {
    double sum = 0, largest = xs[i];
    for (long k = 0; k < 16; ++k) sum += xs[i + k], largest = std::max(largest, xs[i + k]);
    made.first[i] = sum, made.second[i] = largest;
  }
  return made;
}

int main() {
  auto xs = load<double>("windows_xs");
  auto made = best_of_five([&] { return along(xs.data); });
  save("windows_sums", made.first), save("windows_largest", made.second);
}
