// Splits a text into items, and writes items at their new positions as text. The lexer makes the tokens; comments are
// found between the tokens.
#include "frontend/format/format.hpp"
#include "frontend/format/items.hpp"
#include "frontend/read/reader.hpp"
#include "frontend/source/utf8.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova {
namespace layout {

uint32_t advance(uint32_t column, std::string_view text) {
  for (size_t at = 0; at < text.size(); at += decode_utf8(text, at).length) {
    if (text[at] == '\n')
      column = 0;
    else if (text[at] == '\t')
      column = (column / 8 + 1) * 8;
    else
      ++column;
  }
  return column;
}

namespace {

size_t block_comment_end(std::string_view text, size_t at) {
  size_t depth = 0;
  do {
    const std::string_view pair = text.substr(at, 2);
    depth += pair == "#|", depth -= pair == "|#";
    at += pair == "#|" || pair == "|#" ? 2 : 1;
  } while (depth > 0 && at < text.size());
  return at;
}

ItemKind kind_of(TokenKind k) {
  switch (k) {
  case TokenKind::Open: return ItemKind::Open;
  case TokenKind::Close: return ItemKind::Close;
  case TokenKind::Comma: return ItemKind::Comma;
  case TokenKind::Bar: return ItemKind::Bar;
  case TokenKind::Project:
  case TokenKind::Field:
  case TokenKind::Index: return ItemKind::Postfix;
  case TokenKind::DatumComment: return ItemKind::DatumComment;
  default: return ItemKind::Atom;
  }
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), lexer_(text) {}

  std::vector<Item> scan(std::string_view& preamble) {
    skip_preamble();
    preamble = text_.substr(0, at_);
    for (;;) {
      Watch::poll();
      const Token t = lexer_.next(!open_.empty() && text_[starts_[open_.back()]] == '[');
      comments_before(t.begin);
      if (t.kind == TokenKind::End) break;
      const bool range = t.kind == TokenKind::Range;
      add(range && touches_last() ? ItemKind::Postfix : kind_of(t.kind), t.end);
    }
    return std::move(items_);
  }

 private:
  std::string_view text_;
  Lexer lexer_;
  size_t at_ = 0;
  uint32_t column_ = 0, newlines_ = 0;
  std::vector<Item> items_;
  std::vector<size_t> starts_; // for each item: its offset in text_, in bytes
  std::vector<uint32_t> open_;

  void skip_preamble() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    if (text_.substr(at_).starts_with("#!")) at_ = std::min(text_.find('\n', at_), text_.size());
  }
  /// Adds items for the comments before the next token, which begins at byte `end`. Counts the newlines before the
  /// next item.
  void comments_before(size_t end) {
    while (at_ < end)
      if (text_[at_] == ';')
        add(ItemKind::LineComment, std::min(text_.find('\n', at_), text_.size()));
      else if (text_[at_] == '#')
        add(ItemKind::BlockComment, block_comment_end(text_, at_));
      else
        newlines_ += text_[at_] == '\n', column_ = advance(column_, text_.substr(at_, 1)), ++at_;
  }
  bool touches_last() const { return !items_.empty() && starts_.back() + items_.back().text.size() == at_; }
  void add(ItemKind kind, size_t end) {
    Item i;
    i.kind = kind, i.text = text_.substr(at_, end - at_);
    if (kind == ItemKind::LineComment) i.text = i.text.substr(0, i.text.find_last_not_of(" \t\r\f\v") + 1);
    i.column = column_, i.end_column = column_ = advance(column_, text_.substr(at_, end - at_));
    i.beside = newlines_ == 0;
    i.touches = touches_last();
    i.newlines = static_cast<uint8_t>(std::min(newlines_, 2u));
    const bool joins = !items_.empty() && items_.back().kind == ItemKind::Postfix &&
                       (items_.back().text == "!" || items_.back().text.starts_with(".."));
    i.continues = kind == ItemKind::Postfix || (joins && i.touches);
    nest(i);
    starts_.push_back(at_), items_.push_back(i);
    at_ = end, newlines_ = 0;
  }
  void nest(Item& i) {
    const uint32_t self = static_cast<uint32_t>(items_.size());
    if (i.kind == ItemKind::Close && !open_.empty()) items_[open_.back()].match = self;
    if (!open_.empty()) i.parent = open_.back(), i.depth = static_cast<uint32_t>(open_.size());
    if (i.kind == ItemKind::Comma && !open_.empty()) items_[open_.back()].bracket.commas = true;
    if (i.kind == ItemKind::Bar && !open_.empty()) items_[open_.back()].bracket.bars = true;
    if (i.kind == ItemKind::Open) open_.push_back(self);
    if (i.kind == ItemKind::Close && !open_.empty()) open_.pop_back();
  }
};

std::string write(const std::vector<Item>& items, const std::vector<Place>& places) {
  std::string out;
  uint32_t line = 0, column = 0;
  for (size_t k = 0; k < items.size(); ++k) {
    if (places[k].line > line) out.append(places[k].line - line, '\n'), column = 0;
    out.append(places[k].column - column, ' ');
    out += items[k].text;
    line = places[k].line + static_cast<uint32_t>(std::ranges::count(items[k].text, '\n'));
    column = advance(places[k].column, items[k].text);
  }
  return out += '\n';
}

} // namespace

std::vector<Item> make_items(std::string_view text, std::string_view& preamble) {
  return Scanner(text).scan(preamble);
}

} // namespace layout

std::optional<std::string> format(const Sources& sources, FileId file, Diagnostics& out) {
  Symbols symbols;
  DatumArena arena;
  const size_t errors = out.errors();
  read(sources, file, symbols, arena, out, {.other_lines = false});
  if (out.errors() > errors) return {};
  std::string_view preamble;
  std::vector<layout::Item> items = layout::make_items(sources.text(file), preamble);
  std::string head(preamble);
  if (preamble.find("#!") != preamble.npos) head += !items.empty() && items[0].newlines > 1 ? "\n\n" : "\n";
  if (items.empty()) return head;
  layout::set_styles(items);
  const std::vector<layout::Place> places = layout::place_items(items);
  return head + layout::write(items, places);
}

bool reads_alike(std::string_view a, std::string_view b) {
  Sources sources;
  Symbols symbols;
  DatumArena arena;
  Diagnostics errors;
  const auto first =
      read(sources, sources.add("", std::string(a)), symbols, arena, errors, {.other_lines = false});
  const auto second =
      read(sources, sources.add("", std::string(b)), symbols, arena, errors, {.other_lines = false});
  return !errors.has_errors() &&
         std::ranges::equal(first, second, [](const Datum* x, const Datum* y) { return same_datum(*x, *y); });
}

} // namespace nova
