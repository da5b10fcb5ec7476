// Runs of sorted keys, one for each rank, that lie one behind another in a column. A rank has its own run, and samples of all runs: that
// is enough to tell which pieces of the runs make a part of the merged column.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace nova::plan {

/// Whether key a stands before key b: NaN is last.
template <class T> bool stands_before(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return a < b || (std::isnan(b) && !std::isnan(a));
  else
    return a < b;
}

template <class T> class SortedRuns {
 public:
  using Places = std::vector<int64_t>; ///< one for each run, counted from its begin
  struct Window {
    Places low, high;
  };

  /// Run q has the keys from bounds[q] to bounds[q + 1]. Of each run every `step`-th key is a sample.
  SortedRuns(std::span<const T> keys, std::vector<int64_t> bounds, int64_t step)
      : keys_(keys), bounds_(std::move(bounds)), step_(step) {}
  size_t size() const { return bounds_.size() - 1; }
  int64_t begin(size_t run) const { return bounds_[run]; }
  int64_t length(size_t run) const { return bounds_[run + 1] - bounds_[run]; }
  int64_t samples_of(size_t run) const { return length(run) / step_; }
  T sample(size_t run, int64_t k) const { return key(run, (k + 1) * step_ - 1); }

  /// Takes the samples of all runs, a run behind the other.
  void learn(std::span<const T> samples) {
    auto at = samples.begin();
    for (size_t q = 0; q < size(); ++q)
      for (int64_t k = 0; k < samples_of(q); ++k) ordered_.push_back({*at++, q});
    std::ranges::stable_sort(ordered_,
                             [](const Sample& a, const Sample& b) { return stands_before(a.key, b.key); });
  }

  /// Returns between which places each run is cut by the first `count` keys of the merged column.
  /// Of the keys before sample i of all, at least i * step and at most i * step + (step - 1) * runs are known.
  Window window(int64_t count) const {
    const auto runs = static_cast<int64_t>(size()), all = static_cast<int64_t>(ordered_.size());
    const int64_t low = (count - runs * (step_ - 1)) / step_, high = (count + step_ - 1) / step_;
    Window w{places(std::clamp<int64_t>(low, 0, all)), places(std::min(high, all))};
    for (size_t q = 0; q < size(); ++q)
      w.high[q] = high < all ? std::min(w.high[q] + step_ - 1, length(q)) : length(q);
    return w;
  }

  /// Returns where the first `count` keys of the merged column cut each run. Requires the keys of `window(count)`.
  Places cut(int64_t count) const {
    const Window w = window(count);
    Places at = w.low;
    int64_t all = 0;
    for (const int64_t a : at) all += a;
    for (; all < count; ++all) ++at[first_of(at, w.high)];
    return at;
  }

 private:
  struct Sample {
    T key;
    size_t run;
  };
  T key(size_t run, int64_t k) const { return keys_[static_cast<size_t>(bounds_[run] + k)]; }

  /// Returns how many keys of each run lie before the first keys that `count` samples stand for.
  Places places(int64_t count) const {
    Places at(size());
    for (int64_t k = 0; k < count; ++k) at[ordered_[static_cast<size_t>(k)].run] += step_;
    return at;
  }

  /// Returns the run whose next key comes first; of equal keys that of the first run.
  size_t first_of(const Places& at, const Places& end) const {
    size_t first = size();
    for (size_t q = 0; q < size(); ++q)
      if (at[q] < end[q] && (first == size() || stands_before(key(q, at[q]), key(first, at[first]))))
        first = q;
    return first;
  }

  const std::span<const T> keys_;
  const std::vector<int64_t> bounds_;
  const int64_t step_;
  std::vector<Sample> ordered_;
};

/// Merges sorted pieces, of equal keys those of the first piece first. `to` and `other` have room for all.
template <class T> void merge_pieces(std::span<const std::span<const T>> pieces, T* to, T* other) {
  if (pieces.empty()) return;
  if (pieces.size() == 1) return void(std::ranges::copy(pieces[0], to));
  const auto left = pieces.first(pieces.size() / 2), right = pieces.subspan(pieces.size() / 2);
  size_t middle = 0, end = 0;
  for (const auto& p : left) middle += p.size();
  for (const auto& p : right) end += p.size();
  merge_pieces(left, other, to), merge_pieces(right, other + middle, to + middle);
  std::merge(other, other + middle, other + middle, other + middle + end, to,
             [](T a, T b) { return stands_before(a, b); });
}

} // namespace nova::plan
