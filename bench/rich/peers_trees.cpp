// Recursion, over numbers and over trees.
#include "bench/rich/pages.hpp"
#include "bench/rich/peers.hpp"
#include <algorithm>
#include <bit>
#include <cstring>
#ifdef __AVX512F__
#include <immintrin.h>
#endif
#include <numeric>
#include <omp.h>

namespace rich {

namespace {

using Lanes = uint32_t __attribute__((vector_size(64)));
constexpr size_t lanes = 16;

bool any(const Lanes& all) {
#ifdef __AVX512F__
  const auto bits = reinterpret_cast<__m512i>(all);
  return _mm512_test_epi32_mask(bits, bits) != 0;
#else
  uint32_t some = 0;
  for (size_t k = 0; k < lanes; ++k) some |= all[k];
  return some != 0;
#endif
}

/// Boards that have queens in as many rows each: what is taken of the next row, by columns and by diagonals.
class Boards {
 public:
  explicit Boards(size_t room) : columns_(room), left_(room), right_(room) {}
  size_t size() const { return size_; }
  void add(uint32_t columns, uint32_t left, uint32_t right) {
    columns_[size_] = columns, left_[size_] = left, right_[size_++] = right;
  }
  // Those that have a queen `here`.
  void add(const Lanes& columns, const Lanes& left, const Lanes& right, const Lanes& here) {
#ifdef __AVX512F__
    const auto put = [&](const Lanes& from, std::vector<uint32_t>& to, __mmask16 some) {
      _mm512_storeu_si512(&to[size_], _mm512_maskz_compress_epi32(some, reinterpret_cast<__m512i>(from)));
    };
    const __mmask16 some =
        _mm512_test_epi32_mask(reinterpret_cast<__m512i>(here), reinterpret_cast<__m512i>(here));
    put(columns, columns_, some), put(left, left_, some), put(right, right_, some);
    size_ += static_cast<size_t>(std::popcount(static_cast<uint32_t>(some)));
#else
    for (size_t k = 0; k < lanes; ++k) {
      columns_[size_] = columns[k], left_[size_] = left[k], right_[size_] = right[k];
      size_ += here[k] != 0;
    }
#endif
  }
  // The last ones; where there are fewer than lanes, the rest has all columns taken.
  void take(Lanes& columns, Lanes& left, Lanes& right) {
    const size_t count = std::min(size_, lanes);
    size_ -= count;
    std::memcpy(&columns, &columns_[size_], sizeof columns), std::memcpy(&left, &left_[size_], sizeof left);
    std::memcpy(&right, &right_[size_], sizeof right);
    for (size_t k = count; k < lanes; ++k) columns[k] = ~0u;
  }

 private:
  std::vector<uint32_t> columns_, left_, right_;
  size_t size_ = 0;
};

/// Sixteen boards at a time get their next queens; those with one more wait until they are as many. A board's
/// mirror image counts as it does: the first queen stands in the left half, or in the middle and the second
/// one in the left half. There are four rows or more.
class Queens : public Peer {
 public:
  explicit Queens(const Inputs& in) : n_(static_cast<uint32_t>(in.whole[0][0])) {}
  void run(int threads, Output& out) override {
    int64_t sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    {
      std::vector<Boards> rows(n_, Boards(lanes * (n_ + 2)));
      Lanes found{};
#pragma omp for schedule(dynamic)
      for (uint32_t k = 0; k < n_ * n_; ++k) {
        const uint32_t first = k / n_, second = k % n_, a = 1u << first, b = 1u << second;
        const bool left = 2 * first + 1 < n_ || (2 * first + 1 == n_ && 2 * second + 1 < n_);
        if (!left || (b & (a | a << 1 | a >> 1))) continue;
        rows[2].add(a | b, (a << 1 | b) << 1, (a >> 1 | b) >> 1);
        go_on(rows, 2, 1, found);
      }
      for (size_t row = 2; row + 1 < n_; ++row) go_on(rows, row, 1, found);
      for (size_t k = 0; k < lanes; ++k) sum += 2 * static_cast<int64_t>(found[k]);
    }
    out.longs = {sum};
  }

