// Regions (heaps for cells of one type) that outlive a run. They hold the cells of its inputs and of its result, so
// that the next run on these values need not marshal them again.
#pragma once
#include "jit/values/flat_layout.hpp"
#include <map>

namespace nova::plan {

/// Caches values that hold cells: their words, and the columns of the regions to which the words refer. A run writes
/// its new cells after those of its inputs. Cached values whose cells the run overwrites are dropped.
struct CellCache {
  using Places = std::map<uint32_t, uint64_t>; ///< number of indices in use, by the type of the region
  /// A cached value.
  struct Root {
    ValueShape shape;
    Value value;
    FlatWords words;
    Places used; ///< for each region: every cell of the value has an index below this
  };
  struct Region {
    uint64_t least = 0; ///< number of reserved indices, before those of any value's cells
    uint64_t all = 0;   ///< number of cells for which there is memory
    FlatWords words{};  ///< its columns
  };
  std::vector<Root> roots{};
  std::map<uint32_t, Region> regions{}; ///< keys: types that have a region
  decltype(BoxedFunctions::of) boxed{}; ///< the boxed functions in the regions
  Places used{};                        ///< number of indices in use by the inputs of the current run

  /// Returns the root of a value, or null if the value is not cached.
  const Root* root(const ValueShape& shape, const Value& v) const;
  /// Begins a run with these roots as its inputs, and drops the values whose cells the run may overwrite. Returns
  /// false, and drops nothing, if a region has no memory for `room` more cells.
  bool begin(const std::vector<const Root*>& inputs, uint64_t room);
  /// Ends a run, and caches its result `v` of the given shape, if that is a cell or a vector of cells. `scalars` and
  /// `columns` are the run's results. `columns` begins with the regions: for each pair (type, n) in
  /// `types_and_parts`, the number of cells in use, then n columns. `places` is the layout of a column of cell
  /// indices.
  void add(const ValueShape& shape, const Value& v, std::span<const uint64_t> scalars,
           std::span<const ResultColumn> columns,
           const std::vector<std::pair<uint32_t, size_t>>& types_and_parts, const Layout* places);
  /// Returns the bytes of all regions' columns.
  uint64_t bytes() const;
};

} // namespace nova::plan
