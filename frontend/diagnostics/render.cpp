// Renders a diagnostic: makes the lines that a user sees. All text from the user is escaped first, so that it
// cannot control the terminal.
#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr size_t window_bytes = 120; ///< how many bytes of a longer line are shown, around the span
constexpr size_t window_before = 50; ///< how many of these bytes may stand before the span
constexpr int tab_width = 4;
constexpr int most_expansion_notes = 4; ///< the most notes on nested macro uses; outer uses are left out

struct Style {
  bool colour;
  size_t columns; ///< width to which lines are wrapped; 0: no wrapping
};

enum class Colour { Error, Warning, Note, Help, Caret };

std::string paint(std::string text, Colour c, bool colour) {
  constexpr std::string_view codes[] = {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[1;32m", "\x1b[1;31m"};
  return colour ? std::string(codes[static_cast<int>(c)]) + text + "\x1b[0m" : text;
}

/// Returns the text escaped, except for its newlines. Lines after the first are indented, so that none of them can
/// look like the beginning of another diagnostic.
std::string inert_lines(std::string_view text) {
  std::string out;
  for (size_t newline = text.find('\n'); newline != text.npos; newline = text.find('\n')) {
    out += inert(text.substr(0, newline)) + "\n      ";
    text.remove_prefix(newline + 1);
  }
  return out + inert(text);
}

size_t width_of(std::string_view text) {
  int width = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    width += display_width(c.value), at += c.length;
  }
  return static_cast<size_t>(width);
}

bool points_somewhere(Span s) { return s.file != 0; }

/// The part of a source line that is shown: bytes [begin, end). It consists of whole code points and contains the
/// start of the span.
struct Window {
  size_t begin, end;
};

/// How many bytes of a source line are shown at most, and how many of them may stand before the span. Columns of the
/// terminal are estimated by bytes.
struct Room {
  size_t bytes = window_bytes, before = window_before;

  static Room beside(size_t gutter, size_t columns) {
    constexpr size_t least = 20, ellipses = 2;
    if (columns == 0) return {};
    const size_t bytes =
        std::min(window_bytes, std::max(columns, gutter + ellipses + least) - gutter - ellipses);
    return {bytes, std::min(window_before, bytes * 2 / 3)};
  }
};

Window choose_window(std::string_view line, size_t span_begin, Room room) {
  if (line.size() <= room.bytes) return {0, line.size()};
  auto boundary = [&](size_t at) {
    while (at > 0 && at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80) --at;
    return at;
  };
  size_t begin = span_begin <= room.before ? 0 : boundary(span_begin - room.before);
  return {begin, boundary(std::min(line.size(), begin + room.bytes))};
}

/// A source line as it is shown, and the line of carets under it. Both are built together so that they stay aligned.
struct Snippet {
  std::string line, marks;
  int column = 0, span_column = 0;

  void add(std::string_view text, int width, char mark) {
    line += text, column += width;
    marks.append(static_cast<size_t>(width), mark);
  }
  void add(CodePoint c, std::string_view bytes, char mark) {
    if (c.valid && c.value == '\t') {
      int width = tab_width - column % tab_width;
      return add(std::string(static_cast<size_t>(width), ' '), width, mark);
    }
    std::string shown = inert(c, bytes);
    bool escaped = shown != bytes;
    add(shown, escaped ? static_cast<int>(shown.size()) : display_width(c.value), mark);
  }
};

/// Returns the line with carets under its bytes [begin, end). If these bytes have no width or lie at the line's end,
/// one caret marks the position.
Snippet mark_line(std::string_view line, size_t begin, size_t end, Room room) {
  Snippet s;
  Window w = choose_window(line, begin, room);
  if (w.begin > 0) s.add("…", 1, ' ');
  for (size_t at = w.begin; at < w.end;) {
    if (at <= begin) s.span_column = s.column;
    CodePoint c = decode_utf8(line, at);
    s.add(c, line.substr(at, c.length), at >= begin && at < end ? '^' : ' ');
    at += c.length;
  }
  if (begin >= w.end) s.span_column = s.column;
  if (w.end < line.size()) s.add("…", 1, ' ');
  s.marks.erase(s.marks.find_last_not_of(' ') + 1);
  if (s.marks.empty()) s.marks = std::string(static_cast<size_t>(s.span_column), ' ') + "^";
  return s;
}

/// Returns the first source line of the span, with its line number, and a line of carets under the span.
std::string snippet(Span span, const Sources& sources, Style style) {
  std::string_view line = sources.line_at(span.file, span.begin);
  size_t line_begin = static_cast<size_t>(line.data() - sources.text(span.file).data());
  size_t begin = std::min<size_t>(span.begin - std::min<size_t>(span.begin, line_begin), line.size());
  size_t end = std::min<size_t>(std::max(span.end, span.begin) - line_begin, line.size());
  std::string number = std::to_string(sources.position(span.file, span.begin).line);
  Snippet s = mark_line(line, begin, end, Room::beside(number.size() + 4, style.columns));
  std::string gutter(number.size(), ' ');
  return " " + number + " | " + s.line + "\n " + gutter + " | " +
         paint(s.marks, Colour::Caret, style.colour) + "\n";
}

/// Returns the text "file.nv:3:14: error[E0203]: ...", wrapped to lines, and below it the source line with carets.
/// `head` is the part "error[E0203]:", `words` the message behind it.
std::string paragraph(const std::string& head, Colour c, std::string_view words, Span span,
                      const Sources& sources, Style style) {
  const Span at = sources.user_span(span);
  const std::string place = points_somewhere(at) ? sources.place(at) + ": " : "";
  const std::string text =
      broken_lines(" " + inert_lines(words), width_of(place) + width_of(head), style.columns, 6);
  return place + paint(head, c, style.colour) + text + "\n" +
         (points_somewhere(at) ? snippet(at, sources, style) : "");
}

std::string render_note(const Note& note, const Sources& sources, Style style) {
  const bool help = note.kind == Note::Help;
  return paragraph(help ? "help:" : "note:", help ? Colour::Help : Colour::Note, note.text, note.span,
                   sources, style);
}

/// Returns a note for each macro use through which the text at `span` was generated, the innermost first, up to a
/// limit.
std::string render_expansions(Span span, const Sources& sources, Style style) {
  std::string out;
  for (int shown = 0; span.expansion != 0 && shown < most_expansion_notes; ++shown) {
    const Expansion& e = sources.expansion(span.expansion);
    Span template_place{span.file, span.begin, span.end, 0};
    out += render_note({Note::Plain, "in the expansion of macro `" + e.macro + "`", template_place}, sources,
                       style);
    span = e.use;
  }
  return out;
}

/// Whether the arguments of the message already name the macro that generated the form around the user's text, as in
/// "the condition of `cond`". Then no note about that macro is needed.
bool names_macro(const Diagnostic& d, const Sources& sources) {
  if (d.within.expansion == 0 || d.span.expansion != 0) return false;
  const std::string name = "`" + sources.expansion(d.within.expansion).macro + "`";
  return std::ranges::any_of(d.args, [&](const std::string& arg) { return arg.find(name) != arg.npos; });
}

} // namespace

std::string render(const Diagnostic& d, const Sources& sources, bool colour, size_t columns) {
  const Style style{colour, columns};
  const bool error = d.severity() == Severity::Error;
  const std::string head = (error ? "error[" : "warning[") + inert(d.code) + "]:";
  std::string out =
      paragraph(head, error ? Colour::Error : Colour::Warning, message(d), d.span, sources, style);
  if (!names_macro(d, sources))
    out += render_expansions(d.span.expansion != 0 ? d.span : d.within, sources, style);
  for (const Note& note : d.notes)
    if (!note.text.empty()) out += render_note(note, sources, style);
  return out;
}

std::string broken_lines(std::string_view text, size_t used, size_t columns, size_t indent) {
  if (columns == 0) return std::string(text);
  std::string out;
  for (size_t at = 0, end; at < text.size(); at = end) {
    end = std::min(text.find_first_of(" \n", at + 1), text.size()); // a word with the blank before it
    const std::string_view word = text.substr(at, end - at);
    const bool newline = word.starts_with('\n');
    const size_t width = width_of(word) - newline;
    const bool breaks = word.size() > 1 && word.starts_with(' ') && used + width > columns;
    out += breaks ? "\n" + std::string(indent, ' ') + std::string(word.substr(1)) : std::string(word);
    used = newline ? width : breaks ? width + indent - 1 : used + width;
  }
  return out;
}

} // namespace nova
