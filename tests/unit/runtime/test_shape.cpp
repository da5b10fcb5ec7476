// The shapes against a second, recursive statement of their rule, and against operators that show every
// regrouping.
#include "runtime/shape.hpp"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>

namespace {

using namespace nova;
using Sizes = std::vector<int64_t>;

const Sizes kSizes = {0,   1,   2,    3,    5,    15,   16,   17,   31,   32,   33,   47,    63,    64,
                      255, 256, 1008, 1023, 1024, 1025, 1039, 2047, 2048, 3073, 5000, 16384, 16385, 100003};

// ---- The rule once more, top down: a vector's value is that of its leaves' tree.
// --------------------------------

template <class T> using Op = std::function<T(T, T)>;

// The tree over leaves [b, e): its left part is the largest power of two below the count.
template <class T> T naive_tree(const std::vector<T>& leaves, size_t b, size_t e, const Op<T>& f) {
  if (e - b == 1) return leaves[b];
  const size_t half = std::bit_floor(e - b - 1);
  return f(naive_tree(leaves, b, b + half, f), naive_tree(leaves, b + half, e, f));
}

template <class T> T naive_fold(const std::vector<T>& x, size_t b, size_t e, size_t stride, const Op<T>& f) {
  T acc = x[b];
  for (size_t k = b + stride; k < e; k += stride) acc = f(acc, x[k]);
  return acc;
}

template <class T> std::vector<T> naive_cells(const std::vector<T>& x, const Op<T>& f) {
  std::vector<T> cells;
  for (size_t b = 0; b < x.size(); b += 16)
    cells.push_back(naive_fold(x, b, std::min(b + 16, x.size()), 1, f));
  return cells;
}

template <class T> std::vector<T> naive_lanes(const std::vector<T>& x, const Op<T>& f) {
  std::vector<T> lanes;
  for (size_t tile = 0; tile < x.size(); tile += 1024)
    for (size_t lane = 0; lane < 16 && tile + lane < x.size(); ++lane)
      lanes.push_back(naive_fold(x, tile + lane, std::min(tile + 1024, x.size()), 16, f));
  return lanes;
}

// A cell's carry: i, then the blocks that its number is the sum of, the largest first.
template <class T> T naive_carry(const std::vector<T>& cells, size_t cell, T carry, const Op<T>& f) {
  size_t begin = 0;
  for (size_t size = std::bit_floor(cells.size()); size > 0; size /= 2)
    if (cell & size) {
      carry = f(carry, naive_tree(cells, begin, begin + size, f));
      begin += size;
    }
  return carry;
}

template <class T> std::vector<T> naive_scan(const std::vector<T>& x, T init, const Op<T>& f, bool before) {
  const std::vector<T> cells = naive_cells(x, f);
  std::vector<T> y;
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    T run = naive_carry(cells, cell, init, f);
    for (size_t k = cell * 16; k < std::min(cell * 16 + 16, x.size()); ++k) {
      if (before) y.push_back(run);
      run = f(run, x[k]);
      if (!before) y.push_back(run);
    }
  }
  return y;
}

// ---- Helpers
// -----------------------------------------------------------------------------------------------------

template <class T> std::vector<T> numbers(int64_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> x(static_cast<size_t>(n));
  for (T& value : x)
    if constexpr (std::is_floating_point_v<T>)
      value = static_cast<T>(std::ldexp(double(random()) / 4e9 - 0.4, int(random() % 40)));
    else
      value = static_cast<T>(random());
  return x;
}

template <class T> auto reader(const std::vector<T>& x) {
  return [&x](int64_t k) { return x[static_cast<size_t>(k)]; };
}

template <class T> auto writer(std::vector<T>& y) {
  return [&y](int64_t k, const T& value) {
    if (k != static_cast<int64_t>(y.size())) FAIL("stored out of order");
    y.push_back(value);
  };
}

