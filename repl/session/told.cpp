#include "repl/session/told.hpp"

namespace nova {

Told told(const Diagnostic& d, const Sources& sources) {
  Told t{d.code, message(d), render(d, sources)};
  const Span at = sources.user_span(d.span);
  if (at.file != 0)
    t.place = {sources.name(at.file), sources.position(at.file, at.begin), sources.position(at.file, at.end)};
  for (const Note& n : d.notes) {
    const std::string where = n.span.file != 0 ? sources.place(n.span) + ": " : "";
    (n.kind == Note::Help ? t.hints : t.notes).push_back(where + n.text);
  }
  return t;
}

} // namespace nova
