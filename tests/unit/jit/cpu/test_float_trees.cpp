// Trees of floating sums and products that compiled text calls, against their definitions (docs/shapes.md).
#include "jit/cpu/float_trees.hpp"
#include <cstring>
#include <doctest/doctest.h>
#include <random>
#include <vector>

using namespace nova::plan;

namespace {

struct Operation {
  int by;
  double (*join)(double, double);
};
constexpr Operation operations[] = {{NOVA_BY_add_f64, [](double a, double b) { return a + b; }},
                                    {NOVA_BY_mul_f64, [](double a, double b) { return a * b; }}};

using Numbers = std::vector<double>;

Numbers random_numbers(size_t n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> factor(0.9, 1.1);
  Numbers all(n);
  for (double& x : all) x = factor(random);
  return all;
}

/// The aligned tree over elements [from, from + size), size a power of two.
double aligned(const Operation& op, const double* a, size_t size) {
  return size == 1 ? *a : op.join(aligned(op, a, size / 2), aligned(op, a + size / 2, size / 2));
}

/// Over any number: the largest power of two below it stands left.
double over_all(const Operation& op, const double* a, size_t n) {
  if (n == 1) return *a;
  size_t left = 1;
  while (left * 2 < n) left *= 2;
  return op.join(over_all(op, a, left), over_all(op, a + left, n - left));
}

Numbers cell_totals(const Operation& op, const Numbers& y, size_t cells) {
  Numbers all(cells);
  for (size_t c = 0; c < cells; ++c) {
    all[c] = y[c * 16];
    for (size_t k = 1; k < 16; ++k) all[c] = op.join(all[c], y[c * 16 + k]);
  }
  return all;
}

/// What the elements before cell c come to.
double before(const Operation& op, const Numbers& totals, double carry, size_t c) {
  if (!c) return carry;
  const size_t low = c & -c;
  return op.join(before(op, totals, carry, c - low), aligned(op, &totals[c - low], low));
}

Numbers running(const Operation& op, const Numbers& y, double carry, bool exclusive) {
  const Numbers totals = cell_totals(op, y, (y.size() - 1) / 16);
  Numbers all;
  double at = carry;
  for (size_t k = 0; k < y.size(); ++k) {
    if (k % 16 == 0) at = before(op, totals, carry, k / 16);
    const double after = op.join(at, y[k]);
    all.push_back(exclusive ? at : after), at = after;
  }
  return all;
}

bool same_bits(const Numbers& a, const Numbers& b) {
  return a.size() == b.size() && !std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]);
}

} // namespace

TEST_CASE("the trees of one tile and of fours") {
  for (const Operation& op : operations)
    for (const int tiles : {1, 4, 16}) {
      const Numbers lanes = random_numbers(static_cast<size_t>(16 * tiles), 1);
      Numbers found = lanes, expected;
      float_trees.tree(op.by, found.data(), tiles);
      for (int q = 0; q < tiles; ++q)
        expected.push_back(aligned(op, &lanes[static_cast<size_t>(16 * q)], 16));
      found.resize(expected.size());
      CHECK(same_bits(found, expected));
    }
}

TEST_CASE("the tree over any number of values") {
  for (const Operation& op : operations)
    for (size_t n = 1; n < 70; ++n) {
      Numbers values = random_numbers(n, 2);
      const double expected = over_all(op, values.data(), n);
      float_trees.levels(op.by, values.data(), static_cast<nv_i64>(n));
      CHECK(same_bits({values[0]}, {expected}));
    }
}

TEST_CASE("a block's running values, for every length") {
  for (const Operation& op : operations)
    for (const bool exclusive : {false, true})
      for (size_t n = 1; n <= 1024; n += n < 200 ? 1 : 103) {
        const Numbers y = random_numbers(n, 3);
        Numbers found = y, z(127);
        const double carry = 1.5;
        float_trees.cells(op.by, y.data(), static_cast<nv_i64>((n - 1) / 16), z.data());
        float_trees.runs(op.by, exclusive, found.data(), static_cast<nv_i64>(n), &carry, z.data());
        CHECK(same_bits(found, running(op, y, carry, exclusive)));
      }
}

TEST_CASE("numbers of 32 bits are joined in 32 bits") {
  std::vector<float> lanes(16, 1.0f);
  lanes[0] = 16777216.0f;
  float_trees.tree(NOVA_BY_add_f32, lanes.data(), 1);
  CHECK(lanes[0] == 16777216.0f + 14.0f); // 2^24 + 1 is 2^24
  std::vector<float> factors(16, 1.5f);
  float_trees.tree(NOVA_BY_mul_f32, factors.data(), 1);
  CHECK(factors[0] == 656.840835571289f);
}
