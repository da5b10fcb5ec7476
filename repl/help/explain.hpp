// What `nova explain` and `:explain` say of a diagnostic.
#pragma once
#include "frontend/diagnostics/diagnostic.hpp"
#include <string>

namespace nova {

/// The story of a diagnostic, or what to say of a code that is none.
struct Explanation {
  bool known;
  std::string text;
};
/// In lines of so many columns; 0: as long as they come.
Explanation explain(std::string code, size_t columns);
/// A diagnostic's message: `...` stands for what it names.
std::string general_message(const DiagnosticRow& row);

} // namespace nova
