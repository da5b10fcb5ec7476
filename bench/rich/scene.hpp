// Objects, and as many rays at a time as an array holds.
#pragma once
#include "bench/rich/peers.hpp"
#include <algorithm>
#include <cmath>

namespace rich {

struct Object {
  float x, y, z, squared, rest;
  bool disc;
  float color[3];
};

/// The last one is what is seen where nothing is.
inline std::vector<Object> objects_of(const Inputs& in) {
  std::vector<Object> all;
  const auto at = [&](size_t column, size_t k) { return static_cast<float>(in.real[column][k]); };
  for (size_t k = 0; k < in.real[0].size(); ++k) {
    const float x = at(0, k), y = at(1, k), z = at(2, k), r = at(3, k);
    all.push_back(
        {x, y, z, r * r, (x * x + y * y) + z * z - r * r, k % 4 == 0, {at(4, k), at(5, k), at(6, k)}});
  }
  all.push_back({});
  return all;
}

template <int32_t width> struct Rays {
  float x[width], y[width], z[width], best[width];
  int32_t seen[width];

  /// Through the pixels j, j + 1, .. of row i of a square picture; `none` is seen there.
  Rays(int32_t size, int32_t i, int32_t j, int32_t none) {
    const auto n = static_cast<float>(size);
    const float up = 1.0f - static_cast<float>(2 * i + 1) / n;
#pragma omp simd
    for (int32_t k = 0; k < width; ++k) {
      const float right = static_cast<float>(2 * (j + k) + 1) / n - 1.0f,
                  length = std::sqrt((right * right + up * up) + 1.0f);
      x[k] = right / length, y[k] = up / length, z[k] = 1.0f / length;
      best[k] = INFINITY, seen[k] = none;
    }
  }
  void meet(const Object& c, int32_t o) { c.disc ? disc(c, o) : sphere(c, o); }

 private:
  void sphere(const Object c, int32_t o) {
#pragma omp simd
    for (int32_t k = 0; k < width; ++k) {
      const float q = (c.x * x[k] + c.y * y[k]) + c.z * z[k], d = q * q - c.rest;
      const float t = q - std::sqrt(std::max(d, 0.0f));
      const bool nearer = (d > 0) & (t < best[k]);
      best[k] = nearer ? t : best[k], seen[k] = nearer ? o : seen[k];
    }
  }
  void disc(const Object c, int32_t o) {
#pragma omp simd
    for (int32_t k = 0; k < width; ++k) {
      const float t = c.z / z[k], right = t * x[k] - c.x, up = t * y[k] - c.y;
      const bool nearer = (right * right + up * up < c.squared) & (t < best[k]);
      best[k] = nearer ? t : best[k], seen[k] = nearer ? o : seen[k];
    }
  }
};

} // namespace rich
