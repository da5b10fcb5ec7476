// The scene's objects against 64 pixels at a time.
#include "bench/rich/peers.hpp"
#include <algorithm>
#include <cmath>
#include <omp.h>

namespace rich::same {

namespace {

class Raytrace : public Peer {
 public:
  explicit Raytrace(const Inputs& in) : size_(static_cast<int32_t>(in.whole[0][0])) {
    const auto at = [&](size_t column, size_t k) { return static_cast<float>(in.real[column][k]); };
    for (size_t k = 0; k < in.real[0].size(); ++k) {
      const float x = at(0, k), y = at(1, k), z = at(2, k), r = at(3, k);
      objects_.push_back(
          {x, y, z, r * r, (x * x + y * y) + z * z - r * r, k % 4 == 0, {at(4, k), at(5, k), at(6, k)}});
    }
    objects_.push_back({}); // what is seen where nothing is
  }
  void run(int threads, Output& out) override {
    out.floats.resize(3 * static_cast<size_t>(size_) * static_cast<size_t>(size_));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 4)
    for (int32_t i = 0; i < size_; ++i)
      for (int32_t j = 0; j < size_; j += width)
        pixels(i, j, out.floats.data() + 3 * (static_cast<int64_t>(i) * size_ + j));
  }

 private:
  static constexpr int32_t width = 64;
  struct Object {
    float x, y, z, squared, rest;
    bool disc;
    float color[3];
  };
  struct Rays {
    float x[width], y[width], z[width], best[width];
    int32_t seen[width];
  };
  void pixels(int32_t i, int32_t j, float* to) const {
    Rays rays;
    const auto n = static_cast<float>(size_);
    const float y = 1.0f - static_cast<float>(2 * i + 1) / n;
    const auto none = static_cast<int32_t>(objects_.size()) - 1;
#pragma omp simd
    for (int32_t k = 0; k < width; ++k) {
      const float x = static_cast<float>(2 * (j + k) + 1) / n - 1.0f,
                  length = std::sqrt((x * x + y * y) + 1.0f);
      rays.x[k] = x / length, rays.y[k] = y / length, rays.z[k] = 1.0f / length;
      rays.best[k] = INFINITY, rays.seen[k] = none;
    }
    for (int32_t o = 0; o < none; ++o)
      objects_[static_cast<size_t>(o)].disc ? disc(rays, o) : sphere(rays, o);
    for (int32_t k = 0; k < width; ++k)
      std::copy_n(objects_[static_cast<size_t>(rays.seen[k])].color, 3, to + 3 * k);
  }
  void sphere(Rays& rays, int32_t o) const {
    const Object c = objects_[static_cast<size_t>(o)];
#pragma omp simd
    for (int32_t k = 0; k < width; ++k) {
      const float q = (c.x * rays.x[k] + c.y * rays.y[k]) + c.z * rays.z[k], d = q * q - c.rest;
      const float t = q - std::sqrt(std::max(d, 0.0f));
      const bool nearer = (d > 0) & (t < rays.best[k]);
      rays.best[k] = nearer ? t : rays.best[k], rays.seen[k] = nearer ? o : rays.seen[k];
    }
  }
  void disc(Rays& rays, int32_t o) const {
    const Object c = objects_[static_cast<size_t>(o)];
#pragma omp simd
    for (int32_t k = 0; k < width; ++k) {
      const float t = c.z / rays.z[k], x = t * rays.x[k] - c.x, y = t * rays.y[k] - c.y;
      const bool nearer = (x * x + y * y < c.squared) & (t < rays.best[k]);
      rays.best[k] = nearer ? t : rays.best[k], rays.seen[k] = nearer ? o : rays.seen[k];
    }
  }
  int32_t size_;
  std::vector<Object> objects_;
};

} // namespace

std::unique_ptr<Peer> raytrace(const Inputs& in) { return std::make_unique<Raytrace>(in); }

} // namespace rich::same
