// Regions (heaps for cells of one type) that outlive a run. They hold the cells of its inputs and of its result, so
// that the next run on these values need not marshal them again.
#pragma once
#include "jit/values/flat_layout.hpp"
#include <map>

namespace nova::plan {

/// Values with cells, their words, and the region columns to which the words refer. A run adds cells behind those of
/// its inputs. Values whose cells were there are dropped.
struct CellCache {
  using Places = std::map<uint32_t, uint64_t>; ///< number of cells, by type of the region
  struct Root {
    ValueShape shape;
    Value value;
    FlatWords words;
    Places used; ///< its cells have lower indices than these
  };
  struct Region {
    uint64_t least = 0; ///< number of cells in use without any value
    uint64_t all = 0;   ///< number of cells for which there is memory
    FlatWords words{};  ///< its columns
  };
  std::vector<Root> roots{};
  std::map<uint32_t, Region> regions{}; ///< by type
  decltype(BoxedFunctions::of) boxed{}; ///< the boxed functions in the regions
  Places used{};                        ///< number of cells that the inputs of the run use

  /// Returns the root of a value, or null if the value is not cached.
  const Root* root(const ValueShape& shape, const Value& v) const;
  /// Begins a run on these roots, and drops the values that it may overwrite. Returns false if a region has no room
  /// for `room` more cells.
  bool begin(const std::vector<const Root*>& inputs, uint64_t room);
  /// Ends a run, and caches its result `v`, which has these scalars and columns. The columns of regions come first:
  /// `types_and_parts` lists their types and numbers of columns, without the count. `places`: the layout of a column
  /// of indices.
  void add(const ValueShape& shape, const Value& v, std::span<const uint64_t> scalars,
           std::span<const ResultColumn> columns,
           const std::vector<std::pair<uint32_t, size_t>>& types_and_parts, const Layout* places);
  /// Returns the bytes of all regions' columns.
  uint64_t bytes() const;
};

} // namespace nova::plan
