// What the formatter works on: tokens and comments in the order of the text, each knowing the bracket around
// it.
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

/// How the lines of a bracket are indented. The column is the bracket's.
enum class Style : uint8_t {
  Data,   ///< [a b], (a, b), ((x 1) (y 2)): all begin under the first
  Call,   ///< (f a b): under the first argument, or by two
  Body,   ///< (define (f x) body): the body by two, what stands before it by four
  NovaLet ///< (let (x e) (y e) in body): bindings under the first, `in` by two
};

/// What stands in a bracket, and how it is laid out.
struct Bracket {
  Style style = Style::Data;
  bool commas = false, bars = false;
  bool filled = false;    ///< a vector of atoms: as many to a line as fit
  uint32_t head = none;   ///< its first datum
  uint32_t body = none;   ///< Body: its first item; NovaLet: `in`
  bool has_lines = false; ///< some of what stands directly in it begins a line
  bool row = false; ///< such a vector, one of several lines of a vector: numbers may stand under each other
  bool function = false;    ///< lambda or mu: the body may hang from the line that begins it
  int32_t line_offset = -1; ///< as `offset`, from the first column of the line that it stands in
  int32_t offset = -1;      ///< from its column to that of the first line in it; -1: there is none
};

struct Item {
  ItemKind kind = ItemKind::Atom;
  std::string_view text;
  uint32_t column = 0, end_column = 0; ///< as the author wrote it
  uint32_t parent = none;              ///< the bracket around it
  uint32_t depth = 0;                  ///< brackets around it
  uint32_t match = none;               ///< Open: its Close
  uint8_t newlines = 0;                ///< before it: 0, 1, or 2 for a blank line
  bool beside = false;                 ///< the author wrote it in the line of what is before it
  bool touches = false;                ///< nothing stands between it and what is before it
  uint8_t may_break = 0; ///< where a line that is too long is divided: 1 first, 2 if that does not help
  Bracket bracket;       ///< of an Open

  bool is_comment() const { return kind == ItemKind::LineComment || kind == ItemKind::BlockComment; }
  /// Does a datum begin here?
  bool begins_datum() const { return (kind == ItemKind::Atom || kind == ItemKind::Open) && !continues; }
  bool continues = false; ///< part of the datum before it: .0, !, and the index
};

/// Where an item stands in the new text. Lines from 0.
struct Place {
  uint32_t line = 0, column = 0, end = 0; ///< end: of its first line
};

/// The column after a text that begins at `column`; the text's last line counts.
uint32_t advance(uint32_t column, std::string_view text);

/// The items of a text that reads without errors; `preamble` is what stands before the first that is no blank
/// (a byte order mark, `#!`).
std::vector<Item> make_items(std::string_view text, std::string_view& preamble);

/// Styles, and where lines may be divided (format/styles.cpp).
void set_styles(std::vector<Item>& items);

/// Places for all items, lines divided where they are too long.
std::vector<Place> place_items(std::vector<Item>& items);

} // namespace nova::layout
