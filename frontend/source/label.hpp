// What a form is called in a list.
#pragma once
#include "frontend/source/source.hpp"

namespace nova {

/// Its place; and the beginning of its text, where several texts have the name, as all that is typed at the prompt.
std::string label(const Sources& sources, Span span);
/// Its place and the beginning of its text, in one line.
std::string label_with_text(const Sources& sources, Span span);
/// The user's text of it, or where that is a name alone the line that it stands in.
std::string_view form_text(const Sources& sources, Span span);

} // namespace nova
