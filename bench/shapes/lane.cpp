// The lane shape's candidates (rows x lanes of a tile) against a free order, in the four cases that it has to
// serve.
#include "measure.hpp"
#include "simd.hpp"

#include <cmath>
#include <thread>

namespace {

using namespace bench;

// The binary counter over blocks of leaves: any plain value with +.
template <class T, int most = 40> struct Counter {
  T blocks[most];
  int64_t size = 0, count = 0;
  void push(T value) {
    for (int64_t bits = count++; bits & 1; bits >>= 1) value = blocks[--size] + value;
    blocks[size++] = value;
  }
  T finish() {
    while (size > 1) --size, blocks[size - 1] = blocks[size - 1] + blocks[size];
    return blocks[0];
  }
};

// ---- One long vector
// ---------------------------------------------------------------------------------------------

template <int chains> __attribute__((noinline)) float free_sum(const float* x, int64_t n) {
  V sum[chains];
#pragma GCC unroll 16
  for (int c = 0; c < chains; ++c) sum[c] = load(x + 16 * c);
  for (int64_t k = 16 * chains; k < n; k += 16 * chains)
#pragma GCC unroll 16
    for (int c = 0; c < chains; ++c) sum[c] += load(x + k + 16 * c);
  halve<chains>(sum);
  return total(sum[0]);
}

// The lanes of 8192 elements, side by side, are one aligned block of the tree; `flight` tiles of it are
// summed together.
template <int rows, int lanes, int flight, bool flat = false>
__attribute__((noinline)) float shaped_sum(const float* x, int64_t n) {
  constexpr int width = lanes / 16, tile = rows * lanes, block = 8192 / tile, now = flight * width;
  Counter<float> counter;
  for (int64_t first = 0; first < n; first += tile * block) {
    V sums[block * width];
    for (int part = 0; part < block; part += flight) {
      const float* at = x + first + part * tile;
      V sum[now];
#pragma GCC unroll 16
      for (int c = 0; c < now; ++c) sum[c] = load(at + c / width * tile + c % width * 16);
      const auto add_row = [&](int64_t r) {
#pragma GCC unroll 16
        for (int c = 0; c < now; ++c) sum[c] += load(at + c / width * tile + r * lanes + c % width * 16);
      };
      if constexpr (flat)
#pragma GCC unroll 64
        for (int64_t r = 1; r < rows; ++r) add_row(r);
      else
#pragma GCC unroll 4
        for (int64_t r = 1; r < rows; ++r) add_row(r);
#pragma GCC unroll 16
      for (int c = 0; c < now; ++c) sums[part * width + c] = sum[c];
    }
    halve<block * width>(sums);
    counter.push(total(sums[0]));
  }
  return counter.finish();
}

template <class Sum> float on_two_threads(Sum sum, const float* x, int64_t n) {
  float left = 0, right = 0;
  std::thread other([&] { right = sum(x + n / 2, n / 2); });
  left = sum(x, n / 2);
  other.join();
  return left + right;
}

void long_vector() {
  for (const int64_t n : {int64_t(1) << 13, int64_t(1) << 17, int64_t(1) << 25}) {
    float* x = floats(n);
    const int64_t times = std::max<int64_t>(1, (1 << 21) / n);
    const auto job = [=](auto sum) {
      return [=] {
        for (int64_t t = 0; t < times; ++t) keep(sum(x, n));
      };
    };
    const std::string title = "sum of " + std::to_string(n);
    compare(title.c_str(), double(n * times),
            {{"free", job(free_sum<8>)},
             {"16x64/2", job(shaped_sum<16, 64, 2>)},
             {"16x64/2 flat", job(shaped_sum<16, 64, 2, true>)},
             {"32x32/4", job(shaped_sum<32, 32, 4>)},
             {"32x32/4 flat", job(shaped_sum<32, 32, 4, true>)},
             {"64x16/1", job(shaped_sum<64, 16, 1>)},
             {"64x16/8", job(shaped_sum<64, 16, 8>)},
             {"64x16/8 flat", job(shaped_sum<64, 16, 8, true>)},
             {"128x16/4", job(shaped_sum<128, 16, 4>)},
             {"128x16/4 flat", job(shaped_sum<128, 16, 4, true>)}});
    if (n > 1 << 20)
      compare("the same, two threads", double(n),
              {{"free", [=] { keep(on_two_threads(free_sum<8>, x, n)); }},
               {"64x16/8 flat", [=] { keep(on_two_threads(shaped_sum<64, 16, 8, true>, x, n)); }},
               {"128x16/4 flat", [=] { keep(on_two_threads(shaped_sum<128, 16, 4, true>, x, n)); }}});
    std::free(x);
  }
}

// ---- Many short rows
// ---------------------------------------------------------------------------------------------

I first_lanes(int64_t count) { return lane_numbers() < static_cast<int32_t>(count); }

// 16 rows of n >= 16 elements at a time, `together` of them side by side; a row has `chains` accumulators of
// which the lane shape allows one; `steps` of a chain stand written out. (x is padded, so that a tail may be loaded whole.)
template <int together, int chains, int steps = 1>
__attribute__((noinline)) void row_sums(const float* x, int64_t rows, int64_t n, float* y) {
  const int64_t whole = n / 16;
  const I mask = first_lanes(n % 16);
  for (int64_t row = 0; row < rows; row += 16) {
    V sum[16];
    for (int part = 0; part < 16; part += together) {
      const float* at = x + (row + part) * n;
      V acc[together][chains];
#pragma GCC unroll 16
      for (int j = 0; j < together; ++j)
#pragma GCC unroll 4
        for (int c = 0; c < chains; ++c) acc[j][c] = load(at + j * n + 16 * c);
      int64_t r = chains;
      for (; steps > 1 && r + steps <= whole; r += steps)
#pragma GCC unroll 4
        for (int q = 0; q < steps; ++q)
#pragma GCC unroll 16
          for (int j = 0; j < together; ++j) acc[j][0] += load(at + j * n + 16 * (r + q));
      for (; r + chains <= whole; r += chains)
#pragma GCC unroll 16
        for (int j = 0; j < together; ++j)
#pragma GCC unroll 4
          for (int c = 0; c < chains; ++c) acc[j][c] += load(at + j * n + 16 * (r + c));
#pragma GCC unroll 16
      for (int j = 0; j < together; ++j) {
        for (int64_t q = r; q < whole; ++q) acc[j][0] += load(at + j * n + 16 * q);
        acc[j][0] = select(mask, acc[j][0] + load(at + j * n + 16 * whole), acc[j][0]);
        if (chains == 2) acc[j][0] += acc[j][1];
        sum[part + j] = acc[j][0];
      }
    }
    halve<16>(sum);
    store(y + row, sum[0]);
  }
}

// Rows of n < 16, sixteen rows across: the elements are leaves, in a chain (free) or in the shape's tree.
template <int n, bool tree>
__attribute__((noinline)) void tiny_row_sums(const float* x, int64_t rows, float* y) {
  for (int64_t row = 0; row < rows; row += 16) {
    V e[n];
#pragma GCC unroll 16
    for (int k = 0; k < n; ++k) e[k] = gather(x + row * n + k, n);
    if constexpr (tree) {
#pragma GCC unroll 4
      for (int step = 1; step < n; step *= 2)
#pragma GCC unroll 16
        for (int k = 0; k + step < n; k += 2 * step) e[k] += e[k + step];
    } else {
#pragma GCC unroll 16
      for (int k = 1; k < n; ++k) e[0] += e[k];
    }
    store(y + row, e[0]);
  }
}

template <int n> void tiny(const float* x, float* y) {
  const int64_t rows = (1 << 17) / n / 16 * 16;
  const std::string title = "rows of " + std::to_string(n);
  compare(title.c_str(), double(rows * n),
          {{"free", [=] { tiny_row_sums<n, false>(x, rows, y); }},
           {"16 lanes", [=] { tiny_row_sums<n, true>(x, rows, y); }}});
}

void short_rows() {
  float *x = floats((1 << 17) + 64), *y = floats(1 << 17);
  tiny<3>(x, y);
  tiny<8>(x, y);
  tiny<13>(x, y);
  for (const int64_t n : {16, 17, 33, 64, 100, 256, 1000}) {
    const int64_t rows = (1 << 17) / n / 16 * 16;
    const std::string title = "rows of " + std::to_string(n);
    std::vector<Variant> variants = {{"free", [=] { row_sums<8, 1>(x, rows, n, y); }},
                                     {"16 lanes/4 rows", [=] { row_sums<4, 1>(x, rows, n, y); }},
                                     {"16 lanes/8 rows", [=] { row_sums<8, 1>(x, rows, n, y); }},
                                     {"16 lanes/4 rows/2", [=] { row_sums<4, 1, 2>(x, rows, n, y); }},
                                     {"16 lanes/4 rows/4", [=] { row_sums<4, 1, 4>(x, rows, n, y); }},
                                     {"16 lanes/8 rows/2", [=] { row_sums<8, 1, 2>(x, rows, n, y); }}};
    if (n >= 32) variants[0].run = [=] { row_sums<4, 2>(x, rows, n, y); };
    compare(title.c_str(), double(rows * n), variants);
  }
  std::free(x), std::free(y);
}

// ---- A long row in one thread: n-body, sixteen bodies across, the whole inner sum in order
// -------------------------

struct Force {
  V x, y, z;
  Force operator+(const Force& o) const { return {x + o.x, y + o.y, z + o.z}; }
};

struct Bodies {
  const float *x, *y, *z, *m;
};

inline V root(V a) {
#ifdef __AVX512F__
  return (V)__builtin_ia32_sqrtps512_mask(a, a, -1, 4);
#else
  for (int l = 0; l < 16; ++l) a[l] = __builtin_sqrtf(a[l]);
  return a;
#endif
}

inline Force pull(const Bodies& b, int64_t j, V xi, V yi, V zi) {
  const V dx = b.x[j] - xi, dy = b.y[j] - yi, dz = b.z[j] - zi;
  const V r2 = fma(dx, dx, fma(dy, dy, fma(dz, dz, spread(1e-3f))));
  const V s = b.m[j] / (r2 * root(r2));
  return {dx * s, dy * s, dz * s};
}

__attribute__((noinline)) Force free_force(const Bodies& b, int64_t n, V xi, V yi, V zi) {
  Force sum = pull(b, 0, xi, yi, zi);
  for (int64_t j = 1; j < n; ++j) sum = sum + pull(b, j, xi, yi, zi);
  return sum;
}

// One lane after the other: a single accumulator, joined by the counter every `rows` bodies.
template <int rows, int lanes>
__attribute__((noinline)) Force shaped_force(const Bodies& b, int64_t n, V xi, V yi, V zi) {
  Counter<Force> counter;
  for (int64_t first = 0; first < n; first += rows * lanes)
    for (int64_t l = first; l < first + lanes; ++l) {
      Force sum = pull(b, l, xi, yi, zi);
      for (int64_t r = 1; r < rows; ++r) sum = sum + pull(b, l + r * lanes, xi, yi, zi);
      counter.push(sum);
    }
  return counter.finish();
}

void long_row() {
  const int64_t n = 4096;
  const Bodies b = {floats(n), floats(n), floats(n), floats(n)};
  const auto job = [=](auto force) {
    return [=] {
      for (int64_t i = 0; i < 512; i += 16) keep(force(b, n, load(b.x + i), load(b.y + i), load(b.z + i)));
    };
  };
  compare("n-body, 4096 in one thread", 512.0 * n,
          {{"free", job(free_force)},
           {"16x64", job(shaped_force<16, 64>)},
           {"32x32", job(shaped_force<32, 32>)},
           {"64x16", job(shaped_force<64, 16>)},
           {"128x16", job(shaped_force<128, 16>)}});
}

// ---- A register-blocked matrix product: 8 x 48 results in 24 registers, fma
// --------------------------------------------

constexpr int kM = 8, kN = 48,
              kDepth = 256; // a pass over kDepth products: packed panels stay in the first cache

struct Block {
  V c[kM][3];
};

inline void multiply(Block& acc, const float* a, const float* b, int64_t depth) {
  for (int64_t k = 0; k < depth; ++k, a += kM, b += kN) {
    const V b0 = load(b), b1 = load(b + 16), b2 = load(b + 32);
#pragma GCC unroll 8
    for (int i = 0; i < kM; ++i) {
      const V ai = spread(a[i]);
      acc.c[i][0] = fma(ai, b0, acc.c[i][0]);
      acc.c[i][1] = fma(ai, b1, acc.c[i][1]);
      acc.c[i][2] = fma(ai, b2, acc.c[i][2]);
    }
  }
}

inline void add(Block& to, const Block& left) {
#pragma GCC unroll 8
  for (int i = 0; i < kM; ++i)
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) to.c[i][j] = left.c[i][j] + to.c[i][j];
}

