// Loops over columns.
#include "bench/rich/pages.hpp"
#include "bench/rich/peers.hpp"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#ifdef __AVX2__
#include <immintrin.h>
#endif
#include <numeric>
#include <omp.h>

namespace rich {

namespace {

/// A table for each thread, of the keys that a sample of them promises: its range, three times as wide, in
/// steps of its differences' greatest common divisor. A key outside of that ends the attempt; the table is
/// then of all keys between the least and the greatest.
class Groups : public Peer {
 public:
  explicit Groups(const Inputs& in) : keys_(in.whole[0]), values_(in.whole[1]) {}
  void run(int threads, Output& out) override {
    tables_.resize(static_cast<size_t>(threads));
    if (!add_up(promised(std::min<size_t>(keys_.size(), 4096)), threads)) add_up(range(threads), threads);
    out.longs.clear();
    for (size_t p = 0; p < numbering_.places; ++p) {
      Place all{};
      for (const auto& table : tables_) all += table[p];
      if (all[1]) out.longs.push_back(numbering_.key(p)), out.longs.push_back(all[0]);
    }
  }

 private:
  using Place = int64_t __attribute__((vector_size(16))); ///< sum and count, added at once
  /// Keys from `low` on in steps of odd << shift. Dividing by an odd number exactly is to multiply by its
  /// inverse modulo 2^64, and what it does not divide comes out beyond all places.
  struct Numbering {
    int64_t low;
    uint64_t step, places, inverse = 1;
    int shift;
    Numbering(int64_t from, uint64_t by, uint64_t count)
        : low(from), step(by), places(count), shift(std::countr_zero(by)) {
      for (int k = 0; k < 6; ++k) inverse *= 2 - (step >> shift) * inverse;
    }
    uint64_t place(int64_t key) const {
      return std::rotr((static_cast<uint64_t>(key) - static_cast<uint64_t>(low)) * inverse, shift);
    }
    int64_t key(uint64_t place) const { return low + static_cast<int64_t>(place * step); }
  };
  Numbering promised(size_t sample) const {
    const auto [least, most] =
        std::minmax_element(keys_.begin(), keys_.begin() + static_cast<int64_t>(sample));
    int64_t step = 0;
    for (size_t k = 0; k < sample; ++k) step = std::gcd(step, keys_[k] - *least);
    step = std::max<int64_t>(step, 1);
    const int64_t span = (*most - *least) / step + 1;
    return {*least - span * step, static_cast<uint64_t>(step), static_cast<uint64_t>(3 * span)};
  }
  Numbering range(int threads) const {
    int64_t least = INT64_MAX, most = INT64_MIN;
#pragma omp parallel for num_threads(threads) reduction(min : least) reduction(max : most)
    for (size_t k = 0; k < keys_.size(); ++k)
      least = std::min(least, keys_[k]), most = std::max(most, keys_[k]);
    return {least, 1, static_cast<uint64_t>(most - least) + 1};
  }
  bool add_up(const Numbering& numbering, int threads) {
    numbering_ = numbering;
    bool all = true;
#pragma omp parallel num_threads(threads) reduction(&& : all)
    {
      auto& mine = tables_[static_cast<size_t>(omp_get_thread_num())];
      mine.assign(numbering.places, Place{});
      const Numbering here = numbering; // a copy, which no store can be thought to change
      Place* const table = mine.data();
#pragma omp for schedule(dynamic, 65536)
      for (size_t k = 0; k < keys_.size(); ++k) {
        const uint64_t p = here.place(keys_[k]);
        if (p < here.places)
          table[p] += Place{values_[k], 1};
        else
          all = false;
      }
    }
    return all;
  }
  const std::vector<int64_t>&keys_, &values_;
  Numbering numbering_{0, 1, 0};
  std::vector<std::vector<Place>> tables_;
};

/// Lengths, their sums, then each line by itself. Points are of 64 bits, as the program's; all that leads to
/// them needs 32.
class Lines : public Peer {
 public:
  explicit Lines(const Inputs& in) {
    for (const auto& column : in.whole) ends_.emplace_back(column.begin(), column.end());
  }
  void run(int threads, Output& out) override {
    const size_t n = ends_[0].size();
    at_.resize(n + 1);
    for (size_t k = 0; k < n; ++k)
      at_[k + 1] =
          at_[k] + 1 + std::max(std::abs(ends_[2][k] - ends_[0][k]), std::abs(ends_[3][k] - ends_[1][k]));
    resize_large(out.longs, 2 * at_[n]);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
    for (size_t k = 0; k < n; ++k)
      draw(k, out.longs.data() + 2 * at_[k], static_cast<int32_t>(at_[k + 1] - at_[k]));
  }

