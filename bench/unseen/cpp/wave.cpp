// The wave equation in two dimensions: leapfrog, zero at the borders. The new state takes the place of the one before.
#include "common.hpp"

std::vector<double> wave(const Array<double>& start, const Array<double>& factors, long steps) {
  const long height = start.shape[0], width = start.shape[1];
  std::vector<double> before = start.data, now = start.data;
  for (long s = 0; s < steps; ++s) {
#pragma omp parallel for
    for (long r = 1; r < height - 1; ++r)
      for (long c = 1; c < width - 1; ++c) {
        const long i = r * width + c;
        double laplacian = now[i - width] + now[i + width] + now[i - 1] + now[i + 1] - 4 * now[i];
        before[i] = 2 * now[i] - before[i] + factors[i] * laplacian;
      }
    std::swap(before, now);
  }
  return now;
}

int main() {
  auto start = load<double>("wave_start"), factors = load<double>("wave_factors");
  long steps = load<int64_t>("wave_steps")[0];
  save("wave", best_of_five([&] { return wave(start, factors, steps); }), start.shape);
}
