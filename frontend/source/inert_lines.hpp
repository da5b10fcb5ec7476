// Escapes text of several lines, for example the output of programs, so that it cannot control the terminal.
#pragma once
#include <string>
#include <string_view>

namespace nova {

/// Returns `text` with all characters escaped that control a terminal, and all bytes that are not UTF-8. An escape is
/// written as in a string literal: `\x1b;`. Newlines and tabs stay. So do the zero-width joiner and non-joiner,
/// which many scripts need.
std::string inert_lines(std::string_view text);
/// Returns how many bytes at the end of `text` are the beginning of a UTF-8 code point that is cut off there: 0 to 3.
size_t cut_at_end(std::string_view text);

} // namespace nova
