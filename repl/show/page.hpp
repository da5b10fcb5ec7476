// What pages of one file are made of.
#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace nova {

/// A text in JSON that stands in a page.
std::string in_json(std::string_view text);
/// From the first line to the body's beginning; the style is a file below repl/show/page.
std::string page_begin(const std::string& title, std::string_view style);
/// With what moves the page, a file there too.
std::string page_end(std::string_view script);

} // namespace nova
