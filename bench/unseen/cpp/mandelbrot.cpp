// Mandelbrot's set: after how many rounds a point leaves the circle.
#include "common.hpp"

static std::vector<int64_t> mandelbrot(long size, long limit) {
  std::vector<int64_t> out(size * size);
#pragma omp parallel for schedule(dynamic, 8)
  for (long r = 0; r < size; ++r)
    for (long c = 0; c < size; ++c) {
      double a = 3.0 * c / size - 2, b = 2.0 * r / size - 1, x = 0, y = 0;
      long n = 0;
      for (; n < limit && x * x + y * y <= 4; ++n) {
        double t = x * x - y * y + a;
        y = 2 * (x * y) + b, x = t;
      }
      out[r * size + c] = n;
    }
  return out;
}

int main() {
  auto sizes = load<int64_t>("mandelbrot_sizes");
  save("mandelbrot", best_of_five([&] { return mandelbrot(sizes[0], sizes[1]); }), {sizes[0], sizes[0]});
}
