// Diagnostics as data, for other programs.
#pragma once
#include "frontend/diagnostics/diagnostic.hpp"

namespace nova {

/// Where a diagnostic points. Lines and columns count from 1, columns in characters. `end` is exclusive.
struct Place {
  std::string file;
  Position begin, end;
};
/// A diagnostic as data, and the text that a terminal would show.
struct Told {
  std::string code, message, text;
  std::optional<Place> place{};
  std::vector<std::string> hints{}, notes{};
};

/// Returns the diagnostic as data. `sources` holds the text at which it points.
Told told(const Diagnostic& d, const Sources& sources);

} // namespace nova
