// Loops over columns.
#include "bench/rich/peers.hpp"
#include <algorithm>
#include <cmath>
#include <omp.h>

namespace rich::same {

namespace {

/// Level by level; a node may be queued twice, by two threads at once, which does no harm.
class Bfs : public Peer {
 public:
  explicit Bfs(const Inputs& in) : n_(in.whole[0][0]), edges_(in.whole[1].begin(), in.whole[1].end()) {}
  void run(int threads, Output& out) override {
    out.whole.assign(static_cast<size_t>(n_), -1);
    int32_t* const levels = out.whole.data();
    levels[0] = 0, front_ = {0}, next_.resize(static_cast<size_t>(threads));
    for (int32_t d = 1; !front_.empty(); ++d) {
#pragma omp parallel num_threads(threads)
      {
        auto& mine = next_[static_cast<size_t>(omp_get_thread_num())];
        mine.clear();
#pragma omp for schedule(static)
        for (size_t k = 0; k < front_.size(); ++k)
          for (size_t j = 0; j < 16; ++j)
            if (const int32_t w = edges_[16 * static_cast<size_t>(front_[k]) + j]; levels[w] < 0)
              levels[w] = d, mine.push_back(w);
      }
      front_.clear();
      for (const auto& reached : next_) front_.insert(front_.end(), reached.begin(), reached.end());
    }
  }

 private:
  int64_t n_;
  std::vector<int32_t> edges_, front_;
  std::vector<std::vector<int32_t>> next_;
};

/// A table for each thread while the keys' range is small, which a first pass finds.
class Groups : public Peer {
 public:
  explicit Groups(const Inputs& in) : keys_(in.whole[0]), values_(in.whole[1]) {}
  void run(int threads, Output& out) override {
    int64_t least = INT64_MAX, most = INT64_MIN;
#pragma omp parallel for num_threads(threads) reduction(min : least) reduction(max : most)
    for (size_t k = 0; k < keys_.size(); ++k)
      least = std::min(least, keys_[k]), most = std::max(most, keys_[k]);
    const auto places = static_cast<size_t>(most - least + 1);
    tables_.resize(static_cast<size_t>(threads));
#pragma omp parallel num_threads(threads)
    {
      auto& mine = tables_[static_cast<size_t>(omp_get_thread_num())];
      mine.assign(places, {});
#pragma omp for schedule(static)
      for (size_t k = 0; k < keys_.size(); ++k) {
        Place& p = mine[static_cast<size_t>(keys_[k] - least)];
        p.sum += values_[k], ++p.count;
      }
    }
    out.longs.clear();
    for (size_t p = 0; p < places; ++p) {
      Place all;
      for (const auto& table : tables_) all.sum += table[p].sum, all.count += table[p].count;
      if (all.count) out.longs.push_back(least + static_cast<int64_t>(p)), out.longs.push_back(all.sum);
    }
  }

 private:
  struct Place {
    int64_t sum = 0, count = 0;
  };
  const std::vector<int64_t>&keys_, &values_;
  std::vector<std::vector<Place>> tables_;
};

/// Segments of 128 Ki numbers, which stay in the cache, then the primes of each to their place.
class Sieve : public Peer {
 public:
  explicit Sieve(const Inputs& in) : n_(static_cast<size_t>(in.whole[0][0])), crossed_(n_) {}
  void run(int threads, Output& out) override {
    const std::vector<size_t> base = small(static_cast<size_t>(std::sqrt(static_cast<double>(n_))) + 1);
    const size_t blocks = (n_ + block - 1) / block;
    at_.assign(blocks + 1, 0);
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (size_t b = 0; b < blocks; ++b) at_[b + 1] = cross(b, base);
    for (size_t b = 0; b < blocks; ++b) at_[b + 1] += at_[b];
    out.longs.resize(at_[blocks]);
#pragma omp parallel for num_threads(threads)
    for (size_t b = 0; b < blocks; ++b)
      for (size_t k = std::max<size_t>(b * block, 2), p = at_[b]; p < at_[b + 1]; ++k)
        out.longs[p] = static_cast<int64_t>(k), p += !crossed_[k];
  }

 private:
  static constexpr size_t block = 131072;
  static std::vector<size_t> small(size_t root) {
    std::vector<char> crossed(root + 1);
    std::vector<size_t> primes;
    for (size_t p = 2; p <= root; ++p) {
      if (crossed[p]) continue;
      primes.push_back(p);
      for (size_t q = p * p; q <= root; q += p) crossed[q] = 1;
    }
    return primes;
  }
  size_t cross(size_t b, const std::vector<size_t>& base) {
    const size_t low = std::max<size_t>(b * block, 2), high = std::min(n_, (b + 1) * block);
    char* const crossed = crossed_.data();
    std::fill(crossed + low, crossed + high, 0);
    for (const size_t p : base) {
      if (p * p >= high) break;
      for (size_t q = std::max(p * p, (low + p - 1) / p * p); q < high; q += p) crossed[q] = 1;
    }
    return static_cast<size_t>(std::count(crossed + low, crossed + high, 0));
  }
  size_t n_;
  std::vector<char> crossed_;
  std::vector<size_t> at_;
};

class Spmv : public Peer {
 public:
  explicit Spmv(const Inputs& in)
      : at_(in.whole[0]), columns_(in.whole[1].begin(), in.whole[1].end()),
        values_(in.real[0].begin(), in.real[0].end()), x_(in.real[1].begin(), in.real[1].end()) {}
  void run(int threads, Output& out) override {
    const auto rows = static_cast<int64_t>(at_.size()) - 1;
    out.floats.resize(static_cast<size_t>(rows));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
    for (int64_t r = 0; r < rows; ++r) {
      float sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int64_t k = at_[r]; k < at_[r + 1]; ++k) sum += values_[k] * x_[columns_[k]];
      out.floats[static_cast<size_t>(r)] = sum;
    }
  }

 private:
  std::vector<int64_t> at_;
  std::vector<int32_t> columns_;
  std::vector<float> values_, x_;
};

} // namespace

std::unique_ptr<Peer> bfs(const Inputs& in) { return std::make_unique<Bfs>(in); }
std::unique_ptr<Peer> groups(const Inputs& in) { return std::make_unique<Groups>(in); }
std::unique_ptr<Peer> lines(const Inputs& in) { return rich::lines(in); } // there is no better way
std::unique_ptr<Peer> sieve(const Inputs& in) { return std::make_unique<Sieve>(in); }
std::unique_ptr<Peer> spmv(const Inputs& in) { return std::make_unique<Spmv>(in); }

} // namespace rich::same
