// What is known of a name: its type or grammar, and what is written of it.
#pragma once
#include "frontend/state/frontend.hpp"
#include <optional>
#include <string>

namespace nova {

/// `:doc`. Nothing for a name that means nothing.
std::optional<std::string> documentation_of(Frontend& f, const std::string& name);

} // namespace nova
