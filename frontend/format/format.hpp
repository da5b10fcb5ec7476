// format: text -> the same text in Nova's canonical layout (`nova fmt`, the language server).
//
// Line ends are the author's choice, as long as lines fit. The indentation of lines, and the blanks
// between two words, are not. So a form on one line stays on one line, and a line that is too long is
// divided at its outermost list.
#pragma once
#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/source/source.hpp"
#include <optional>
#include <string>

namespace nova {

/// The greatest width of a line of code, in characters. Wider lines are divided if
/// possible; comments stay as they are.
constexpr uint32_t format_width = 120;

/// Returns the file's text in canonical layout. All comments are kept; of several blank lines in a row, one is kept.
/// The result reads to the same data, and formatting it again changes nothing. If the text has reading errors, they
/// are reported to `out`, and nothing is returned.
std::optional<std::string> format(const Sources& sources, FileId file, Diagnostics& out);

/// Whether both texts read without errors, and to the same data.
bool reads_alike(std::string_view a, std::string_view b);

} // namespace nova
