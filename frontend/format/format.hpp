// format: text -> the same text in the house's layout (`nova fmt`, the language server).
//
// Where lines end is the author's choice, as long as they fit; how far they are indented, and what stands
// between two words, is not. So a form of one line stays one, and a line that is too long is divided where
// its outermost list can be.
#pragma once
#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/source/source.hpp"
#include <optional>
#include <string>

namespace nova {

/// No line of code is wider, if it can be divided. In characters; comments stay as they are.
constexpr uint32_t format_width = 120;

/// The file's text laid out anew: every comment is kept, blank lines are (one for several), and it reads to
/// the same data. Formatting it once more changes nothing. Nothing where the text does not read: the errors
/// are in `out`.
std::optional<std::string> format(const Sources& sources, FileId file, Diagnostics& out);

/// Do both texts read without errors, and to the same data?
bool reads_alike(std::string_view a, std::string_view b);

} // namespace nova
