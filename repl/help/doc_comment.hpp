// What a source's comments say of its definitions.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace nova {

/// The lines of comment that stand directly above the definition at `begin`, without semicolons and
/// indentation.
std::string comment_above(std::string_view text, size_t begin);

/// What a file says of itself: the comment that it starts with, where an empty line follows.
std::string leading_comment(std::string_view text);

/// What the macro that is defined at `begin` takes, a pattern each with its name in it: `(when c e ...)`.
std::vector<std::string> macro_patterns(std::string_view text, size_t begin);

/// Markdown: words as paragraphs, `(form)` lines with what they give below them as code, `cost: ..` as a
/// line.
std::string comment_as_markdown(const std::string& comment);

} // namespace nova
