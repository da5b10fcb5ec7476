// The common parts of self-contained HTML pages: their start, their end, and data as JSON.
#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace nova {

/// Returns the text as a JSON string that is safe inside of a page. Control characters are left out.
std::string in_json(std::string_view text);
/// Returns a page's start, up to the begin of its body. `style` is the name of a CSS file in repl/show/page.
std::string page_begin(const std::string& title, std::string_view style);
/// Returns a page's end. `script` is the name of a JavaScript file in repl/show/page.
std::string page_end(std::string_view script);

} // namespace nova
