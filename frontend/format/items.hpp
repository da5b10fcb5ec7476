// Items of the formatter: tokens and comments in the order of the text, each with the bracket around it. Other items
// are named by their index in the list of all items.
#pragma once
#include "frontend/read/lexer.hpp"
#include <string_view>
#include <vector>

namespace nova::layout {

constexpr uint32_t none = UINT32_MAX;

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
  bool commas = false, bars = false;
  bool filled = false;    ///< a vector of atoms: each line takes as many of them as fit
  uint32_t head = none;   ///< index of its first datum
  uint32_t body = none;   ///< index of the body's first item (Body) or of `in` (NovaLet)
  bool has_lines = false; ///< a vector of several lines: a line begins directly in it
  /// A filled vector that is an item of a vector of several lines. The author's blanks in it stay, so that numbers
  /// may be aligned in columns.
  bool row = false;
  bool function = false;    ///< lambda or mu: the body may be indented from the start of the line of its head
  int32_t line_offset = -1; ///< like `offset`, but from the first column of the line with the bracket
  int32_t offset = -1;      ///< columns from the bracket to the first line inside, as written; -1: none
};

struct Item {
  ItemKind kind = ItemKind::Atom;
  std::string_view text;
  uint32_t column = 0, end_column = 0; ///< where it begins and ends in the author's text
  uint32_t parent = none;              ///< index of the bracket around it
  uint32_t depth = 0;                  ///< how many brackets are around it
  uint32_t match = none;               ///< Open: index of its Close
  uint8_t newlines = 0;                ///< newlines before it: 0, 1, or 2 for a blank line
  bool beside = false;                 ///< the author wrote it on the same line as the item before
  bool touches = false;                ///< no blank stands between it and the item before
  uint8_t may_break = 0; ///< a long line is divided before it: 0 never, 1 first, 2 if that does not help
  Bracket bracket;       ///< Open: properties of the bracket

  bool is_comment() const { return kind == ItemKind::LineComment || kind == ItemKind::BlockComment; }
  /// Whether a datum begins with this item.
  bool begins_datum() const { return (kind == ItemKind::Atom || kind == ItemKind::Open) && !continues; }
  bool continues = false; ///< it continues the datum before it: .0, !, and the index
};

/// Position of an item in the new text: its line and column, counted from 0.
struct Place {
  uint32_t line = 0, column = 0, end = 0; ///< end: column at which its first line ends
};

/// Returns the column at which `text` ends if it begins at `column`. Of several lines,
/// the end of the last one counts.
uint32_t advance(uint32_t column, std::string_view text);

/// Returns the items of a text that reads without errors. Sets `preamble` to the text before them: a byte order mark
/// and a line `#!`, if there are any.
std::vector<Item> make_items(std::string_view text, std::string_view& preamble);

/// Sets the style of each bracket, and before which items lines may be divided (format/styles.cpp).
void set_styles(std::vector<Item>& items);

/// Returns the places of all items. Lines that are too long are divided.
std::vector<Place> place_items(std::vector<Item>& items);

} // namespace nova::layout
