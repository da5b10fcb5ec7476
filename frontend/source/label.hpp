// Makes labels that identify forms in a list. A label is the form's position and, if several texts share a name, the
// beginning of the form's text.
#pragma once
#include "frontend/source/source.hpp"

namespace nova {

/// Returns `file:line:column` of the form at `span`. If several texts share the file's name, as the inputs of a
/// prompt do, appends the beginning of the form's text.
std::string label(const Sources& sources, Span span);
/// Returns `file:line:column` of the form at `span` and the beginning of its text, in one line.
std::string label_with_text(const Sources& sources, Span span);
/// Returns the source text of the form at `span`. If the form is not a list or vector but, for example, a name,
/// returns the whole line on which it stands, without indentation.
std::string_view form_text(const Sources& sources, Span span);

} // namespace nova
