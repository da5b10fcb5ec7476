#include "frontend/read/layout.hpp"
#include "frontend/read/nesting.hpp"
#include <algorithm>

namespace nova {
namespace {

/// Heads of the forms that define or declare something. They stand at top level, and so mostly begin a line.
constexpr std::string_view definition_words[] = {
    "define", "define-macro", "define-datatype", "define-record", "define-table", "types",
    "module", "import",       "export",          "foreign",       "foreign-c",    "compile-now"};

/// Returns how many of the outermost frames have top-level forms as items. That is 2 (the file's frame and the
/// module's) if the outermost open form is a module, otherwise 1.
size_t outer_frames(const ReadState& s) {
  bool module = s.frames.size() > 1 && s.items.size() > s.frames[1].start &&
                s.items[s.frames[1].start]->is(DatumKind::Symbol) &&
                s.symbols.text(s.items[s.frames[1].start]->symbol) == "module";
  return module ? 2 : 1;
}

/// Whether a line comment with a closing bracket in it follows byte `at` on the same line.
bool has_comment_behind(const ReadState& s, uint32_t at) {
  const std::string_view line = s.text.substr(at, s.text.find('\n', at) - at);
  const size_t comment = line.find(';');
  return comment != line.npos && line.find_first_of(")]", comment) != line.npos;
}

Diagnostic& report_left_open(ReadState& s) {
  bool suspected = s.layout.suspect.open != nowhere;
  uint32_t at = suspected ? s.layout.suspect.open : s.top().open;
  Diagnostic& d = s.errors.report("E0101", s.span(at, 1), {std::string(1, s.text[at])});
  if (suspected) d.note("by its indentation, what stands here is no longer inside", s.layout.suspect.at);
  if (has_comment_behind(s, at)) {
    d.help("a `;` begins a comment: nothing behind it in the line is read");
    if (s.text[at] == '[') d.help("a matrix is made of its rows: (matrix [[1 2] [3 4]])");
  }
  return d;
}

} // namespace

void note_layout(ReadState& s, Token t, uint32_t previous_end) {
  size_t newline = s.text.substr(previous_end, t.begin - previous_end).rfind('\n');
  s.layout.first_on_line = newline != s.text.npos || previous_end == 0;
  if (newline != s.text.npos) s.layout.line_start = static_cast<uint32_t>(previous_end + newline + 1);
  bool left = s.layout.first_on_line && s.depth() > 0 && t.kind != TokenKind::Close &&
              t.begin - s.layout.line_start <= s.top().column;
  if (left && s.layout.suspect.open == nowhere) s.layout.suspect = {s.top().open, s.span(t)};
  if (t.kind == TokenKind::String && (newline = s.spelling(t).rfind('\n')) != s.text.npos)
    s.layout.line_start = static_cast<uint32_t>(t.begin + newline + 1);
}

bool ends_open_form(const ReadState& s, Token t) {
  if (!s.recovering || !s.layout.first_on_line || t.kind != TokenKind::Open || s.text[t.begin] != '(')
    return false;
  const size_t outer = outer_frames(s);
  if (s.frames.size() <= outer || t.begin - s.layout.line_start != s.frames[outer].column) return false;
  std::string_view rest = s.text.substr(t.end);
  return std::ranges::any_of(definition_words, [&](std::string_view word) {
    return rest.starts_with(word) && rest.size() > word.size() &&
           std::string_view(" \t\r\n(").find(rest[word.size()]) != rest.npos;
  });
}

void close_open_form(ReadState& s, uint32_t end) {
  settle(s);
  report_left_open(s);
  const size_t outer = outer_frames(s);
  while (s.frames.size() > outer) abandon_frame(s, end);
  s.layout.suspect = {};
}

void finish(ReadState& s) {
  settle(s);
  check_comments(s);
  s.left_open = s.depth() > 0 && !s.stopped;
  if (s.left_open) {
    Diagnostic& d = report_left_open(s);
    if (s.depth() > 1 && s.frames[1].open != d.span.begin)
      d.note(std::to_string(s.depth()) + " brackets are open at the end; the outermost is this",
             s.span(s.frames[1].open, 1));
  }
  while (s.depth() > 0) abandon_frame(s, static_cast<uint32_t>(s.text.size()));
  settle(s);
}

} // namespace nova