 private:
  // As long as at least so many boards wait in the row.
  void go_on(std::vector<Boards>& rows, size_t row, size_t least, Lanes& found) const {
    const uint32_t all = (1u << n_) - 1;
    while (rows[row].size() >= least) {
      Lanes columns, left, right;
      rows[row].take(columns, left, right);
      for (Lanes free = all & ~(columns | left | right); any(free); free &= free - 1) {
        const Lanes here = free & -free, c = columns | here, l = (left | here) << 1, r = (right | here) >> 1;
        if (row + 2 < n_)
          rows[row + 1].add(c, l, r, here);
        else // one row remains
          found += ((all & ~(c | l | r)) != 0) & (here != 0) & 1;
      }
      if (row + 2 < n_) go_on(rows, row + 1, lanes, found);
    }
  }
  uint32_t n_;
};

/// Nodes lie in one array in the order in which they were made, 32-bit indices. Several subtrees are walked
/// at once, so that the next node of one is fetched while the others' are; each has a stack, onto which
/// children go without asking whether there are any.
class Tree : public Peer {
 public:
  explicit Tree(const Inputs& in) {
    nodes_.reserve(static_cast<size_t>(in.whole[0][0]) + 1), nodes_.push_back({});
    root_ = build(0, in.whole[0][0], 1);
  }
  void run(int threads, Output& out) override {
    int64_t sum = 0;
    std::vector<uint32_t> roots = {root_};
    size_t first = 0; // of the roots that remain
    for (; first < roots.size() && roots.size() - first < 16 * walks; ++first) {
      const Node& node = nodes_[roots[first]];
      sum += node.value;
      for (const uint32_t child : {node.left, node.right})
        if (child) roots.push_back(child);
    }
#pragma omp parallel for num_threads(threads) schedule(dynamic) reduction(+ : sum)
    for (size_t k = first; k < roots.size(); k += walks)
      sum += total(&roots[k], std::min(walks, roots.size() - k));
    out.longs = {sum};
  }

 private:
  static constexpr size_t walks = 6;
  struct Node {
    int64_t value = 0;
    uint32_t left = 0, right = 0;
  };
  uint32_t build(int64_t low, int64_t high, size_t depth) {
    if (low >= high) return 0;
    height_ = std::max(height_, depth);
    const int64_t middle = (low + high) / 2;
    const uint32_t left = build(low, middle, depth + 1), right = build(middle + 1, high, depth + 1);
    nodes_.push_back({middle * 7919 % 1000, left, right});
    return static_cast<uint32_t>(nodes_.size() - 1);
  }
  int64_t total(const uint32_t* roots, size_t count) const {
    std::vector<uint32_t> stacks(walks * (height_ + 2));
    const Node* const nodes = nodes_.data();
    uint32_t* top[walks]; // the next node, above a zero: of that, nothing comes
    int64_t sum[walks] = {};
    for (size_t w = 0; w < walks; ++w)
      top[w] = &stacks[w * (height_ + 2)] + (w < count), *top[w] = w < count ? roots[w] : 0;
    for (bool more = true; more;) {
      more = false;
      for (size_t w = 0; w < walks; ++w) {
        const uint32_t at = *top[w];
        const Node node = nodes[at];
        sum[w] += node.value;
        *top[w] = node.left, top[w] += node.left != 0;
        *top[w] = node.right, top[w] -= (node.right == 0) & (at != 0);
        more |= *top[w] != 0;
      }
    }
    return std::accumulate(sum, sum + walks, int64_t{0});
  }
  Large<Node> nodes_;
  size_t height_ = 0;
  uint32_t root_;
};

} // namespace

std::unique_ptr<Peer> queens(const Inputs& in) { return std::make_unique<Queens>(in); }
std::unique_ptr<Peer> tree(const Inputs& in) { return std::make_unique<Tree>(in); }

} // namespace rich
