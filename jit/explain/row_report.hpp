// How long the rows are that a plan's kernels go through, and which threads take them therefore: for `:why`.
#pragma once
#include "jit/values/flat_layout.hpp"
#include <span>

namespace nova::plan {

/// Rows that one statement of the plan goes through, as many as the run had.
struct RowSizes {
  enum Made : uint8_t { Folds, Scans, Elements, Whole } made = Folds;
  Strategy forced = Strategy::BySize;
  bool lane = false;  ///< Folds: in the lane shape
  bool known = false; ///< before the run: they lie in an input
  int64_t rows = 0, least = 0, most = 0;
  double mean = 0;
  int64_t by[5] = {}; ///< rows of each strategy's, on a GPU, by Strategy
};

/// Of all statements that go through rows: what the inputs' offsets tell of them.
std::vector<RowSizes> row_sizes(const Plan& plan, const FlatWords& inputs);
/// Lines for `:why`; `gpu`: the form ran on a GPU. `asked`: the program says which threads take its rows.
std::string row_lines(std::span<const RowSizes> all, bool gpu, bool asked);
/// Whether a statement of the plan says which threads take its rows.
bool asks_strategy(const Plan& plan);

} // namespace nova::plan
