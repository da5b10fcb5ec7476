// Escaping of names, code and comments for a page in Markdown.
#pragma once
#include <string>
#include <string_view>

namespace nova {

/// Returns the name with the characters escaped that Markdown or HTML would read as markup.
std::string markdown_name(std::string_view name);
/// Returns the text as inline code.
std::string markdown_code(std::string_view text);
/// Returns the Markdown text with each `<` escaped that would begin an HTML tag outside of code.
std::string without_tags(std::string_view markdown);

} // namespace nova
