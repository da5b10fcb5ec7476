// Two electric fields and a magnetic one on a grid, by finite differences in time, in place.
#include "common.hpp"

std::vector<double> fdtd(const Array<double>& x, const Array<double>& y, const Array<double>& z, int steps) {
  const long n = x.shape[0];
  std::vector<double> ex = x.data, ey = y.data, hz = z.data;
  for (int t = 0; t < steps; ++t) {
    for (long j = 0; j < n; ++j) ey[j] = t;
#pragma omp parallel for
    for (long i = 1; i < n; ++i)
      for (long j = 0; j < n; ++j) ey[i * n + j] -= 0.5 * (hz[i * n + j] - hz[(i - 1) * n + j]);
#pragma omp parallel for
    for (long i = 0; i < n; ++i)
      for (long j = 1; j < n; ++j) ex[i * n + j] -= 0.5 * (hz[i * n + j] - hz[i * n + j - 1]);
#pragma omp parallel for
    for (long i = 0; i < n - 1; ++i)
      for (long j = 0; j < n - 1; ++j)
        hz[i * n + j] -= 0.7 * (ex[i * n + j + 1] - ex[i * n + j] + ey[(i + 1) * n + j] - ey[i * n + j]);
  }
  return hz;
}

int main() {
  auto ex = load<double>("fdtd_ex"), ey = load<double>("fdtd_ey"), hz = load<double>("fdtd_hz");
  save("fdtd", best_of_five([&] { return fdtd(ex, ey, hz, 60); }), ex.shape);
}