template <class T>
std::vector<T> scanned(const std::vector<T>& x, T init, const Op<T>& f, bool before = false) {
  std::vector<T> y;
  const int64_t n = static_cast<int64_t>(x.size());
  if (before)
    shape::exscan_ordered(n, init, reader(x), f, writer(y));
  else
    shape::scan_ordered(n, init, reader(x), f, writer(y));
  return y;
}

constexpr auto kPlus = [](auto a, auto b) { return a + b; };

using Matrix = std::array<int64_t, 4>;
Matrix product(const Matrix& a, const Matrix& b) {
  return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
          a[2] * b[1] + a[3] * b[3]};
}
std::vector<Matrix> rotations(int64_t n) {
  const Matrix kinds[] = {{0, -1, 1, 0}, {1, 0, 0, -1}, {0, 1, -1, 0}, {-1, 0, 0, 1}};
  std::mt19937 random(7);
  std::vector<Matrix> x;
  for (int64_t k = 0; k < n; ++k) x.push_back(kinds[random() % 4]);
  return x;
}

} // namespace

TEST_CASE_TEMPLATE("floats: every shape has the bits of its rule", T, float, double) {
  const Op<T> plus = kPlus;
  for (const int64_t n : kSizes) {
    CAPTURE(n);
    const std::vector<T> x = numbers<T>(n, 1);
    const auto lane = shape::reduce_lane<T>(n, reader(x), plus);
    const auto ordered = shape::reduce_ordered<T>(n, reader(x), plus);
    CHECK(lane.has_value() == (n > 0));
    CHECK(ordered.has_value() == (n > 0));
    if (n == 0) continue;
    const auto lanes = naive_lanes(x, plus), cells = naive_cells(x, plus);
    CHECK(*lane == naive_tree(lanes, 0, lanes.size(), plus));
    CHECK(*ordered == naive_tree(cells, 0, cells.size(), plus));
    CHECK(scanned(x, T(0.1), plus) == naive_scan(x, T(0.1), plus, false));
    CHECK(scanned(x, T(0.1), plus, true) == naive_scan(x, T(0.1), plus, true));
  }
}

TEST_CASE_TEMPLATE("columns give the same bits as the general form", T, float, double, uint8_t, uint32_t,
                   uint64_t) {
  const auto plain = [](T a, T b) { return static_cast<T>(a + b); };
  for (const int64_t n : kSizes) {
    CAPTURE(n);
    const std::vector<T> x = numbers<T>(n, 2);
    const auto lane = shape::reduce_lane<T>(n, reader(x), plain);
    CHECK(shape::reduce_lane_column(x.data(), n, kPlus) == lane);
    CHECK(shape::reduce_lane_column(x.data(), n, plain) == lane);
    std::vector<T> y(x.size()), z(x);
    shape::scan_ordered_column(x.data(), n, T(1), plain, y.data());
    CHECK(y == scanned<T>(x, T(1), plain));
    shape::exscan_ordered_column(z.data(), n, T(1), plain, z.data());
    CHECK(z == scanned<T>(x, T(1), plain, true));
  }
}

TEST_CASE("such sums tell the shapes apart") {
  int ordered_differs = 0, fold_differs = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const std::vector<double> x = numbers<double>(10003, seed);
    const Op<double> plus = kPlus;
    const double lane = *shape::reduce_lane<double>(10003, reader(x), plus);
    ordered_differs += lane != *shape::reduce_ordered<double>(10003, reader(x), plus);
    fold_differs += lane != naive_fold(x, 0, x.size(), 1, plus);
  }
  CHECK(ordered_differs >= 5);
  CHECK(fold_differs >= 5);
}

TEST_CASE("the ordered shapes keep the operands' order: strings") {
  const Op<std::string> join = [](const std::string& a, const std::string& b) { return a + b; };
  for (const int64_t n : Sizes{0, 1, 2, 15, 16, 17, 33, 100, 257, 1025}) {
    CAPTURE(n);
    std::vector<std::string> x, expected;
    std::string all;
    for (int64_t k = 0; k < n; ++k) {
      x.push_back(std::to_string(k) + ",");
      all += x.back();
      expected.push_back("i:" + all);
    }
    CHECK(shape::reduce_ordered<std::string>(n, reader(x), join).value_or("") == all);
    CHECK(scanned<std::string>(x, "i:", join) == expected);
    if (n > 0) expected.insert(expected.begin(), "i:"), expected.pop_back();
    CHECK(scanned<std::string>(x, "i:", join, true) == expected);
  }
}

