// The function `format`, which converts a text to Nova's canonical layout. `nova fmt` and the language server use it.
//
// The formatter keeps the author's line ends as long as the lines fit. It sets the indentation of lines and the
// blanks between two words itself. So a form on one line stays on one line, and a line that is too long is divided at
// its outermost list.
#pragma once
#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/source/source.hpp"
#include <optional>
#include <string>

namespace nova {

/// The greatest width of a line of code, in characters. Wider lines are divided if possible; long comments are not.
constexpr uint32_t format_width = 120;

/// Returns the file's text in canonical layout. All comments are kept; of several blank lines in a row, one is kept.
/// The result reads to the same data, and formatting it again changes nothing. If the text has reading errors, they
/// are reported to `out`, and nothing is returned.
std::optional<std::string> format(const Sources& sources, FileId file, Diagnostics& out);

/// Whether both texts can be read without errors, and give the same data.
bool reads_alike(std::string_view a, std::string_view b);

} // namespace nova
