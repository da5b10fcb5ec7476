// The ordered shape's and scan's candidates (elements of a cell) against orders that are free but for left
// and right.
#include "measure.hpp"
#include "simd.hpp"

#include <thread>

namespace {

using namespace bench;

// ---- Reduction: composing functions x -> a x + b, two columns, which does not commute
// ------------------------------

struct Affine {
  V a, b;
};

inline Affine then(Affine f, Affine g) { return {f.a * g.a, f.b * g.a + g.b}; }

// Sixteen pieces of 16 elements, `step` apart, turned so that vector k holds every piece's element k.
inline void read_turned(const float* x, int64_t step, V* v) {
#pragma GCC unroll 16
  for (int k = 0; k < 16; ++k) v[k] = load(x + k * step);
  turn(v);
}

// acc: sixteen running values, each taking in 16 more elements of its piece.
inline Affine take_in(const float* a, const float* b, int64_t step, bool first, Affine acc) {
  V va[16], vb[16];
  read_turned(a, step, va), read_turned(b, step, vb);
  acc = first ? Affine{va[0], vb[0]} : then(acc, {va[0], vb[0]});
#pragma GCC unroll 16
  for (int k = 1; k < 16; ++k) acc = then(acc, {va[k], vb[k]});
  return acc;
}

inline Affine pair(Affine f, Affine g) {
  return then({evens(f.a, g.a), evens(f.b, g.b)}, {odds(f.a, g.a), odds(f.b, g.b)});
}

// Free: the SIMD lanes fold long pieces, sixteen at a time, of a length that no cache dislikes.
__attribute__((noinline)) float free_affine(const float* a, const float* b, int64_t n) {
  constexpr int piece = 80;
  Affine run{};
  for (int64_t first = 0; first < n; first += 16 * piece) {
    Affine acc{};
    for (int64_t k = 0; k < piece; k += 16) acc = take_in(a + first + k, b + first + k, piece, k == 0, acc);
    for (int level = 0; level < 4; ++level) acc = pair(acc, acc);
    run = first == 0 ? acc : then(run, acc);
  }
  return run.a[0] + run.b[0];
}

// Sixteen vectors of cells are gathered before they are joined: 256 cells, an aligned block.
template <int cell> __attribute__((noinline)) float shaped_affine(const float* a, const float* b, int64_t n) {
  Affine blocks[40];
  int64_t size = 0, count = 0;
  for (int64_t first = 0; first < n; first += 256 * cell) {
    Affine cells[16];
    for (int part = 0; part < 16; ++part) {
      const int64_t at = first + part * 16 * cell;
      Affine acc{};
      for (int k = 0; k < cell; k += 16) acc = take_in(a + at + k, b + at + k, cell, k == 0, acc);
      cells[part] = acc;
    }
    for (int live = 16; live > 1; live /= 2)
      for (int k = 0; k < live / 2; ++k) cells[k] = pair(cells[2 * k], cells[2 * k + 1]);
    Affine block = cells[0];
    for (int level = 0; level < 4; ++level) block = pair(block, block);
    for (int64_t bits = count++; bits & 1; bits >>= 1) block = then(blocks[--size], block);
    blocks[size++] = block;
  }
  while (size > 1) --size, blocks[size - 1] = then(blocks[size - 1], blocks[size]);
  return blocks[0].a[0] + blocks[0].b[0];
}

void reductions() {
  for (const int64_t n : {int64_t(81920), int64_t(5) << 22}) {
    float *a = floats(n), *b = floats(n);
    const int64_t times = std::max<int64_t>(1, (1 << 20) / n);
    const auto job = [=](auto affine) {
      return [=] {
        for (int64_t t = 0; t < times; ++t) keep(affine(a, b, n));
      };
    };
    const std::string title = "composition of " + std::to_string(n);
    compare(title.c_str(), double(n * times),
            {{"free", job(free_affine)},
             {"cells of 16", job(shaped_affine<16>)},
             {"of 32", job(shaped_affine<32>)},
             {"of 64", job(shaped_affine<64>)}});
    std::free(a), std::free(b);
  }
}

// ---- Scan: a running sum
// ---------------------------------------------------------------------------------------------

__attribute__((noinline)) void left_fold(const float* x, int64_t n, float* y) {
  float run = 0;
  for (int64_t k = 0; k < n; ++k) y[k] = run += x[k];
}

// Free: four shifted additions in a register, and a carry from vector to vector.
__attribute__((noinline)) void free_scan(const float* x, int64_t n, float* y) {
  V carry{};
  const I lane = lane_numbers();
  for (int64_t k = 0; k < n; k += 16) {
    V v = load(x + k);
#pragma GCC unroll 4
    for (int bit = 1; bit < 16; bit *= 2) v += __builtin_shuffle(v, V{}, lane < bit ? I{} + 16 : lane - bit);
    v += carry;
    carry = __builtin_shuffle(v, I{} + 15);
    store(y + k, v);
  }
}

// A group of sixteen cells: every cell's carry from the group's, its left neighbours' blocks from the largest
// down; `total` becomes the group's own block.
inline V cell_carries(V cells, V carry, V& total) {
  const I lane = lane_numbers();
  V sibling[4];
  total = cells;
#pragma GCC unroll 4
  for (int level = 0; level < 4; ++level) {
    sibling[level] = __builtin_shuffle(total, lane ^ (1 << level));
    total += sibling[level];
  }
#pragma GCC unroll 4
  for (int level = 3; level >= 0; --level)
    carry = select((lane & (1 << level)) != 0, carry + sibling[level], carry);
  return carry;
}

// The counter over groups, every block spread over a vector.
struct GroupCarries {
  V blocks[40], carries[41] = {};
  int64_t size = 0, count = 0;
  V current() const { return carries[size]; }
  void push(V block) {
    for (int64_t bits = count++; bits & 1; bits >>= 1) block = blocks[--size] + block;
    blocks[size++] = block;
    carries[size] = carries[size - 1] + block;
  }
};

template <int cell> struct Group {
  V v[cell], cells; // turned elements, and the cells' totals
};

template <int cell> inline void read_group(const float* x, Group<cell>& g) {
  V v[cell];
  for (int k = 0; k < cell; ++k) __builtin_prefetch(x + 2048 + 16 * k);
  for (int part = 0; part < cell; part += 16) read_turned(x + part, cell, v + part);
  V sum = g.v[0] = v[0];
#pragma GCC unroll 16
  for (int k = 1; k < cell; ++k) g.v[k] = v[k], sum += v[k];
  g.cells = sum;
}

template <int cell> inline void write_group(const Group<cell>& g, GroupCarries& carries, float* y) {
  V total;
  for (int k = 0; k < cell; ++k) __builtin_prefetch(y + 1024 + 16 * k, 1);
  V run = cell_carries(g.cells, carries.current(), total);
  carries.push(total);
  for (int part = 0; part < cell; part += 16) {
    V v[16];
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) v[k] = run += g.v[part + k];
    turn(v);
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k) store(y + part + k * cell, v[k]);
  }
}

