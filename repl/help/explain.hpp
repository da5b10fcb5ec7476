// The explanations of diagnostics that `nova explain` and `:explain` print.
#pragma once
#include "frontend/diagnostics/diagnostic.hpp"
#include <string>

namespace nova {

/// The explanation of a diagnostic, or an error message for an unknown code.
struct Explanation {
  bool known;
  std::string text;
};
/// Returns the explanation of a code, with lines broken at `columns`; 0: lines are not broken.
Explanation explain(std::string code, size_t columns);
/// Returns a diagnostic's message with `...` in place of its arguments.
std::string general_message(const DiagnosticRow& row);

} // namespace nova
