// Sets of visited types, for walks over types. Types are graphs: a type with a short text may be exponentially large
// as a tree. A walk marks what it has visited, so that it visits each node once.
#pragma once
#include "frontend/core/types.hpp"
#include <unordered_set>
#include <utility>

namespace nova {

/// Returns v[i], after growing v with default values if i is past its end.
template <class T> T& at_grown(std::vector<T>& v, uint32_t i) {
  if (i >= v.size()) v.resize(i + i / 2 + 64);
  return v[i];
}

/// The types that the current walk has visited.
class VisitedTypes {
 public:
  /// Begins a new walk, which has visited nothing.
  void begin() { ++walk_; }
  /// Marks t as visited. Returns false if the walk has visited it before.
  bool add(TypeId t) {
    uint32_t& seen = at_grown(seen_, static_cast<uint32_t>(t));
    return std::exchange(seen, walk_) != walk_;
  }

 private:
  std::vector<uint32_t> seen_; ///< for each type: number of the last walk that visited it
  uint32_t walk_ = 0;
};

/// The pairs of types that the current walk has visited. The first 64 are not recorded, so that small walks need no
/// table. `add` returns false if the pair was recorded before.
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
