// The nearest reference point of each query, by looking at all.
#include "common.hpp"

struct Nearest {
  std::vector<int64_t> index;
  std::vector<float> distance;
};

Nearest knn(const Array<float>& references, const Array<float>& queries) {
  const long n = queries.shape[0], m = references.shape[0], d = references.shape[1];
  Nearest found{std::vector<int64_t>(n), std::vector<float>(n)};
#pragma omp parallel for
  for (long q = 0; q < n; ++q) {
    float best = INFINITY;
    long at = 0;
    for (long r = 0; r < m; ++r) {
      float sum = 0;
      for (long k = 0; k < d; ++k) {
        float difference = references[r * d + k] - queries[q * d + k];
        sum += difference * difference;
      }
      if (sum < best) best = sum, at = r;
    }
    found.index[q] = at;
    found.distance[q] = std::sqrt(best);
  }
  return found;
}

int main() {
  auto references = load<float>("knn_references"), queries = load<float>("knn_queries");
  Nearest found = best_of_five([&] { return knn(references, queries); });
  save("knn_index", found.index);
  save("knn_distance", found.distance);
}
