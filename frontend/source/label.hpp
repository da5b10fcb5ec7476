// Labels of forms for lists of forms: the position of a form, and where necessary the beginning of its text.
#pragma once
#include "frontend/source/source.hpp"

namespace nova {

/// Returns `file:line:column` of the span. If several texts share the file's name, as the inputs of a prompt do, the
/// beginning of the form's text follows.
std::string label(const Sources& sources, Span span);
/// Returns `file:line:column` of the span and the beginning of the form's text, in one line.
std::string label_with_text(const Sources& sources, Span span);
/// Returns the text of a form as the user wrote it. If that is no list or vector, as for a name, returns the whole
/// line on which it stands, without indentation.
std::string_view form_text(const Sources& sources, Span span);

} // namespace nova
