// The kernels, run thread by thread in random order, must have the bits of runtime/shape.hpp.
#include "kernels.cu"

#include <cstdio>

#include "runtime/shape.hpp"

namespace {

using Floats = std::vector<float>;

constexpr auto plus = [](float a, float b) { return a + b; };

unsigned blocks_of(int64_t n, int64_t size) { return static_cast<unsigned>((n + size - 1) / size); }

// The first stage leaves one value a block; the same tree goes on over them.
template <class Stage> float reduced(int64_t n, int64_t per_block, Stage stage) {
  Floats now(blocks_of(n, per_block)), next(now.size());
  fibers::launch(blocks_of(n, per_block), kBlock, [&] { stage(now.data()); });
  for (int64_t count = blocks_of(n, per_block); count > 1; count = blocks_of(count, kBlock)) {
    fibers::launch(blocks_of(count, kBlock), kBlock, [&] { join(now.data(), count, next.data()); });
    std::swap(now, next);
  }
  return now[0];
}

bool same(const char* name, int64_t n, bool equal) {
  if (!equal) std::printf("n = %lld: %s differs\n", static_cast<long long>(n), name);
  return equal;
}

bool check(int64_t n) {
  std::mt19937 random(static_cast<unsigned>(n));
  Floats x(static_cast<size_t>(n)), y(x), expected(x);
  for (float& value : x) value = static_cast<float>(random()) / 4e9f - 0.4f;
  const float* data = x.data();
  const auto load = [&](int64_t k) { return data[k]; };
  bool good = true;
  if (n > 0) {
    const float lane = reduced(n, kBlock * 64, [&](float* out) { lane_reduce(data, n, out); });
    good &= same("lane_reduce", n, lane == *nova::shape::reduce_lane<float>(n, load, plus));
    const float ordered = reduced(n, kBlock * 64, [&](float* out) { ordered_reduce(data, n, out); });
    good &= same("ordered_reduce", n, ordered == *nova::shape::reduce_ordered<float>(n, load, plus));
  }
  if (n > 0 && n % 65536 == 0) {
    const auto* wide = reinterpret_cast<const float4*>(data);
    const float lane = reduced(n, 65536, [&](float* out) { lane_reduce_wide(wide, out); });
    good &= same("lane_reduce_wide", n, lane == *nova::shape::reduce_lane<float>(n, load, plus));
  }
  unsigned ticket = 0;
  std::vector<uint64_t> published(4 * blocks_of(n, kBlock * 16) + 2);
  fibers::launch(blocks_of(n, kBlock * 16), kBlock,
                 [&] { ordered_scan(data, n, 0.5f, y.data(), &ticket, published.data()); });
  nova::shape::scan_ordered(n, 0.5f, load, plus,
                            [&](int64_t k, float v) { expected[static_cast<size_t>(k)] = v; });
  return good & same("ordered_scan", n, y == expected);
}

} // namespace

int main() {
  bool good = true;
  for (const int64_t n : {0, 1, 15, 16, 17, 1023, 1024, 1025, 4097, 65536, 100003, 131072, 1000003})
    good &= check(n);
  std::printf(good ? "all sizes: the same bits\n" : "DIFFERENT\n");
  return good ? 0 : 1;
}
