// Two-point angular correlation: how many pairs of points lie how far apart, bins found by bisection as in Parboil.
#include "common.hpp"

// How many of the descending limits lie above a cosine.
static inline long bin_of(const std::vector<double>& limits, double cosine) {
  long low = 0, high = limits.size();
  while (low < high) {
    long middle = (low + high) / 2;
    if (cosine < limits[middle])
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

std::vector<int64_t> separations(const Array<double>& points, const std::vector<double>& limits) {
  const long n = points.shape[0], bins = limits.size() + 1;
  std::vector<int64_t> histogram(bins);
  int64_t* counts = histogram.data();
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : counts[:bins])
  for (long i = 0; i < n; ++i)
    for (long j = i + 1; j < n; ++j) {
      const double *p = &points[3 * i], *q = &points[3 * j];
      ++counts[bin_of(limits, p[0] * q[0] + p[1] * q[1] + p[2] * q[2])];
    }
  return histogram;
}

int main() {
  auto points = load<double>("tpacf_points"), limits = load<double>("tpacf_limits");
  save("tpacf", best_of_five([&] { return separations(points, limits.data); }));
}
