// The potential of particles by those of neighbouring boxes.
#include "common.hpp"

std::vector<std::vector<long>> neighbours(long g) {
  std::vector<std::vector<long>> lists(g * g * g);
  for (long k = 0; k < g * g * g; ++k)
    for (long near = 0; near < 27; ++near) {
      const long z = k / (g * g) + near / 9 - 1, y = k / g % g + near / 3 % 3 - 1, x = k % g + near % 3 - 1;
      if (std::min({x, y, z}) >= 0 && std::max({x, y, z}) < g) lists[k].push_back((z * g + y) * g + x);
    }
  return lists;
}

std::vector<double> potentials(const Array<double>& boxes, const std::vector<std::vector<long>>& lists) {
  const long count = boxes.shape[0], each = boxes.shape[1];
  std::vector<double> made(count * each);
#pragma omp parallel for schedule(dynamic)
  for (long k = 0; k < count * each; ++k) {
    const double* const p = &boxes.data[4 * k];
    double sum = 0;
    for (long box : lists[k / each])
      for (long i = 0; i < each; ++i) {
        const double* const q = &boxes.data[4 * (box * each + i)];
        const double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
        sum += q[3] * std::exp(-0.5 * (x * x + y * y + z * z));
      }
    made[k] = sum;
  }
  return made;
}

int main() {
  auto boxes = load<double>("lavamd_boxes");
  auto lists = neighbours(load<int64_t>("lavamd_sizes")[0]);
  save("lavamd", best_of_five([&] { return potentials(boxes, lists); }));
}
