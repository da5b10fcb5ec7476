// Size inference (Nikola, section 4.2): the bytes of the columns that a statement makes, as a formula over variables
// that are bound when the statement runs. For a Filter the formula is an upper bound. For Rows it contains the total
// of all rows.
#pragma once
#include "jit/plan/describe.hpp"

namespace nova::plan {

/// The size of one column, or of several columns of one length.
struct ColumnSize {
  uint64_t each = 0;    ///< bytes of an element, summed over the columns
  Var count{};          ///< number of elements
  bool and_one = false; ///< whether there is one element more than `count`, for example in offsets
  bool at_most = false; ///< whether `count` is an upper bound, for example for a filter
};

/// The sizes of the columns that a statement makes for later statements. Two kinds of columns do not count: those
/// that exist only while one element is computed, and existing ones that the statement returns.
struct StatementSize {
  std::vector<ColumnSize> columns; ///< columns of one length are one entry
  bool complete = true;            ///< whether the sizes of all columns are known before they are made
};
StatementSize size_of(const Plan& plan, const Stm& s);

/// Returns the size as text: "8 * n bytes", "at most 4 * n bytes", "8 * (n + 1) + 4 * total_7 bytes". Returns "" if s
/// makes no columns, and "counted as it runs" if the size is unknown.
std::string size_text(const Plan& plan, const Stm& s, const ExpressionText& text);

} // namespace nova::plan
