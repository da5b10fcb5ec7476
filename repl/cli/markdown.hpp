// Text that is no Markdown, in a page that is.
#pragma once
#include <string>
#include <string_view>

namespace nova {

/// A name among words: as it is spelled, neither markup nor HTML.
std::string markdown_name(std::string_view name);
/// A text as code in a line.
std::string markdown_code(std::string_view text);
/// Lines of an author's Markdown: none of it begins a tag of HTML, outside of its code.
std::string without_tags(std::string_view markdown);

} // namespace nova