 private:
  void draw(size_t k, int64_t* to, int32_t count) const {
    const int32_t x = ends_[0][k], y = ends_[1][k], dx = ends_[2][k] - x, dy = ends_[3][k] - y;
    if (std::abs(dx) > std::abs(dy)) return along<0>(x, y, dx, dy, to, count);
    along<1>(y, x, dy, dx, to, count);
  }
  // a: the longer side's coordinate
  template <int a>
  static void along(int32_t x, int32_t y, int32_t dx, int32_t dy, int64_t* to, int32_t count) {
    const float slope =
        dx == 0 ? (dy > 0 ? 1.0f : -1.0f) : static_cast<float>(dy) / std::abs(static_cast<float>(dx));
    const int32_t step = dx > 0 ? 1 : dx < 0 ? -1 : 0;
#pragma omp simd
    for (int32_t i = 0; i < count; ++i) {
      const float way = slope * static_cast<float>(i);
      to[2 * i + a] = x + step * i;
      to[2 * i + 1 - a] =
          y + static_cast<int32_t>(way + std::copysign(0.49999997f, way)); // half away from zero
    }
  }
  std::vector<std::vector<int32_t>> ends_;
  std::vector<size_t> at_;
};

/// Rows are filled up to multiples of eight, with zeros that take a zero behind the vector: no row then has a
/// rest that goes number by number.
class Spmv : public Peer {
 public:
  explicit Spmv(const Inputs& in) : x_(in.real[1].begin(), in.real[1].end()) {
    const std::vector<int64_t>&at = in.whole[0], &columns = in.whole[1];
    const auto none = static_cast<int32_t>(x_.size());
    x_.push_back(0), at_ = {0};
    for (size_t r = 0; r + 1 < at.size(); ++r) {
      columns_.insert(columns_.end(), columns.begin() + at[r], columns.begin() + at[r + 1]);
      values_.insert(values_.end(), in.real[0].begin() + at[r], in.real[0].begin() + at[r + 1]);
      columns_.resize((columns_.size() + lanes - 1) / lanes * lanes, none), values_.resize(columns_.size());
      at_.push_back(columns_.size());
    }
  }
  void run(int threads, Output& out) override {
    out.floats.resize(at_.size() - 1);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
    for (size_t r = 0; r < out.floats.size(); ++r) out.floats[r] = row(at_[r], at_[r + 1]);
  }

 private:
  static constexpr size_t lanes = 8;
  float row(size_t k, size_t end) const {
    using Floats = float __attribute__((vector_size(4 * lanes)));
    Floats sums{};
    for (; k < end; k += lanes) {
      Floats values, x{};
      std::memcpy(&values, &values_[k], sizeof values);
#ifdef __AVX2__ // which the compiler does not think of by itself
      x = _mm256_i32gather_ps(x_.data(), _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&columns_[k])),
                              4);
#else
      for (size_t j = 0; j < lanes; ++j) x[j] = x_[static_cast<size_t>(columns_[k + j])];
#endif
      sums += values * x;
    }
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
  }
  std::vector<size_t> at_;
  std::vector<int32_t> columns_;
  std::vector<float> values_;
  Large<float> x_;
};

} // namespace

std::unique_ptr<Peer> groups(const Inputs& in) { return std::make_unique<Groups>(in); }
std::unique_ptr<Peer> lines(const Inputs& in) { return std::make_unique<Lines>(in); }
std::unique_ptr<Peer> spmv(const Inputs& in) { return std::make_unique<Spmv>(in); }

} // namespace rich
