// Regions that outlive a run: the cells of inputs that a run had, and of what it gave, are there for the next
// run of these values, which need not be turned into places again.
#pragma once
#include "jit/values/flat_layout.hpp"
#include <map>

namespace nova::plan {

/// Values with cells, as words, and the regions' columns that those refer to. A run adds to a region behind
/// the places that its inputs need; the values whose cells lay there are kept no more.
struct CellCache {
  using Places = std::map<uint32_t, uint64_t>; ///< how many of a region's, by its type
  struct Root {
    ValueShape shape;
    Value value;
    FlatWords words;
    Places used; ///< its cells lie in these
  };
  struct Region {
    uint64_t least = 0; ///< places that are in use without any value
    uint64_t all = 0;   ///< that there are
    FlatWords words{};  ///< its parts
  };
  std::vector<Root> roots{};
  std::map<uint32_t, Region> regions{}; ///< by type
  decltype(BoxedFunctions::of) boxed{}; ///< the functions in them
  Places used{};                        ///< by the run's inputs

  /// Null where the value is not among them.
  const Root* root(const ValueShape& shape, const Value& v) const;
  /// Begins a run: these are its inputs' roots. False where a region has no room for so many more.
  bool begin(const std::vector<const Root*>& inputs, uint64_t room);
  /// Ends it: what it gave, and, before its value's own columns, the regions of these types.
  void add(const ValueShape& shape, const Value& v, std::span<const uint64_t> scalars,
           std::span<const ResultColumn> columns,
           const std::vector<std::pair<uint32_t, size_t>>& types_and_parts, const Layout* places);
  /// Of the regions' columns.
  uint64_t bytes() const;
};

} // namespace nova::plan
