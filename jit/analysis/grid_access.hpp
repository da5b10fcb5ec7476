// Analysis of a grid's element body: comparisons and reads as polynomials over row, column and grid-invariant
// variables.
#pragma once
#include "jit/analysis/index_polynomials.hpp"
#include <unordered_set>

namespace nova::plan {

/// Reads of a column at fixed distances from `base` + row * pitch + column.
struct GridWindow {
  /// One read, with its distances from that index in rows and in columns.
  struct Place {
    int64_t down, across;
    const Stm* read;
  };
  Var column{};
  std::optional<Var> pitch{}; ///< the pitch, if it is a variable
  uint64_t number = 0;        ///< the pitch, if it is a constant
  Sum base{};                 ///< a polynomial over grid-invariant variables
  std::vector<Place> reads{};
  /// The least distances in rows and columns, and the number of rows and columns that one element's reads span.
  int64_t top = 0, left = 0, high = 0, wide = 0;

  /// The rows, columns and bytes that the elements of a tile (32 by 32) read together.
  uint64_t down() const { return 32 + static_cast<uint64_t>(high) - 1; }
  uint64_t across() const { return 32 + static_cast<uint64_t>(wide) - 1; }
  uint64_t bytes(size_t element) const { return down() * across() * element; }
};

/// A comparison of row or column with grid-invariant values, and its expected result inside of the grid.
struct GridQuestion {
  const Stm* asks;
  bool answer;
};

/// Finds the comparisons and windows of body `b`, which computes one element of a grid.
class GridFinder {
 public:
  using Constants = std::unordered_map<Var, uint64_t>;
  /// `constants` maps variables with a constant value to its bits.
  GridFinder(const Plan& plan, const Constants& constants, const Body& b);
  /// Declares v to be the row's index.
  void row(Var v) { sums_.set(v, sums_.of(row_)); }
  /// Declares v to be the column's index.
  void column(Var v) { sums_.set(v, sums_.of(column_)); }
  /// Declares v to be the flat index, which is row * `length` + column.
  void index(Var v, Var length);
  /// Collects the comparisons, integer arithmetic and reads of the body and of the branches in it.
  void visit(const Body& b);

  std::vector<GridQuestion> questions;
  std::vector<const Stm*> arithmetic; ///< the scalar statements on integers, in program order
  /// Returns the windows with reads at three or more different distances, as far as their tiles fit into `bytes`.
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
  Var row_, column_; ///< variables outside of the plan, which stand for row and column in polynomials
  Sums sums_;
  std::unordered_set<Var> bound_;
  std::vector<GridWindow> windows_;
};

} // namespace nova::plan
