// The same from C++; CMakeLists.txt builds it.
#include "stats.h"
#include <iostream>
#include <memory>
#include <vector>

int main() {
  const std::unique_ptr<stats_ctx, void (*)(stats_ctx*)> ctx(stats_ctx_new(), stats_ctx_free);
  const std::vector<double> x{1, 2, 3, 6};
  std::vector<double> sums(x.size());
  double* to = sums.data();
  int64_t n = static_cast<int64_t>(sums.size()); // there is room, so that nothing is allocated
  if (running(ctx.get(), x.data(), n, &to, &n) != 0) return 1;
  std::cout << "the last of " << n << " sums is " << sums.back() << "\n";
}
