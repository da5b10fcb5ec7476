// PageRank of a graph that is given by its edges. With one thread the sums need no atomic operations.
#include "common.hpp"
#include <omp.h>

static std::vector<double> pagerank(const Array<int64_t>& from, const Array<int64_t>& to, long n,
                                    long rounds) {
  const long edges = from.data.size();
  const bool alone = omp_get_max_threads() == 1;
  std::vector<long> degree(n);
  for (long e = 0; e < edges; ++e) ++degree[from[e]];
  std::vector<double> rank(n, 1.0 / n), share(n), got(n);
  for (long k = 0; k < rounds; ++k) {
    double lost = 0;
#pragma omp parallel for reduction(+ : lost)
    for (long i = 0; i < n; ++i) {
      share[i] = degree[i] ? rank[i] / degree[i] : 0;
      lost += degree[i] ? 0 : rank[i];
      got[i] = 0;
    }
    if (alone) {
      for (long e = 0; e < edges; ++e) got[to[e]] += share[from[e]];
    } else {
#pragma omp parallel for
      for (long e = 0; e < edges; ++e) {
#pragma omp atomic
        got[to[e]] += share[from[e]];
      }
    }
    for (long i = 0; i < n; ++i) rank[i] = 0.15 / n + 0.85 * (got[i] + lost / n);
  }
  return rank;
}

int main() {
  auto from = load<int64_t>("pagerank_from"), to = load<int64_t>("pagerank_to");
  auto sizes = load<int64_t>("pagerank_sizes");
  save("pagerank", best_of_five([&] { return pagerank(from, to, sizes[0], sizes[1]); }));
}
