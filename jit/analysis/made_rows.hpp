// Finds nested vectors (rows) whose lengths can be computed before their elements, so that a GPU's threads share the
// elements of a row.
#pragma once
#include "jit/plan/plan.hpp"
#include <optional>

namespace nova::plan {

/// Whether the statement is small or a Shift, so that all elements of a row can share it.
bool is_of_head(const Stm& s);
/// Whether `s` computes the elements of a column: whether it is a Map, an Iota, or a Scan of scalars.
bool makes_elements(const Stm& s);

/// The body of a Rows whose lengths can be computed before the elements. Either one scan makes all columns of a row,
/// or each column is made by a map or iota, or exists already.
struct MadeRows {
  /// the statements that all elements of a row share; its result is the row's length
  Body head;
  std::vector<const Stm*> makers{}; ///< the statements that make a row's columns: maps and iotas, or the scan
  const Stm* scan = nullptr;        ///< the scan that makes a row's columns, or null
};

/// Returns the parts of the Rows `s`. Returns nothing if its lengths cannot be computed first, for example if a
/// statement of its body uses a column that the body makes.
std::optional<MadeRows> made_rows(const Stm& s);

/// Whether all statements of the body are of a head, and so few that each element of a row may compute them again. A sine
/// or the like counts as several quick statements.
bool is_cheap_head(const Body& head);

} // namespace nova::plan
