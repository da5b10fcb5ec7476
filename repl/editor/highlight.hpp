// Syntax highlighting while typing, based on the tokens of the reader's lexer.
#pragma once
#include "repl/editor/screen.hpp"
#include <functional>

namespace nova::editor {

/// Returns a style for each byte of the text. `is_keyword` says whether a name is a form or a macro. A closing
/// bracket before the cursor, or else a bracket at the cursor, is highlighted together with its partner.
std::vector<Style> highlight(std::string_view text, size_t cursor,
                             const std::function<bool(std::string_view)>& is_keyword);

} // namespace nova::editor
