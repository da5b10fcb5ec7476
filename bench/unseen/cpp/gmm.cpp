// A step of expectation and maximisation for a mixture of Gaussians with diagonal covariances.
#include "common.hpp"

std::vector<double> gmm(const Array<double>& x, const Array<double>& w, const Array<double>& mu,
                        const Array<double>& var) {
  const long n = x.shape[0], d = x.shape[1], k = w.data.size();
  std::vector<double> r(n * k), sums(k), means(k * d), variances(k * d);
  double *const s = sums.data(), *const m = means.data(), *const v = variances.data();
#pragma omp parallel for reduction(+ : s[:k], m[:k * d])
  for (long i = 0; i < n; ++i) {
    double* const own = &r[i * k];
    double top = -INFINITY, sum = 0;
    for (long c = 0; c < k; ++c) {
      double terms = 0;
      for (long j = 0; j < d; ++j) {
        const double apart = x[i * d + j] - mu[c * d + j];
        terms += std::log(6.283185307179586 * var[c * d + j]) + apart * apart / var[c * d + j];
      }
      own[c] = std::log(w[c]) - 0.5 * terms;
      top = std::max(top, own[c]);
    }
    for (long c = 0; c < k; ++c) sum += own[c] = std::exp(own[c] - top);
    for (long c = 0; c < k; ++c) {
      own[c] /= sum, s[c] += own[c];
      for (long j = 0; j < d; ++j) m[c * d + j] += own[c] * x[i * d + j];
    }
  }
  for (long c = 0; c < k * d; ++c) means[c] /= sums[c / d];
#pragma omp parallel for reduction(+ : v[:k * d])
  for (long i = 0; i < n; ++i)
    for (long c = 0; c < k; ++c)
      for (long j = 0; j < d; ++j) {
        const double apart = x[i * d + j] - means[c * d + j];
        v[c * d + j] += r[i * k + c] * apart * apart;
      }
  std::vector<double> all;
  for (double sum : sums) all.push_back(sum / n);
  all.insert(all.end(), means.begin(), means.end());
  for (long c = 0; c < k * d; ++c) all.push_back(variances[c] / sums[c / d]);
  return all;
}

int main() {
  auto x = load<double>("gmm_xs"), mu = load<double>("gmm_mu"), var = load<double>("gmm_var"),
       w = load<double>("gmm_w");
  save("gmm", best_of_five([&] { return gmm(x, w, mu, var); }));
}
