// Size inference: how many bytes the columns that a statement makes take, as a formula of what is known when it runs
// (Nikola section 4.2). Where elements are counted first, the formula says of what, or how many there may be.
#pragma once
#include "jit/plan/describe.hpp"

namespace nova::plan {

/// One column, or several of one length: `each` bytes for each of `count`, and of `and_one` more (offsets have an end).
struct ColumnSize {
  uint64_t each = 0;
  Var count{};
  bool and_one = false;
  bool at_most = false; ///< a filter's: it keeps so many or fewer
};

/// Of the columns that s makes for later statements, those of one length together; none for those that it makes
/// for each of its elements, or only names. `complete` is false where there are columns of which nothing is known.
struct StatementSize {
  std::vector<ColumnSize> columns;
  bool complete = true;
};
StatementSize size_of(const Plan& plan, const Stm& s);

/// "8 * n bytes", "at most 4 * n bytes", "8 * (n + 1) + 4 * total_7 bytes"; "" where s makes no columns.
std::string size_text(const Plan& plan, const Stm& s, const ExpressionText& text);

} // namespace nova::plan
