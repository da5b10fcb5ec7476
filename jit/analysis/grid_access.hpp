// Comparisons and reads of a grid's elements, as polynomials over row, column and grid-invariant variables.
#pragma once
#include "jit/analysis/index_polynomials.hpp"
#include <unordered_set>

namespace nova::plan {

/// Reads of a column at fixed distances from `base` + row * pitch + column.
struct GridWindow {
  struct Place {
    int64_t down, across;
    const Stm* read;
  };
  Var column{};
  std::optional<Var> pitch{}; ///< or else
  uint64_t number = 0;
  Sum base{}; ///< over grid-invariant variables
  std::vector<Place> reads{};
  int64_t top = 0, left = 0, high = 0,
          wide = 0; ///< the least distances, and in how many places an element's reads lie

  /// Of all places that the elements of a tile read.
  uint64_t down() const { return 32 + static_cast<uint64_t>(high) - 1; }
  uint64_t across() const { return 32 + static_cast<uint64_t>(wide) - 1; }
  uint64_t bytes(size_t element) const { return down() * across() * element; }
};

/// A comparison that row and column decide, and its answer inside of the grid.
struct GridQuestion {
  const Stm* asks;
  bool answer;
};

class GridFinder {
 public:
  using Constants = std::unordered_map<Var, uint64_t>;
  /// `constants`: variables by their bits.
  GridFinder(const Plan& plan, const Constants& constants, const Body& b);
  void row(Var v) { sums_.set(v, sums_.of(row_)); }
  void column(Var v) { sums_.set(v, sums_.of(column_)); }
  /// The index is row * length + column.
  void index(Var v, Var length);
  void visit(const Body& b);

  std::vector<GridQuestion> questions;
  std::vector<const Stm*> arithmetic; ///< of integers, in order
  /// Those that several reads share, as far as they fit into so many bytes.
  std::vector<GridWindow> windows(uint64_t bytes);

 private:
  bool are_given(const std::vector<Var>& vars) const;
  std::optional<std::pair<int64_t, int64_t>> moves(const Sum& sum) const;
  std::optional<bool> is_positive(const Sum& sum) const;
  void compare(const Stm& s);
  void read(const Stm& s);
  bool take_pitch(Sum& place, GridWindow& w) const;
  void note(GridWindow w);

  const Plan& plan_;
  const Constants& constants_;
  Var row_, column_; ///< of no plan: what stands for them in sums
  Sums sums_;
  std::unordered_set<Var> bound_;
  std::vector<GridWindow> windows_;
};

} // namespace nova::plan
