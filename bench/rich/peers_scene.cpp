// The scene's objects against 32 pixels at a time, of those alone that can be seen there.
#include "bench/rich/scene.hpp"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <omp.h>

namespace rich {

namespace {

class Raytrace : public Peer {
 public:
  explicit Raytrace(const Inputs& in)
      : size_(static_cast<int32_t>(in.whole[0][0])), objects_(objects_of(in)) {
    circles_.resize(objects_.size());
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
  void pixels(int32_t i, int32_t j, const std::vector<int32_t>& near, float* to) const {
    Rays<width> rays(size_, i, j, static_cast<int32_t>(objects_.size()) - 1);
    for (const int32_t o : near) rays.meet(objects_[static_cast<size_t>(o)], o);
    for (int32_t k = 0; k < width; ++k)
      std::memcpy(to + 3 * k, objects_[static_cast<size_t>(rays.seen[k])].color, 3 * sizeof(float));
  }
  int32_t size_;
  std::vector<Object> objects_;
  std::vector<Circle> circles_; ///< around each object's image
};

} // namespace

std::unique_ptr<Peer> raytrace(const Inputs& in) { return std::make_unique<Raytrace>(in); }

} // namespace rich
