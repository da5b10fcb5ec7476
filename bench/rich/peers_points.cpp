// Points of the plane.
#include "bench/rich/quickhull.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <omp.h>

namespace rich {

namespace {

/// A tree of fixed depth in arrays: node k's children are 2k and 2k + 1, the points of its leaves follow each
/// other. It divides at the median of a sample, in one pass. Questions are put in the order of the leaves and
/// asked as many at a time as a vector holds: they share their way through the tree.
class KdTree : public Peer {
 public:
  explicit KdTree(const Inputs& in)
      : x_(in.real[2]), y_(in.real[3]), leaf_(x_.size()), order_((x_.size() + lanes - 1) / lanes * lanes) {
    for (size_t k = 0; k < in.real[0].size(); ++k) given_.push_back(Pair{in.real[0][k], in.real[1][k]});
    while (given_.size() >> levels_ > 24) ++levels_;
    splits_.resize(size_t{1} << levels_), starts_.resize(splits_.size() + 1);
  }
  void run(int threads, Output& out) override {
    points_ = given_, starts_.back() = static_cast<uint32_t>(points_.size());
    out.doubles.resize(x_.size());
#pragma omp parallel num_threads(threads)
    {
#pragma omp single
      build(1, 0, 0, points_.size());
#pragma omp for
      for (size_t k = 0; k < x_.size(); k += block) find_leaves(k, std::min(x_.size(), k + block));
#pragma omp single
      sort_by_leaf();
#pragma omp for schedule(dynamic, 64)
      for (size_t k = 0; k < order_.size(); k += lanes) answer(&order_[k], out.doubles.data());
    }
  }

 private:
#ifdef __AVX512F__
  static constexpr size_t lanes = 8, block = 512;
#else
  static constexpr size_t lanes = 4, block = 512;
#endif
  using Pair = double __attribute__((vector_size(16))); ///< moved at once
  using Reals = double __attribute__((vector_size(8 * lanes)));
  void build(size_t node, size_t level, size_t low, size_t high) {
    if (level == levels_) {
      starts_[node - splits_.size()] = static_cast<uint32_t>(low);
      return;
    }
    const size_t middle = level % 2 ? divide<1>(node, low, high) : divide<0>(node, low, high);
#pragma omp task if (high - low > 4096)
    build(2 * node, level + 1, low, middle);
    build(2 * node + 1, level + 1, middle, high);
#pragma omp taskwait
  }
  template <int axis> size_t divide(size_t node, size_t low, size_t high) {
    double sample[64];
    const size_t count = std::min<size_t>((high - low + 7) / 8, 64);
    for (size_t k = 0; k < count; ++k) sample[k] = points_[low + (high - low) * k / count][axis];
    std::nth_element(sample, sample + count / 2, sample + count);
    const double split = splits_[node] = count ? sample[count / 2] : 0;
    // Without a jump that depends on the points: each is exchanged with the first that is not below.
    size_t middle = low;
    for (size_t k = low; k < high; ++k) {
      const Pair p = points_[k];
      points_[k] = points_[middle], points_[middle] = p, middle += p[axis] < split;
    }
    return middle;
  }
  void find_leaves(size_t k, size_t end) {
    std::fill(&leaf_[k], &leaf_[end], 1);
    for (size_t level = 0; level < levels_; ++level) {
      const double* const at = level % 2 ? y_.data() : x_.data();
#pragma omp simd
      for (size_t j = k; j < end; ++j) leaf_[j] = 2 * leaf_[j] + !(at[j] < splits_[leaf_[j]]);
    }
  }
  void sort_by_leaf() {
    std::vector<uint32_t> places(2 * splits_.size() + 1);
    for (const uint32_t leaf : leaf_) ++places[leaf + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    for (size_t k = 0; k < leaf_.size(); ++k) order_[places[leaf_[k]]++] = static_cast<uint32_t>(k);
    std::fill(order_.begin() + static_cast<int64_t>(leaf_.size()), order_.end(), order_[leaf_.size() - 1]);
  }
  /// Questions, the box that they lie in, and their answers so far, `most` the worst of them.
  struct Group {
    Reals x, y, best;
    double low[2], high[2], most;
  };
  void answer(const uint32_t* asked, double* to) const {
    Group g;
    for (size_t k = 0; k < lanes; ++k) g.x[k] = x_[asked[k]], g.y[k] = y_[asked[k]], g.best[k] = INFINITY;
    g.low[0] = least(g.x), g.low[1] = least(g.y), g.high[0] = -least(-g.x), g.high[1] = -least(-g.y);
    g.most = INFINITY;
    visit(1, 0, 0, 0, g);
    for (size_t k = 0; k < lanes; ++k) to[asked[k]] = g.best[k];
  }
  static Reals lesser(Reals a, Reals b) { return a < b ? a : b; }
  static double least(Reals all) {
#ifdef __AVX512F__
    using Order = int64_t __attribute__((vector_size(8 * lanes)));
    all = lesser(all, __builtin_shuffle(all, Order{4, 5, 6, 7, 0, 1, 2, 3}));
    all = lesser(all, __builtin_shuffle(all, Order{2, 3, 0, 1, 6, 7, 4, 5}));
    return std::min(all[0], all[1]);
#else
    return std::min(std::min(all[0], all[1]), std::min(all[2], all[3]));
#endif
  }
  // The node's cell is at least `across` away on the axis of its split and `along` on the other. Neither
  // exceeds a rounded difference of coordinates, so no square of a distance that is left out is below those
  // found.
  void visit(size_t node, size_t level, double across, double along, Group& g) const {
    if (level == levels_) return leaf(node - splits_.size(), g);
    const size_t axis = level % 2;
    const double split = splits_[node], lower = std::max(across, g.low[axis] - split),
                 upper = std::max(across, split - g.high[axis]);
    const bool first = lower > upper;
    const double near = first ? upper : lower, far = first ? lower : upper;
    if (near * near + along * along < g.most) visit(2 * node + first, level + 1, along, near, g);
    if (far * far + along * along < g.most) visit(2 * node + !first, level + 1, along, far, g);
  }
  void leaf(size_t k, Group& g) const {
    const Reals x = g.x, y = g.y;
    Reals best = g.best;
    for (size_t p = starts_[k]; p < starts_[k + 1]; ++p) {
      const Reals dx = x - points_[p][0], dy = y - points_[p][1];
      best = lesser(dx * dx + dy * dy, best);
    }
    g.best = best;
    g.most = -least(-g.best);
  }
  std::vector<Pair> given_, points_;
  std::vector<double> x_, y_, splits_;
  std::vector<uint32_t> leaf_, order_, starts_; ///< of each question; the questions; the first point of each
  size_t levels_ = 0;
};

/// What lies well inside of an octagon of some of the points can be no corner, nor the farthest of any edge:
/// that is most of them. The rest keeps its order and is divided by edges; the first two of these are
/// sections.
class Hull : public Peer {
 public:
  explicit Hull(const Inputs& in) : x_(in.real[0]), y_(in.real[1]) {}
  void run(int threads, Output& out) override {
    find_octagon();
    rest(threads);
    quickhull(rest_, threads, out);
  }