// `passes` passes; free: each is added to c. Panels are packed lane by lane, so that a lane's products lie
// together.
__attribute__((noinline)) void free_block(const float* a, const float* b, int passes, Block* c) {
  for (int p = 0; p < passes; ++p, a += kDepth * kM, b += kDepth * kN) {
    Block acc{};
    multiply(acc, a, b, kDepth);
    if (p > 0) add(acc, *c);
    *c = acc;
  }
}

// A leaf of `rows` products at a time; counter's blocks in the first cache.
template <int rows>
__attribute__((noinline)) void shaped_block(const float* a, const float* b, int passes, Block* c) {
  Block blocks[12];
  int size = 0;
  for (int leaf = 0; leaf < passes * kDepth / rows; ++leaf, a += rows * kM, b += rows * kN) {
    Block acc{};
    multiply(acc, a, b, rows);
    for (int bits = leaf; bits & 1; bits >>= 1) add(acc, blocks[--size]);
    blocks[size++] = acc;
  }
  *c = blocks[0];
}

void matrix_product() {
  const int passes = 4, panels = 12; // 96 x 48 results over 1024 products
  float *a = floats(panels * passes * kDepth * kM), *b = floats(passes * kDepth * kN);
  Block* c = static_cast<Block*>(std::aligned_alloc(64, sizeof(Block)));
  const auto job = [=](auto block) {
    return [=] {
      for (int t = 0; t < 8 * panels; ++t)
        block(a + t % panels * passes * kDepth * kM, b, passes, c), keep(*c);
    };
  };
  compare("matrix product 8x48x1024", 8.0 * panels * kM * kN * passes * kDepth,
          {{"free", job(free_block)},
           {"16x64", job(shaped_block<16>)},
           {"32x32", job(shaped_block<32>)},
           {"64x16", job(shaped_block<64>)},
           {"128x16", job(shaped_block<128>)},
           {"256x16", job(shaped_block<256>)}});
}

} // namespace

int main() {
  std::printf("ns per element of the free order, then free / shape (1 = as fast)\n");
  long_vector();
  short_rows();
  long_row();
  matrix_product();
}
