// The scene's objects against 32 pixels at a time, of those alone that can be seen there.
#include "bench/rich/peers.hpp"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <omp.h>

namespace rich {

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
    circles_.resize(objects_.size());
    objects_.push_back({}); // what is seen where nothing is
  }
  void run(int threads, Output& out) override {
    for (size_t o = 0; o < circles_.size(); ++o) circles_[o] = circle(objects_[o]);
    out.floats.resize(3 * static_cast<size_t>(size_) * static_cast<size_t>(size_));
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (int32_t i = 0; i < size_; i += height) {
      std::vector<int32_t> near;
      for (int32_t j = 0; j < size_; j += width) {
        find_near(i, j, near);
        for (int32_t k = i; k < i + height; ++k)
          pixels(k, j, near, out.floats.data() + 3 * (static_cast<int64_t>(k) * size_ + j));
      }
    }
  }

 private:
  static constexpr int32_t width = 32, height = 8;
  struct Object {
    float x, y, z, squared, rest;
    bool disc;
    float color[3];
  };
  struct Circle {
    double x, y, squared;
  };
  // Where, on the plane one before the eye, rays can hit the object: a disc's image is a circle, a sphere's
  // is an ellipse, the longer axis of which points to the middle. The radius is larger by more than what is
  // rounded.
  static Circle circle(const Object& o) {
    const double across = std::hypot(o.x, o.y), squares = across * across + o.z * o.z,
                 radius = std::sqrt(o.squared + 1e-5 * squares);
    const double angle = std::atan2(across, o.z),
                 half = std::asin(std::min(1.0, radius / std::sqrt(squares)));
    if (o.z <= 0 || (!o.disc && angle + half > 1.5)) return {0, 0, INFINITY};
    if (o.disc) return {o.x / o.z, o.y / o.z, radius * radius / (o.z * o.z)};
    const double least = std::tan(angle - half), most = std::tan(angle + half),
                 middle = across > 0 ? (least + most) / 2 / across : 0, r = (most - least) / 2;
    return {o.x * middle, o.y * middle, r * r};
  }
  void find_near(int32_t i, int32_t j, std::vector<int32_t>& near) const {
    const double pixel = 2.0 / size_, left = j * pixel - 1, right = left + width * pixel, top = 1 - i * pixel,
                 bottom = top - height * pixel;
    near.clear();
    for (size_t o = 0; o < circles_.size(); ++o) {
      const Circle& c = circles_[o];
      const double dx = c.x - std::clamp(c.x, left, right), dy = c.y - std::clamp(c.y, bottom, top);
      if (dx * dx + dy * dy <= c.squared) near.push_back(static_cast<int32_t>(o));
    }
  }
  struct Rays {
    float x[width], y[width], z[width], best[width];
    int32_t seen[width];
  };
  void pixels(int32_t i, int32_t j, const std::vector<int32_t>& near, float* to) const {
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
    for (const int32_t o : near) objects_[static_cast<size_t>(o)].disc ? disc(rays, o) : sphere(rays, o);
    for (int32_t k = 0; k < width; ++k)
      std::memcpy(to + 3 * k, objects_[static_cast<size_t>(rays.seen[k])].color, 3 * sizeof(float));
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
  std::vector<Circle> circles_; ///< around each object's image
};

} // namespace

std::unique_ptr<Peer> raytrace(const Inputs& in) { return std::make_unique<Raytrace>(in); }

} // namespace rich
