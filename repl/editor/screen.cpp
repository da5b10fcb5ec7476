#include "repl/editor/screen.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>

namespace nova::editor {

// ---- layout ----

namespace {

constexpr std::string_view further_prompt = "  ... ";
constexpr char32_t zero_width_joiner = 0x200D, first_emoji = 0x2600;
constexpr size_t tab_width = 4, most_menu_rows = 10;

size_t width_of(const Row& row, size_t cells) {
  size_t width = 0;
  for (size_t i = 0; i < cells; ++i) width += row[i].width;
  return width;
}

class Layout {
 public:
  Layout(const View& view, Size size) : view_(view), columns_(std::max<size_t>(size.columns, 12) - 1) {}

  Frame make(const std::vector<Style>& styles) {
    frame_.rows.emplace_back();
    add(view_.prompt, Style::Prompt);
    add_text(styles);
    if (!view_.hint.empty()) add(view_.hint, Style::Hint);
    add_menu();
    if (view_.menu.empty() && !view_.below.empty()) new_row(), add_in_row("  " + view_.below, Style::Hint);
    return std::move(frame_);
  }

 private:
  const View& view_;
  size_t columns_, column_ = 0;
  Frame frame_;

  void new_row() { frame_.rows.emplace_back(), column_ = 0; }
  void add(Cell cell) {
    if (column_ + cell.width > columns_) new_row();
    column_ += cell.width;
    frame_.rows.back().push_back(std::move(cell));
  }
  bool after_emoji() const {
    const Row& row = frame_.rows.back();
    return !row.empty() && decode_utf8(row.back().text, 0).value >= first_emoji;
  }
  /// Adds a code point. A combining one is added to the cell before it. A joiner behind an emoji is left out:
  /// terminals agree on the width of the parts of a joined emoji, but not on that of the whole.
  void add(CodePoint c, std::string_view bytes, Style style) {
    if (c.valid && c.value == '\t') {
      for (size_t n = tab_width - column_ % tab_width; n > 0; --n) add({" ", 1, style});
      return;
    }
    if (c.valid && c.value == zero_width_joiner && after_emoji()) return;
    std::string shown = inert(c, bytes);
    if (shown != bytes) {
      for (const char letter : shown) add({{letter}, 1, Style::Escaped});
      return;
    }
    const auto width = static_cast<uint8_t>(display_width(c.value));
    Row& row = frame_.rows.back();
    if (width > 0) return add({std::move(shown), width, style});
    if (row.empty()) add({"◌", 1, style}); // no cell stands before it in the row
    frame_.rows.back().back().text += shown;
  }
  void add(std::string_view text, Style style) {
    for (size_t at = 0; at < text.size();) {
      const CodePoint c = decode_utf8(text, at);
      add(c, text.substr(at, c.length), style);
      at += c.length;
    }
  }
  void mark_cursor() {
    if (column_ == columns_) new_row();
    frame_.row = frame_.rows.size() - 1, frame_.column = column_;
  }
  void add_text(const std::vector<Style>& styles) {
    const std::string_view text = view_.text;
    for (size_t at = 0; at < text.size();) {
      if (at == view_.cursor) mark_cursor();
      const CodePoint c = decode_utf8(text, at);
      if (text[at] == '\n')
        new_row(), add(further_prompt, Style::Prompt);
      else
        add(c, text.substr(at, c.length), at < styles.size() ? styles[at] : Style::Plain);
      at += c.length;
    }
    if (view_.cursor >= text.size()) mark_cursor();
  }
  /// Adds a row for each candidate, with its note beside it. Of many candidates, adds only those around the selected
  /// one, and a row with the number of the others.
  void add_menu() {
    const size_t n = view_.menu.size(), shown = std::min(n, most_menu_rows);
    const size_t chosen = view_.selected.value_or(0);
    const size_t first = std::min(chosen - std::min(chosen, shown / 2), n - shown);
    size_t widest = 0;
    for (size_t i = first; i < first + shown; ++i)
      widest = std::max(widest, std::min<size_t>(view_.menu[i].text.size(), 30));
    for (size_t i = first; i < first + shown; ++i) add_candidate(view_.menu[i], widest, view_.selected == i);
    if (shown == n) return;
    new_row();
    add_in_row("  " + std::to_string(n - shown) + " more", Style::Hint);
  }
  void add_candidate(const Candidate& c, size_t widest, bool selected) {
    new_row();
    add_in_row("  ", Style::Plain);
    add_in_row(c.text, selected ? Style::Selected : Style::Menu);
    add_in_row(std::string(widest + 4 - std::min(column_, widest + 2), ' ') + c.note, Style::Hint);
  }
  /// Adds text to the current row. Leaves out newlines, and what does not fit into the row.
  void add_in_row(std::string_view text, Style style) {
    for (size_t at = 0; at < text.size() && column_ + 2 <= columns_;) {
      const CodePoint c = decode_utf8(text, at);
      if (text[at] != '\n') add(c, text.substr(at, c.length), style);
      at += c.length;
    }
  }
};

/// Cuts a frame to `height` rows around the cursor.
void cut_to_height(Frame& f, size_t height) {
  if (f.rows.size() <= height || height == 0) return;
  const size_t first = std::min(f.row - std::min(f.row, height / 2), f.rows.size() - height);
  f.rows.erase(f.rows.begin(), f.rows.begin() + static_cast<std::ptrdiff_t>(first));
  f.rows.resize(height);
  f.row -= first;
}

} // namespace

Frame lay_out(const View& view, const std::vector<Style>& styles, Size size) {
  Frame f = Layout(view, size).make(styles);
  cut_to_height(f, size.rows);
  return f;
}

void drop_empty_end(Frame& f) {
  if (f.rows.size() < 2 || !f.rows.back().empty()) return;
  f.rows.pop_back();
  f.row = f.rows.size() - 1, f.column = width_of(f.rows.back(), f.rows.back().size());
}

// ---- painting ----

namespace {

/// The parameters of a style's SGR escape sequence, with and without colours.
struct Look {
  std::string_view coloured, plain;
};

Look look(Style s) {
  switch (s) {
  case Style::Plain: return {"", ""};
  case Style::Prompt: return {"1;32", "1"};
  case Style::Keyword: return {"1;34", "1"};
  case Style::String: return {"32", ""};
  case Style::Number: return {"36", ""};
  case Style::Comment: return {"90", "2"};
  case Style::Constructor: return {"33", ""};
  case Style::Type: return {"35", ""};
  case Style::Wrong: return {"1;31", "4"};
  case Style::Match: return {"1;4;33", "1;4"};
  case Style::Escaped: return {"7;31", "7"};
  case Style::Hint: return {"90", "2"};
  case Style::Menu: return {"", ""};
  case Style::Selected: return {"7", "7"};
  }
  return {"", ""};
}

void step(std::string& out, size_t n, char direction) {
  if (n > 0) out += "\x1b[" + (n == 1 ? "" : std::to_string(n)) + direction;
}

} // namespace

/// Adds the bytes to `out` that move the cursor. Downward moves are newlines, so that the terminal scrolls if the row
/// does not exist yet.
void Painter::go(std::string& out, size_t row, size_t column) {
  if (row < row_) step(out, row_ - row, 'A');
  for (; row_ < row; ++row_) out += "\r\n", column_ = 0;
  row_ = row;
  if (column == 0 && column_ != 0)
    out += '\r';
  else if (column < column_)
    step(out, column_ - column, 'D');
  else
    step(out, column - column_, 'C');
  column_ = column;
}

void Painter::write_row(std::string& out, const Row& row, size_t from, size_t to) {
  Style now = Style::Plain;
  std::string_view codes;
  for (size_t i = from; i < to; ++i) {
    if (row[i].style != now) {
      const std::string_view next = colour_ ? look(row[i].style).coloured : look(row[i].style).plain;
      if (next != codes) out += "\x1b[0" + (next.empty() ? "" : ";" + std::string(next)) + "m";
      now = row[i].style, codes = next;
    }
    out += row[i].text, column_ += row[i].width;
  }
  if (!codes.empty()) out += "\x1b[0m";
}

/// Adds the bytes to `out` that paint row `index`: from the first cell that has changed to the last one that has, or
/// to the row's end if its width has changed.
void Painter::paint_row(std::string& out, size_t index, const Row& next) {
  static const Row nothing;
  const Row& old = index < shown_.rows.size() ? shown_.rows[index] : nothing;
  const size_t both = std::min(old.size(), next.size());
  size_t from = 0;
  while (from < both && old[from] == next[from]) ++from;
  if (from == old.size() && from == next.size()) return;
  size_t to = next.size();
  if (old.size() == next.size() && width_of(old, to) == width_of(next, to))
    while (to > from && old[to - 1] == next[to - 1]) --to;
  go(out, index, width_of(next, from));
  write_row(out, next, from, to);
  if (to == next.size() && width_of(old, old.size()) > width_of(next, to)) out += "\x1b[K";
}

std::string Painter::paint(Frame next) {
  std::string out;
  row_ = shown_.row, column_ = shown_.column;
  for (size_t i = 0; i < next.rows.size(); ++i) {
    if (i >= shown_.rows.size() && i > 0) go(out, i, 0); // makes the row, even if it is empty
    paint_row(out, i, next.rows[i]);
  }
  if (const Row& last = next.rows.back(); shown_.rows.size() > next.rows.size())
    go(out, next.rows.size() - 1, width_of(last, last.size())), out += "\x1b[J";
  go(out, next.row, next.column);
  shown_ = std::move(next);
  return out;
}

namespace {

/// Returns the index of the row with the cell that begins at `column`, after the terminal has rewrapped `row` to
/// rows of `columns` columns. If no cell begins there, returns the index of the last row.
size_t broken_row_of(const Row& row, size_t column, size_t columns) {
  size_t index = 0, at = 0, used = 0;
  for (const Cell& c : row) {
    if (used + c.width > columns) ++index, used = 0;
    if (at >= column) break;
    used += c.width, at += c.width;
  }
  return index;
}

/// Returns how many rows stand above the cursor's row after the terminal has rewrapped the frame to `columns`
/// columns.
size_t rows_above(const Frame& f, size_t columns) {
  if (f.rows.empty()) return 0;
  size_t above = broken_row_of(f.rows[f.row], f.column, columns);
  for (size_t i = 0; i < f.row; ++i) above += 1 + broken_row_of(f.rows[i], SIZE_MAX, columns);
  return above;
}

} // namespace

bool Painter::breaks(size_t columns) const { return rows_above(shown_, columns) != shown_.row; }

std::string Painter::wipe(std::optional<size_t> columns) {
  std::string out = "\r";
  step(out, columns ? rows_above(shown_, *columns) : shown_.row, 'A');
  forget();
  return out + "\x1b[J";
}

std::string Painter::leave() {
  std::string out;
  row_ = shown_.row, column_ = shown_.column;
  if (!shown_.rows.empty()) go(out, shown_.rows.size() - 1, column_);
  shown_ = {};
  return out + "\r\n";
}

} // namespace nova::editor
