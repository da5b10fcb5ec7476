// Extraction of documentation from the comments of a source text.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace nova {

/// Returns the comment lines directly above the definition at byte `begin`, without semicolons and indentation.
std::string comment_above(std::string_view text, size_t begin);

/// Returns the comment at the start of a file. Returns "" if code follows it without an empty line between.
std::string leading_comment(std::string_view text);

/// Returns the patterns of the macro that is defined at byte `begin`, with the macro's name as their first word, as
/// in `(when c e ...)`.
std::vector<std::string> macro_patterns(std::string_view text, size_t begin);

/// Converts a comment to Markdown: text becomes paragraphs, forms and their results become code blocks, and a line
/// `cost: ..` becomes a paragraph of its own.
std::string comment_as_markdown(const std::string& comment);

} // namespace nova