 private:
  static constexpr size_t corners = 8, block = 1024;
  /// Where a x + b y is less than c for each of the lines, all is inside.
  struct Line {
    double a, b, c;
  };
  // Corners are those of the first points which lie farthest in eight directions, against the clock.
  void find_octagon() {
    static constexpr double directions[corners][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                                      {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    size_t corner[corners] = {};
    double extent = 0;
    for (size_t k = 0; k < std::min<size_t>(x_.size(), 4096); ++k) {
      for (size_t d = 0; d < corners; ++d) {
        const auto along = [&](size_t p) { return directions[d][0] * x_[p] + directions[d][1] * y_[p]; };
        if (along(k) > along(corner[d])) corner[d] = k;
      }
      extent = std::max({extent, std::abs(x_[k]), std::abs(y_[k])});
    }
    for (size_t d = 0; d < corners; ++d) {
      const size_t p = corner[d], q = corner[(d + 1) % corners];
      const double a = y_[q] - y_[p], b = x_[p] - x_[q];
      // a millionth inside, far more than the rounding of distances; two corners at one place ask nothing
      lines_[d] = p == q ? Line{0, 0, 1} : Line{a, b, a * x_[p] + b * y_[p] - 1e-6 * extent * extent};
    }
  }
  void rest(int threads) {
    kept_.resize(static_cast<size_t>(threads)), rest_.clear();
#pragma omp parallel num_threads(threads)
    {
      auto& mine = kept_[static_cast<size_t>(omp_get_thread_num())];
      mine.clear();
#pragma omp for schedule(static)
      for (size_t k = 0; k < x_.size(); k += block) keep(k, std::min(block, x_.size() - k), mine);
    }
    for (const auto& kept : kept_) rest_.insert(rest_.end(), kept.begin(), kept.end());
  }
  void keep(size_t from, size_t count, std::vector<Point>& to) const {
    const double *const x = x_.data() + from, *const y = y_.data() + from;
    const std::array<Line, corners> lines = lines_;
    int64_t out[block];
#pragma omp simd
    for (size_t k = 0; k < count; ++k) {
      double far = -INFINITY;
      for (size_t d = 0; d < corners; ++d)
        far = std::max(far, lines[d].a * x[k] + lines[d].b * y[k] - lines[d].c);
      out[k] = far >= 0;
    }
    size_t end = to.size();
    to.resize(end + count);
    for (size_t k = 0; k < count; ++k) to[end] = {x[k], y[k]}, end += static_cast<size_t>(out[k]);
    to.resize(end);
  }
  std::vector<double> x_, y_;
  std::array<Line, corners> lines_;
  std::vector<std::vector<Point>> kept_; ///< of each thread
  std::vector<Point> rest_;
};

} // namespace

std::unique_ptr<Peer> kdtree(const Inputs& in) { return std::make_unique<KdTree>(in); }
std::unique_ptr<Peer> hull(const Inputs& in) { return std::make_unique<Hull>(in); }

} // namespace rich
