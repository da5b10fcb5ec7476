#include "frontend/source/label.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>

namespace nova {

std::string_view form_text(const Sources& sources, Span span) {
  const Span at = sources.user_span(span);
  const std::string_view text = sources.text(at);
  if (text.starts_with("(") || text.starts_with("[")) return text;
  const std::string_view line = sources.line_at(at.file, at.begin);
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

std::string label_with_text(const Sources& sources, Span span) {
  constexpr size_t longest = 40;
  std::string text(form_text(sources, span));
  std::ranges::replace(text, '\n', ' ');
  return sources.place(span) + " " + shorten(text, longest);
}

std::string label(const Sources& sources, Span span) {
  const bool shared = sources.is_shared(sources.name(sources.user_span(span).file));
  return shared ? label_with_text(sources, span) : sources.place(span);
}

} // namespace nova
