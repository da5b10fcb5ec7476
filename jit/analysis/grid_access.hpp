// Analyses the body that computes one element of a grid. Finds stencil windows, and comparisons whose result is the
// same in a whole tile. For that, writes indices as polynomials over the row, the column and grid-invariant variables
// (those with the same value for all elements).
#pragma once
#include "jit/analysis/index_polynomials.hpp"
#include <unordered_set>

namespace nova::plan {

/// A stencil window: reads of one column at indices with fixed distances from `base` + row * pitch + column.
struct GridWindow {
  /// One read of `column`, at the index `base` + (row + `down`) * pitch + column + `across`.
  struct Place {
    int64_t down, across;
    const Stm* read;
  };
  Var column{};
  std::optional<Var> pitch{}; ///< the variable that holds the pitch (in elements); none if it is a constant
  uint64_t number = 0;        ///< the pitch (in elements) if it is a constant
  Sum base{};                 ///< the part that the indices of all reads share, over grid-invariant variables
  std::vector<Place> reads{};
  /// `top`, `left`: the least `down` and the least `across` of all reads. `high`, `wide`: how many rows and how many
  /// columns the reads of one element span.
  int64_t top = 0, left = 0, high = 0, wide = 0;

  /// Return the number of rows, of columns and of bytes of `column` that the elements of a tile (32 by 32) read.
  /// `element`: bytes of one element of that column.
  uint64_t down() const { return 32 + static_cast<uint64_t>(high) - 1; }
  uint64_t across() const { return 32 + static_cast<uint64_t>(wide) - 1; }
  uint64_t bytes(size_t element) const { return down() * across() * element; }
};

/// A comparison (`asks`) of the row's or the column's index with grid-invariant values. `answer`: the result that is
/// expected for most elements of the grid.
struct GridQuestion {
  const Stm* asks;
  bool answer;
};

/// Finds the decidable comparisons and the stencil windows of body `b`, which computes one element of a grid.
class GridFinder {
 public:
  using Constants = std::unordered_map<Var, uint64_t>;
  /// `constants` maps each variable that has a constant value to the bits of that value.
  GridFinder(const Plan& plan, const Constants& constants, const Body& b);
  /// Records that variable v holds the element's row index.
  void row(Var v) { sums_.set(v, sums_.of(row_)); }
  /// Records that variable v holds the element's column index.
  void column(Var v) { sums_.set(v, sums_.of(column_)); }
  /// Records that variable v holds the element's index in row-major order, which is row * `length` + column.
  /// `length`: the variable that holds the number of columns.
  void index(Var v, Var length);
  /// Collects the comparisons, int arithmetic and reads of body `b` and of the branches of its If statements.
  void visit(const Body& b);

  std::vector<GridQuestion> questions;
  std::vector<const Stm*> arithmetic; ///< the Scalar statements on ints, in program order
  /// Returns the windows that have reads at three or more different distances. `bytes`: bytes of shared memory of a
  /// block that computes a tile. Each returned window takes a part of this memory; windows for which the remaining
  /// part is too small are omitted.
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
  Var row_, column_; ///< stand for row and column in polynomials; no variables of the plan
  Sums sums_;
  std::unordered_set<Var> bound_;
  std::vector<GridWindow> windows_;
};

} // namespace nova::plan
