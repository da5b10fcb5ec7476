// The hull of points: those outside of an edge go on to the edges to the farthest of them. The first two
// edges are tasks.
#pragma once
#include "bench/rich/peers.hpp"
#include <algorithm>
#include <cstddef>

namespace rich {

struct Point {
  double x, y;
};

inline double distance(Point a, Point b, Point p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

// Those of `from` outside of the edge to `to`, and the place of the farthest.
inline size_t outside(const Point* from, size_t count, Point a, Point b, Point* to, size_t& far) {
  size_t kept = 0;
  double most = 0;
  for (size_t k = 0; k < count; ++k) {
    const Point p = from[k];
    const double d = distance(a, b, p);
    to[kept] = p;
    if (d > most) most = d, far = kept;
    kept += d > 0;
  }
  return kept;
}

inline void edge(const std::vector<Point>& above, size_t count, size_t far, Point a, Point b,
                 std::vector<Point>& out) {
  if (!count) return out.push_back(a);
  const Point c = above[far];
  std::vector<Point> next(count + 1);
  size_t f = 0;
  size_t kept = outside(above.data(), count, a, c, next.data(), f);
  edge(next, kept, f, a, c, out);
  kept = outside(above.data(), count, c, b, next.data(), f);
  edge(next, kept, f, c, b, out);
}

inline void first(const std::vector<Point>& all, Point a, Point b, std::vector<Point>& out) {
  std::vector<Point> above(all.size() + 1);
  size_t far = 0;
  const size_t count = outside(all.data(), all.size(), a, b, above.data(), far);
  edge(above, count, far, a, b, out);
}

inline void quickhull(const std::vector<Point>& all, int threads, Output& out) {
  const auto by_x = [](Point a, Point b) { return a.x < b.x; };
  const Point a = *std::min_element(all.begin(), all.end(), by_x),
              b = *std::max_element(all.begin(), all.end(), by_x);
  std::vector<Point> upper, lower;
#pragma omp parallel sections num_threads(threads)
  {
#pragma omp section
    first(all, a, b, upper);
#pragma omp section
    first(all, b, a, lower);
  }
  upper.insert(upper.end(), lower.begin(), lower.end());
  out.doubles.clear();
  for (const Point p : upper) out.doubles.push_back(p.x), out.doubles.push_back(p.y);
}

} // namespace rich
