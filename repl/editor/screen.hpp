// The screen: lays out a view as rows of character cells, and returns the bytes that make a terminal show them. It
// does no input or output.
//
// Rows end one column before the terminal's edge, because terminals differ in what a character in the last column
// does to the cursor. Of a view that is taller than the terminal, the rows around the cursor are shown.
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
  Escaped, ///< the visible form of a character that can't be seen
  Hint,
  Menu,
  Selected
};

struct Cell {
  std::string text; ///< a character with its combining characters
  uint8_t width = 1;
  Style style = Style::Plain;
  bool operator==(const Cell&) const = default;
};

using Row = std::vector<Cell>;

struct Frame {
  std::vector<Row> rows;
  size_t row = 0, column = 0; ///< position of the cursor
};

struct Size {
  size_t columns = 80, rows = 24;
};

/// Returns the frame of a view. `styles` holds the style of each byte of the view's text.
Frame lay_out(const View& view, const std::vector<Style>& styles, Size size);
/// Removes the frame's last row if it is empty, which happens after a full row, and moves the cursor to the end of
/// the row before it. Otherwise changes nothing.
void drop_empty_end(Frame& f);

/// Returns the bytes that change what the terminal shows. Remembers the frame that the terminal shows now.
class Painter {
 public:
  explicit Painter(bool colour) : colour_(colour) {}
  /// Returns the bytes that make the terminal show this frame.
  std::string paint(Frame next);
  /// Whether the index of the cursor's row changes if the terminal rewraps its lines to a width of `columns`.
  bool breaks(size_t columns) const;
  /// Returns the bytes that clear all that is shown. `columns` is the width to which the terminal has rewrapped its
  /// lines, or nothing if it has not rewrapped them.
  std::string wipe(std::optional<size_t> columns);
  /// Assumes that the terminal shows no frame. The next frame begins in the line of the terminal's cursor, at the
  /// left.
  void forget() { shown_ = {}; }
  /// Returns the bytes that move the cursor below all that is shown. What is shown stays.
  std::string leave();

 private:
  void go(std::string& out, size_t row, size_t column);
  void write_row(std::string& out, const Row& row, size_t from, size_t to);
  void paint_row(std::string& out, size_t index, const Row& next);
  bool colour_;
  Frame shown_;
  size_t row_ = 0, column_ = 0; ///< position of the terminal's cursor while painting
};

} // namespace nova::editor
