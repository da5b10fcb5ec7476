// The median of the 3 x 3 points around each point inside of an image.
#include "common.hpp"

std::vector<double> filtered(const Array<double>& image) {
  const long height = image.shape[0] - 2, width = image.shape[1] - 2;
  std::vector<double> medians(height * width);
#pragma omp parallel for
  for (long i = 0; i < height; ++i)
    for (long j = 0; j < width; ++j) {
      double window[9];
      for (long k = 0; k < 9; ++k) window[k] = image[(i + k / 3) * (width + 2) + j + k % 3];
      std::sort(window, window + 9);
      medians[i * width + j] = window[4];
    }
  return medians;
}

int main() {
  auto image = load<double>("median_img");
  save("median", best_of_five([&] { return filtered(image); }), {image.shape[0] - 2, image.shape[1] - 2});
}
