// Items of the formatter: the tokens and comments of a text in order, each with the bracket around it. A member that
// refers to an item holds its index in the list of all items.
#pragma once
#include "frontend/read/lexer.hpp"
#include <string_view>
#include <vector>

namespace nova::layout {

/// The value of an index or a column if there is no such index or column.
constexpr uint32_t none = UINT32_MAX;

/// The kind of an item. An Atom is a token that is a datum by itself. A Postfix is `.2` or `!` directly after a
/// datum.
enum class ItemKind : uint8_t {
  Open,
  Close,
  Comma,
  Bar,
  Atom,
  Postfix,
  DatumComment,
  LineComment,
  BlockComment
};

/// How the lines inside of a bracket are indented, relative to the column of the bracket.
enum class Style : uint8_t {
  Data,   ///< [a b], (a, b), ((x 1) (y 2)): lines begin under the first item
  Call,   ///< (f a b): lines begin under the first argument, or are indented by two
  Body,   ///< (define (f x) body): the body is indented by two, lines before it by four
  NovaLet ///< (let (x e) (y e) in body): bindings begin under the first one, `in` is indented by two
};

/// Properties of a bracket: what it contains, and how its lines are laid out.
struct Bracket {
  Style style = Style::Data;
  /// Whether commas, and whether bars, stand directly in it.
  bool commas = false, bars = false;
  bool filled = false;    ///< whether it is a vector of atoms: each line takes as many of them as fit
  uint32_t head = none;   ///< index of the first datum in it
  uint32_t body = none;   ///< index of the body's first item (Body) or of `in` (NovaLet)
  bool has_lines = false; ///< whether it is a vector, and an item directly in it begins a line
  /// Whether it is a filled vector directly in a vector with `has_lines`, such as a row of a matrix. The author's
  /// blanks in it stay, so that numbers may be aligned in columns.
  bool row = false;
  /// Whether its head is `lambda` or `mu`. Its body may be indented relative to the line on which the bracket stands.
  bool function = false;
  /// How many columns the first line that begins inside of the bracket is indented in the author's text, relative to
  /// the first item on the bracket's own line. -1: there is no such line.
  int32_t line_offset = -1;
  /// The same indentation, relative to the bracket itself. Only lines before the body count. -1: there is none.
  int32_t offset = -1;
};

/// A token or comment, where it stands in the author's text, and where lines may be divided.
struct Item {
  ItemKind kind = ItemKind::Atom;
  std::string_view text;
  uint32_t column = 0, end_column = 0; ///< columns where it begins and ends in the author's text
  uint32_t parent = none;              ///< index of the innermost bracket around it
  uint32_t depth = 0;                  ///< how many brackets are around it
  uint32_t match = none;               ///< Open: index of its Close
  uint8_t newlines = 0;                ///< newlines before it: 0, 1, or 2 (a blank line or several)
  bool beside = false;                 ///< whether the author wrote it on the same line as the item before
  bool touches = false;                ///< whether it follows the item before without a blank
  /// Whether a line that is too long may be divided before it. 0: no; 1: yes; 2: only if the line
  /// cannot be divided before any item with a 1.
  uint8_t may_break = 0;
  Bracket bracket; ///< Open: properties of the bracket

  bool is_comment() const { return kind == ItemKind::LineComment || kind == ItemKind::BlockComment; }
  /// Whether a datum begins with this item.
  bool begins_datum() const { return (kind == ItemKind::Atom || kind == ItemKind::Open) && !continues; }
  bool continues = false; ///< whether it continues the datum before it, as `.0`, `!` and its index do
};

/// The position of an item in the formatted text: its line and column, counted from 0.
struct Place {
  uint32_t line = 0, column = 0, end = 0; ///< end: column at which the item's first line ends
};

/// Returns the column at which `text` ends if it begins at `column`. If it has several lines, that is the column at
/// which the last one ends.
uint32_t advance(uint32_t column, std::string_view text);

/// Returns the items of a text that reads without errors. Sets `preamble` to the text before them: a byte order mark
/// and a line `#!`, if there are any.
std::vector<Item> make_items(std::string_view text, std::string_view& preamble);

/// Sets the style of each bracket, and `may_break` of each item (format/styles.cpp).
void set_styles(std::vector<Item>& items);

/// Returns the positions of all items in the formatted text. Divides lines that are too long: sets `newlines` of the
/// items that begin a new line.
std::vector<Place> place_items(std::vector<Item>& items);

} // namespace nova::layout
