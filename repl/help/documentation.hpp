// The documentation of a name: its type, or a form's grammar, and its comment or description.
#pragma once
#include "frontend/state/frontend.hpp"
#include <optional>
#include <string>

namespace nova {

/// Returns the text that `:doc name` prints. Returns nothing if the name is unknown.
std::optional<std::string> documentation_of(Frontend& f, const std::string& name);

} // namespace nova