// The next group is read before a group is written, since each is a long chain.
template <int cell> __attribute__((noinline)) void shaped_scan(const float* x, int64_t n, float* y) {
  constexpr int64_t size = 16 * cell;
  GroupCarries carries;
  Group<cell> a, b;
  read_group(x, a);
  for (int64_t first = 0; first < n; first += 2 * size) {
    read_group(x + first + size, b);
    write_group(a, carries, y + first);
    if (first + 2 * size < n) read_group(x + first + 2 * size, a);
    write_group(b, carries, y + first + size);
  }
}

void scans() {
  for (const int64_t n : {int64_t(4096), int64_t(1) << 16, int64_t(1) << 24}) {
    float *x = floats(n), *place = floats(n + 16384), *y = place + 9232; // not at the same place in a page
    const int64_t times = std::max<int64_t>(1, (1 << 20) / n);
    const auto job = [=](auto scan) {
      return [=] {
        for (int64_t t = 0; t < times; ++t) scan(x, n, y), keep(y[0]);
      };
    };
    const std::string title = "running sum of " + std::to_string(n);
    compare(title.c_str(), double(n * times),
            {{"free", job(free_scan)},
             {"left fold", job(left_fold)},
             {"cells of 16", job(shaped_scan<16>)},
             {"of 32", job(shaped_scan<32>)},
             {"of 64", job(shaped_scan<64>)}});
    if (n > 1 << 20) {
      const auto two = [=](auto scan) {
        return [=] {
          std::thread other([=] { scan(x + n / 2, n / 2, y + n / 2); });
          scan(x, n / 2, y);
          other.join();
        };
      };
      compare(
          "two threads, half each", double(n),
          {{"free", two(free_scan)}, {"left fold", two(left_fold)}, {"cells of 16", two(shaped_scan<16>)}});
    }
    std::free(x), std::free(place);
  }
}

} // namespace

int main() {
  std::printf("ns per element of the free order, then free / shape (1 = as fast)\n");
  reductions();
  scans();
}