TEST_CASE("the ordered shapes keep the operands' order: 2x2 matrices") {
  for (const int64_t n : Sizes{1, 16, 17, 1000, 5000}) {
    CAPTURE(n);
    const std::vector<Matrix> x = rotations(n);
    Matrix run = {1, 0, 0, 1};
    std::vector<Matrix> expected;
    for (const Matrix& m : x) expected.push_back(run = product(run, m));
    CHECK(shape::reduce_ordered<Matrix>(n, reader(x), product) == run);
    CHECK(scanned<Matrix>(x, {1, 0, 0, 1}, product) == expected);
  }
}

TEST_CASE("the ordered shapes keep the operands' order: the last one wins") {
  const Op<int64_t> last = [](int64_t, int64_t b) { return b; };
  const Op<int64_t> first = [](int64_t a, int64_t) { return a; };
  std::vector<int64_t> x(3000);
  for (size_t k = 0; k < x.size(); ++k) x[k] = static_cast<int64_t>(k);
  for (const int64_t n : Sizes{1, 16, 17, 1025, 3000}) {
    CHECK(shape::reduce_ordered<int64_t>(n, reader(x), last) == n - 1);
    CHECK(shape::reduce_ordered<int64_t>(n, reader(x), first) == 0);
  }
  CHECK(scanned<int64_t>(x, -1, last) == x);
  CHECK(scanned<int64_t>(x, -1, first) == std::vector<int64_t>(3000, -1));
}

TEST_CASE("each index is loaded once, from left to right, and enters once") {
  for (const int64_t n : kSizes) {
    CAPTURE(n);
    int64_t next = 0, combined = 0;
    bool in_order = true;
    const auto load = [&](int64_t k) {
      in_order &= k == next++;
      return k * k;
    };
    const auto count = [&](int64_t a, int64_t b) { return ++combined, a + b; };
    const int64_t sum = (n - 1) * n * (2 * n - 1) / 6;
    CHECK(shape::reduce_lane<int64_t>(n, load, count).value_or(0) == sum);
    CHECK(shape::reduce_ordered<int64_t>(n, (next = 0, load), count).value_or(0) == sum);
    CHECK(combined == 2 * std::max<int64_t>(n - 1, 0));
    int64_t reached = 0;
    shape::scan_ordered<int64_t>(n, 0, (next = 0, load), count, [&](int64_t, int64_t y) { reached = y; });
    CHECK(reached == sum);
    next = 0;
    const auto step = [&](int64_t acc, int64_t k) { return acc + load(k); };
    CHECK(shape::accumulate_lane<int64_t>(n, 0, step, count) == sum);
    CHECK(in_order);
  }
}

TEST_CASE("a scan of up to one cell is the plain left fold") {
  const auto note = [&](const std::string& a, const std::string& b) {
    std::string joined = "(";
    return joined.append(a).append(b).append(")");
  };
  const std::vector<std::string> x = {"a", "b", "c"};
  CHECK(scanned<std::string>(x, "i", note) == std::vector<std::string>{"(ia)", "((ia)b)", "(((ia)b)c)"});
  CHECK(scanned<std::string>(x, "i", note, true) == std::vector<std::string>{"i", "(ia)", "((ia)b)"});
}

TEST_CASE("groupings as the reference draws them") {
  const auto note = [](const std::string& a, const std::string& b) {
    std::string joined = "(";
    return joined.append(a).append(b).append(")");
  };
  const auto letter = [](int64_t k) { return std::string(1, static_cast<char>('a' + k)); };
  CHECK(shape::reduce_lane<std::string>(5, letter, note) == "(((ab)(cd))e)");
  CHECK(shape::reduce_lane<std::string>(7, letter, note) == "(((ab)(cd))((ef)g))");
  CHECK(shape::reduce_lane<std::string>(18, letter, note) ==
        "(((((aq)(br))(cd))((ef)(gh)))(((ij)(kl))((mn)(op))))");
  CHECK(shape::reduce_ordered<std::string>(5, letter, note) == "((((ab)c)d)e)");
  const std::string cell = *shape::reduce_ordered<std::string>(16, letter, note);
  CHECK(shape::reduce_ordered<std::string>(19, letter, note) == note(cell, "((qr)s)"));
}

