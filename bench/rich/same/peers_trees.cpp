// Recursion, over numbers and over trees.
#include "bench/rich/quickhull.hpp"
#include <algorithm>
#include <cmath>
#include <omp.h>

namespace rich::same {

namespace {

class Queens : public Peer {
 public:
  explicit Queens(const Inputs& in) : n_(static_cast<uint32_t>(in.whole[0][0])) {}
  void run(int threads, Output& out) override {
    int64_t sum = 0;
    const uint32_t all = (1u << n_) - 1;
#pragma omp parallel for num_threads(threads) schedule(dynamic) reduction(+ : sum)
    for (uint32_t k = 0; k < n_ * n_; ++k) {
      const uint32_t a = 1u << k / n_, b = 1u << k % n_;
      if (!(b & (a | a << 1 | a >> 1))) sum += ways(all, a | b, (a << 1 | b) << 1, (a >> 1 | b) >> 1);
    }
    out.longs = {sum};
  }

 private:
  static int64_t ways(uint32_t all, uint32_t columns, uint32_t left, uint32_t right) {
    if (columns == all) return 1;
    int64_t sum = 0;
    for (uint32_t free = all & ~(columns | left | right); free; free &= free - 1) {
      const uint32_t here = free & -free;
      sum += ways(all, columns | here, (left | here) << 1, (right | here) >> 1);
    }
    return sum;
  }
  uint32_t n_;
};

/// Nodes lie in one array in the order in which they were made, 32-bit indices; the first levels are tasks.
class Tree : public Peer {
 public:
  explicit Tree(const Inputs& in) {
    nodes_.reserve(static_cast<size_t>(in.whole[0][0]) + 1), nodes_.push_back({});
    root_ = build(0, in.whole[0][0]);
  }
  void run(int threads, Output& out) override {
    int64_t sum = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
    sum = threads > 1 ? total_of_tasks(root_, 5) : total(root_);
    out.longs = {sum};
  }

 private:
  struct Node {
    int64_t value = 0;
    uint32_t left = 0, right = 0;
  };
  uint32_t build(int64_t low, int64_t high) {
    if (low >= high) return 0;
    const int64_t middle = (low + high) / 2;
    const uint32_t left = build(low, middle), right = build(middle + 1, high);
    nodes_.push_back({middle * 7919 % 1000, left, right});
    return static_cast<uint32_t>(nodes_.size() - 1);
  }
  int64_t total(uint32_t at) const {
    const Node& node = nodes_[at];
    return at ? node.value + total(node.left) + total(node.right) : 0;
  }
  int64_t total_of_tasks(uint32_t at, int levels) const {
    if (!at || !levels) return total(at);
    int64_t left = 0;
#pragma omp task shared(left)
    left = total_of_tasks(nodes_[at].left, levels - 1);
    const int64_t right = total_of_tasks(nodes_[at].right, levels - 1);
#pragma omp taskwait
    return nodes_[at].value + left + right;
  }
  std::vector<Node> nodes_;
  uint32_t root_;
};

std::vector<Point> points(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<Point> all(x.size());
  for (size_t k = 0; k < all.size(); ++k) all[k] = {x[k], y[k]};
  return all;
}

/// The tree lies in the array of points: a range's median in its middle, the lower ones before it.
class KdTree : public Peer {
 public:
  explicit KdTree(const Inputs& in)
      : given_(points(in.real[0], in.real[1])), others_(points(in.real[2], in.real[3])) {}
  void run(int threads, Output& out) override {
    tree_ = given_, out.doubles.resize(others_.size());
#pragma omp parallel num_threads(threads)
#pragma omp single
    build(0, tree_.size(), true);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
    for (size_t k = 0; k < others_.size(); ++k) {
      double best = INFINITY;
      nearest(0, tree_.size(), others_[k], true, best);
      out.doubles[k] = best;
    }
  }

 private:
  void build(size_t low, size_t high, bool by_x) {
    if (high - low < 2) return;
    const size_t middle = low + (high - low) / 2;
    const auto at = [&](size_t k) { return tree_.begin() + static_cast<int64_t>(k); };
    if (by_x)
      std::nth_element(at(low), at(middle), at(high), [](Point a, Point b) { return a.x < b.x; });
    else
      std::nth_element(at(low), at(middle), at(high), [](Point a, Point b) { return a.y < b.y; });
#pragma omp task if (high - low > 4096)
    build(low, middle, !by_x);
    build(middle + 1, high, !by_x);
#pragma omp taskwait
  }
  void nearest(size_t low, size_t high, Point p, bool by_x, double& best) const {
    if (low >= high) return;
    const size_t middle = low + (high - low) / 2;
    const Point q = tree_[middle];
    const double dx = p.x - q.x, dy = p.y - q.y, side = by_x ? dx : dy;
    best = std::min(best, dx * dx + dy * dy);
    if (side < 0)
      nearest(low, middle, p, !by_x, best);
    else
      nearest(middle + 1, high, p, !by_x, best);
    if (!(side * side < best)) return;
    if (side < 0)
      nearest(middle + 1, high, p, !by_x, best);
    else
      nearest(low, middle, p, !by_x, best);
  }
  std::vector<Point> given_, others_, tree_;
};

/// Points outside of an edge are moved to the front of their range; the first two edges are tasks.
class Hull : public Peer {
 public:
  explicit Hull(const Inputs& in) : given_(points(in.real[0], in.real[1])) {}
  void run(int threads, Output& out) override { quickhull(given_, threads, out); }

 private:
  std::vector<Point> given_;
};

} // namespace

std::unique_ptr<Peer> queens(const Inputs& in) { return std::make_unique<Queens>(in); }
std::unique_ptr<Peer> tree(const Inputs& in) { return std::make_unique<Tree>(in); }
std::unique_ptr<Peer> kdtree(const Inputs& in) { return std::make_unique<KdTree>(in); }
std::unique_ptr<Peer> hull(const Inputs& in) { return std::make_unique<Hull>(in); }

} // namespace rich::same
