// Reports the lengths of the rows that a plan's kernels process, and which threads process rows of these lengths. The
// prompt's command `:why` shows the report.
#pragma once
#include "jit/values/flat_layout.hpp"
#include <span>

namespace nova::plan {

/// The rows that one statement of the plan processes.
struct RowSizes {
  /// How a GPU computes the rows: by a reduction for each row, by a scan for each row, with a thread for each
  /// element, or with a thread for each whole row.
  enum Made : uint8_t { Folds, Scans, Elements, Whole } made = Folds;
  Strategy forced = Strategy::BySize; ///< the strategy that the program asks for, if any
  bool lane = false;                  ///< with Folds: whether the folds have the lane shape
  bool known = false;                 ///< whether the lengths are known before the run
  /// The number of rows, and the least, greatest and mean length of a row; 0 if the lengths are not known.
  int64_t rows = 0, least = 0, most = 0;
  double mean = 0;
  int64_t by[5] = {}; ///< indexed by Strategy: the number of rows that a GPU processes with that strategy
};

/// Returns the rows of all statements that process rows, with their lengths as far as the inputs determine them.
std::vector<RowSizes> row_sizes(const Plan& plan, const FlatWords& inputs);
/// Returns the lines that `:why` prints about the rows. `gpu`: whether the form ran on a GPU. `asked`: the result of
/// `asks_strategy`.
std::string row_lines(std::span<const RowSizes> all, bool gpu, bool asked);
/// Whether the program chooses, for at least one statement of the plan, which threads process a row (its Strategy).
bool asks_strategy(const Plan& plan);

} // namespace nova::plan
