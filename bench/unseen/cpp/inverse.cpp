// Inverses of many small matrices, by Gauss and Jordan's elimination with pivots.
#include "common.hpp"

void invert(const double* m, double* inverse, long n) {
  double a[8][16];
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) a[i][j] = m[i * n + j], a[i][n + j] = i == j;
  for (long k = 0; k < n; ++k) {
    long at = k;
    for (long i = k + 1; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[at][k])) at = i;
    const double pivot = a[at][k];
    for (long j = 0; j < 2 * n; ++j) std::swap(a[k][j], a[at][j]), a[k][j] /= pivot;
    for (long i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = a[i][k];
      for (long j = 0; j < 2 * n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) inverse[i * n + j] = a[i][n + j];
}

std::vector<double> inverses(const Array<double>& ms) {
  const long count = ms.shape[0], n = ms.shape[1];
  std::vector<double> made(count * n * n);
#pragma omp parallel for
  for (long k = 0; k < count; ++k) invert(&ms.data[k * n * n], &made[k * n * n], n);
  return made;
}

int main() {
  auto ms = load<double>("inverse_ms");
  save("inverse", best_of_five([&] { return inverses(ms); }));
}
