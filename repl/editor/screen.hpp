// The screen: a view laid out as rows of cells, and the bytes that change what a terminal shows into it.
// Pure.
//
// Rows end one column before the terminal's edge, so that no terminal has to decide what a character in the
// last column does to the cursor. Of what is taller than the terminal, the rows around the cursor are shown.
#pragma once
#include "repl/editor/editor.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nova::editor {

enum class Style : uint8_t {
  Plain,
  Prompt,
  Keyword,
  String,
  Number,
  Comment,
  Constructor,
  Type,
  Wrong,
  Match,   ///< a bracket and its partner
  Escaped, ///< a character that can't be seen
  Hint,
  Menu,
  Selected
};

struct Cell {
  std::string text; ///< a character and what combines with it
  uint8_t width = 1;
  Style style = Style::Plain;
  bool operator==(const Cell&) const = default;
};

using Row = std::vector<Cell>;

struct Frame {
  std::vector<Row> rows;
  size_t row = 0, column = 0; ///< of the cursor
};

struct Size {
  size_t columns = 80, rows = 24;
};

/// `styles`: of each byte of the view's text.
Frame lay_out(const View& view, const std::vector<Style>& styles, Size size);
/// Without the row that a cursor behind a full one has.
void drop_empty_end(Frame& f);

/// Knows what the terminal shows.
class Painter {
 public:
  explicit Painter(bool colour) : colour_(colour) {}
  /// The bytes that make it show this frame.
  std::string paint(Frame next);
  /// Does a terminal that breaks its lines anew show it otherwise than one that does not, now that it is as
  /// wide?
  bool breaks(size_t columns) const;
  /// The bytes that take away all that is shown. `columns`: how wide the terminal is now, where it has broken
  /// its lines anew.
  std::string wipe(std::optional<size_t> columns);
  /// The terminal shows nothing of ours: the next frame begins in the line where its cursor stands, at the
  /// left.
  void forget() { shown_ = {}; }
  /// The bytes that leave the cursor below all that is shown, which stays.
  std::string leave();

 private:
  void go(std::string& out, size_t row, size_t column);
  void write_row(std::string& out, const Row& row, size_t from, size_t to);
  void paint_row(std::string& out, size_t index, const Row& next);
  bool colour_;
  Frame shown_;
  size_t row_ = 0, column_ = 0; ///< where the terminal's cursor is while painting
};

} // namespace nova::editor
