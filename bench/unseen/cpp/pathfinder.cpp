// The cheapest ways down a wall, a row at a time.
#include "common.hpp"

std::vector<int64_t> ways(const Array<int64_t>& wall) {
  const long height = wall.shape[0], width = wall.shape[1];
  std::vector<int64_t> best(wall.data.begin(), wall.data.begin() + width), next(width);
  for (long i = 1; i < height; ++i) {
#pragma omp parallel for
    for (long j = 0; j < width; ++j) {
      int64_t least = best[j];
      if (j > 0) least = std::min(least, best[j - 1]);
      if (j < width - 1) least = std::min(least, best[j + 1]);
      next[j] = wall[i * width + j] + least;
    }
    std::swap(best, next);
  }
  return best;
}

int main() {
  auto wall = load<int64_t>("pathfinder_wall");
  save("pathfinder", best_of_five([&] { return ways(wall); }));
}