TEST_CASE("accumulate: each lane starts from i, the lanes join as in reduce") {
  for (const int64_t n : kSizes) {
    CAPTURE(n);
    const std::vector<float> a = numbers<float>(n, 3), b = numbers<float>(n, 4);
    const auto step = [&](float acc, int64_t k) { return std::fma(a[size_t(k)], b[size_t(k)], acc); };
    const float result = shape::accumulate_lane(n, 0.0f, step, [](float x, float y) { return x + y; });
    std::vector<float> lanes;
    for (int64_t tile = 0; tile < n; tile += 1024)
      for (int64_t lane = tile; lane < std::min(tile + 16, n); ++lane) {
        float acc = 0.0f;
        for (int64_t k = lane; k < std::min(tile + 1024, n); k += 16) acc = step(acc, k);
        lanes.push_back(acc);
      }
    CHECK(result == (n ? naive_tree<float>(lanes, 0, lanes.size(), kPlus) : 0.0f));
  }
  const auto none = [](int64_t acc, int64_t) { return acc; };
  const auto plus = [](int64_t x, int64_t y) { return x + y; };
  CHECK(shape::accumulate_lane<int64_t>(0, 1, none, plus) == 1);
  CHECK(shape::accumulate_lane<int64_t>(5, 1, none, plus) == 5);
  CHECK(shape::accumulate_lane<int64_t>(1030, 1, none, plus) ==
        22); // 16 lanes of the first tile, 6 of the second
}

TEST_CASE("values that can only be moved") {
  using Owned = std::unique_ptr<int64_t>;
  const auto load = [](int64_t k) { return std::make_unique<int64_t>(k); };
  const auto plus = [](Owned a, Owned b) { return std::make_unique<int64_t>(*a + *b); };
  CHECK(**shape::reduce_lane<Owned>(2000, load, plus) == 1999000);
  CHECK(**shape::reduce_ordered<Owned>(2000, load, plus) == 1999000);
}

TEST_CASE("an error of the caller's passes through, and is the first in the stated order") {
  const auto letter = [](int64_t k) { return std::to_string(k); };
  const auto fail_at = [](std::string bad) {
    return [bad](const std::string& a, const std::string& b) {
      if (b == bad) throw std::runtime_error(a);
      return a + "." + b;
    };
  };
  CHECK_THROWS_WITH(shape::reduce_lane<std::string>(40, letter, fail_at("33")), "1.17");
  CHECK_THROWS_WITH(shape::reduce_lane<std::string>(40, letter, fail_at("1.17.33")), "0.16.32");
  CHECK_THROWS_WITH(shape::reduce_ordered<std::string>(40, letter, fail_at("18")), "16.17");
  int64_t stored = 0;
  const auto store = [&](int64_t, const std::string&) { ++stored; };
  CHECK_THROWS_WITH(shape::scan_ordered<std::string>(40, "i", letter, fail_at("2"), store), "i.0.1");
  CHECK(stored == 2);
}

TEST_CASE("a column's poll comes with every tile, and may stop the work") {
  const std::vector<float> x(10000, 1.0f);
  int64_t polls = 0;
  shape::reduce_lane_column(x.data(), 10000, kPlus, [&] { ++polls; });
  CHECK(polls == 10);
  std::vector<float> y(10000);
  const auto stop = [&] {
    if (++polls > 13) throw std::runtime_error("stopped");
  };
  CHECK_THROWS_WITH(shape::scan_ordered_column(x.data(), 10000, 0.0f, kPlus, y.data(), stop), "stopped");
}
