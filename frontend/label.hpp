// What a form is called in a list.
#pragma once
#include "frontend/source.hpp"

namespace nova {

/// Its place; and the beginning of its text, where several texts have the name, as all that is typed at the prompt.
std::string label(const Sources& sources, Span span);

} // namespace nova
