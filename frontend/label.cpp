#include "frontend/label.hpp"
#include "frontend/utf8.hpp"
#include <algorithm>

namespace nova {

std::string label(const Sources& sources, Span span) {
  constexpr size_t longest = 40;
  const Span at = sources.user_span(span);
  size_t alike = 0;
  for (size_t f = 0; f < sources.size(); ++f) alike += sources.name(static_cast<FileId>(f)) == sources.name(at.file);
  if (alike < 2) return sources.place(span);
  std::string text(sources.text(at));
  std::ranges::replace(text, '\n', ' ');
  return sources.place(span) + " " + shorten(text, longest);
}

} // namespace nova
