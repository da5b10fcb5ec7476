// Syntax colours while typing, from the reader's own tokens.
#pragma once
#include "repl/editor/screen.hpp"
#include <functional>

namespace nova::editor {

/// A style for each byte. `is_keyword`: names that are forms or macros. The bracket at the cursor or before
/// it is shown with its partner.
std::vector<Style> highlight(std::string_view text, size_t cursor,
                             const std::function<bool(std::string_view)>& is_keyword);

} // namespace nova::editor
