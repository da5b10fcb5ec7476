// Conway's game of life on a torus.
#include "common.hpp"

static std::vector<int64_t> life(const Array<int64_t>& board, long steps) {
  const long height = board.shape[0], width = board.shape[1];
  std::vector<int64_t> now = board.data, next(now.size());
  for (long s = 0; s < steps; ++s) {
#pragma omp parallel for
    for (long r = 0; r < height; ++r) {
      const int64_t *up = &now[(r + height - 1) % height * width], *at = &now[r * width],
                    *down = &now[(r + 1) % height * width];
      for (long c = 0; c < width; ++c) {
        long left = (c + width - 1) % width, right = (c + 1) % width;
        int64_t n = up[left] + up[c] + up[right] + at[left] + at[right] + down[left] + down[c] + down[right];
        next[r * width + c] = n == 3 || (n == 2 && at[c] == 1);
      }
    }
    std::swap(now, next);
  }
  return now;
}

int main() {
  auto board = load<int64_t>("life_board");
  long steps = load<int64_t>("life_steps")[0];
  save("life", best_of_five([&] { return life(board, steps); }), board.shape);
}
