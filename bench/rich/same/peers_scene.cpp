// The scene's objects against 64 pixels at a time.
#include "bench/rich/scene.hpp"
#include <algorithm>
#include <cmath>
#include <omp.h>

namespace rich::same {

namespace {

class Raytrace : public Peer {
 public:
  explicit Raytrace(const Inputs& in)
      : size_(static_cast<int32_t>(in.whole[0][0])), objects_(objects_of(in)) {}
  void run(int threads, Output& out) override {
    out.floats.resize(3 * static_cast<size_t>(size_) * static_cast<size_t>(size_));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 4)
    for (int32_t i = 0; i < size_; ++i)
      for (int32_t j = 0; j < size_; j += width)
        pixels(i, j, out.floats.data() + 3 * (static_cast<int64_t>(i) * size_ + j));
  }

 private:
  static constexpr int32_t width = 64;
  void pixels(int32_t i, int32_t j, float* to) const {
    const auto none = static_cast<int32_t>(objects_.size()) - 1;
    Rays<width> rays(size_, i, j, none);
    for (int32_t o = 0; o < none; ++o) rays.meet(objects_[static_cast<size_t>(o)], o);
    for (int32_t k = 0; k < width; ++k)
      std::copy_n(objects_[static_cast<size_t>(rays.seen[k])].color, 3, to + 3 * k);
  }
  int32_t size_;
  std::vector<Object> objects_;
};

} // namespace

std::unique_ptr<Peer> raytrace(const Inputs& in) { return std::make_unique<Raytrace>(in); }

} // namespace rich::same
