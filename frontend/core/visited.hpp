// Types are graphs: a type that was written small may be exponentially large as a tree. A walk marks what it
// has met, so that each node is looked at once.
#pragma once
#include "frontend/core/types.hpp"
#include <unordered_set>
#include <utility>

namespace nova {

/// v[i], behind whose end there are default values.
template <class T> T& at_grown(std::vector<T>& v, uint32_t i) {
  if (i >= v.size()) v.resize(i + i / 2 + 64);
  return v[i];
}

/// The types that the walk at hand has met.
class VisitedTypes {
 public:
  /// A new walk begins: it has met nothing.
  void begin() { ++walk_; }
  /// Marks t; false if the walk has met it before.
  bool add(TypeId t) {
    uint32_t& seen = at_grown(seen_, static_cast<uint32_t>(t));
    return std::exchange(seen, walk_) != walk_;
  }

 private:
  std::vector<uint32_t> seen_; ///< by type: the last walk that met it
  uint32_t walk_ = 0;
};

/// The pairs of types that the walk at hand has met. Small walks do without the table.
class VisitedPairs {
 public:
  void begin() { steps_ = 0, seen_.clear(); }
  bool add(TypeId a, TypeId b) {
    constexpr uint32_t small = 64;
    if (++steps_ <= small) return true;
    return seen_.insert(uint64_t{static_cast<uint32_t>(a)} << 32 | static_cast<uint32_t>(b)).second;
  }

 private:
  std::unordered_set<uint64_t> seen_;
  uint32_t steps_ = 0;
};

} // namespace nova
