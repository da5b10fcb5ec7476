// What a loop's index decides in the loop's body: comparisons, clamped and wrapped indices, and what is the same in all
// iterations. Loop splitting (loop_splitting.hpp) prints a loop in parts in which these are known.
#pragma once
#include "jit/emit/c/body_printer.hpp"
#include <optional>

namespace nova::plan {

/// A comparison in a loop's body whose answer depends only on the loop's index and on values from outside of the
/// loop. Or a minimum, maximum or remainder of such values. Or a value that is the same in all iterations.
struct IndexCondition {
  Var out;            ///< the result of the comparison, minimum, maximum or remainder
  bool answer;        ///< the comparison's result in the iterations that remain after `narrow`
  std::string narrow; ///< a C statement that narrows the range lo .. hi - 1 to the iterations with `answer`
  /// What the comparison adds to the index, in C, if its answer changes only once; otherwise "".
  std::string offset{};
  /// Whether the answer changes from true to false, if it changes only once.
  bool early = false;
  /// Whether the answer may change anywhere in a row, since the index is compared with a variable from outside.
  bool anywhere = false;
  /// For a minimum, maximum or remainder: its value in the iterations that remain, in C; else "".
  std::string value{};
  /// Whether `out` is the same in all iterations that remain: `narrow` computes it, as the C variable `value`.
  bool invariant = false;
  /// For a comparison whose answer changes only once: an int in C that is negative unless `narrow` surely leaves the range
  /// as it is.
  std::string slack{};
};

/// A row of a loop, as names in C: iterations first .. first + length - 1 are row number `row`.
struct IndexRows {
  std::string length, row, first;
};

/// A condition that is the same in a whole row, and its text in C.
using RowCondition = std::pair<Var, std::string>;

/// What is known of the iterations of a row.
struct RowConditions {
  std::vector<IndexCondition> conditions;
  /// The conditions of Ifs whose answer is the same for the whole row. A condition is tested only if all conditions
  /// before it in the list are false.
  std::vector<RowCondition> branches;
  /// The same for the operands of an And or Or that is the condition of an If and whose other operand depends on the
  /// index.
  std::vector<RowCondition> operands;
  std::unordered_map<Var, std::string> values; ///< quotients and remainders within a row, in C
  std::vector<std::string> before;             ///< C statements that are executed once for a row
};

/// Returns the comparisons in the body whose answer depends only on the variable `index` and on values from outside
/// of the loop. Returns none where loops are not split.
std::vector<IndexCondition> index_conditions(const BodyPrinter& p, const Body& b, Var index);
/// As `index_conditions`, for the loop's own index, with the values that are the same in all iterations of the inner
/// part. Returns none if there are no comparisons.
std::vector<IndexCondition> conditions_and_invariants(const BodyPrinter& p, const Body& b);
/// Returns what is known of the iterations in a row of a loop that runs row by row.
RowConditions row_conditions(const BodyPrinter& p, const Body& b, const IndexRows& rows);
/// Returns the comparison by which the index selects one of two branches that both read columns, or whose answer may
/// change anywhere in a row; nothing if there is none. `rows`: the row that the iterations are in, if the loop runs row by row.
std::optional<IndexCondition> cut_of(const BodyPrinter& p, const Body& b,
                                     const std::optional<IndexRows>& rows = {});
/// Returns the number by which the body divides its index, in C. Returns nothing if that number is bound inside of the
/// loop, or is small.
std::optional<std::string> divisor_of(const BodyPrinter& p, const Body& b);
/// Returns the `rest` for which v is i + rest, in C, where i is the loop's index; nothing if v is not of that form.
std::optional<std::string> rest_of(const BodyPrinter& p, const Body& b, Var v);

} // namespace nova::plan
