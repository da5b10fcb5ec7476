// The lengths of the rows that a plan's kernels process, and which threads process them because of that. For the
// prompt's `:why`.
#pragma once
#include "jit/values/flat_layout.hpp"
#include <span>

namespace nova::plan {

/// The rows that one statement of the plan processes.
struct RowSizes {
  /// How the rows' elements are computed: by a fold, by a scan, element by element, or a whole row at a time.
  enum Made : uint8_t { Folds, Scans, Elements, Whole } made = Folds;
  Strategy forced = Strategy::BySize; ///< the strategy that the program asks for
  bool lane = false;                  ///< with Folds: whether they have the lane shape
  bool known = false;                 ///< whether the lengths are known before the run
  int64_t rows = 0, least = 0, most = 0;
  double mean = 0;
  int64_t by[5] = {}; ///< by Strategy: the number of rows that a GPU processes with it
};

/// Returns the rows of all statements that process rows, with their lengths as far as the inputs determine them.
std::vector<RowSizes> row_sizes(const Plan& plan, const FlatWords& inputs);
/// Returns the lines for `:why`. `gpu`: whether the form ran on a GPU. `asked`: whether the program says which
/// threads take its rows.
std::string row_lines(std::span<const RowSizes> all, bool gpu, bool asked);
/// Whether a statement of the plan says which threads take its rows.
bool asks_strategy(const Plan& plan);

} // namespace nova::plan
