// Logistic regression by gradient descent.
#include "common.hpp"

std::vector<double> logreg(const Array<double>& x, const Array<double>& y, int steps, double rate) {
  const long n = x.shape[0], d = x.shape[1];
  std::vector<double> weights(d);
  for (int s = 0; s < steps; ++s) {
    std::vector<double> gradient(d);
    double* const g = gradient.data();
#pragma omp parallel for reduction(+ : g[:d])
    for (long i = 0; i < n; ++i) {
      double z = 0;
      for (long j = 0; j < d; ++j) z += weights[j] * x[i * d + j];
      const double error = 1 / (1 + std::exp(-z)) - y[i];
      for (long j = 0; j < d; ++j) g[j] += error * x[i * d + j];
    }
    for (long j = 0; j < d; ++j) weights[j] -= rate * gradient[j] / n;
  }
  return weights;
}

int main() {
  auto x = load<double>("logreg_x"), y = load<double>("logreg_y");
  save("logreg", best_of_five([&] { return logreg(x, y, 10, 0.5); }));
}
