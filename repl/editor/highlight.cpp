#include "repl/editor/highlight.hpp"
#include "repl/editor/outline.hpp"
#include <algorithm>

namespace nova::editor {
namespace {

Style style_of_name(std::string_view name, bool head,
                    const std::function<bool(std::string_view)>& is_keyword) {
  if (name == ":" || name == "->" || name == "<-" || name == "=>") return Style::Keyword;
  if (head && is_keyword(name)) return Style::Keyword;
  const size_t dot = name.rfind('.');
  const char first = name[dot == name.npos || dot + 1 == name.size() ? 0 : dot + 1];
  return first >= 'A' && first <= 'Z' ? Style::Constructor : Style::Plain;
}

Style style_of(const Token& t) {
  switch (t.kind) {
  case TokenKind::Integer:
  case TokenKind::Floating:
  case TokenKind::Complex:
  case TokenKind::Boolean:
  case TokenKind::Nil: return Style::Number;
  case TokenKind::Character:
  case TokenKind::String:
  case TokenKind::OpenString: return Style::String;
  case TokenKind::OpenComment:
  case TokenKind::DatumComment: return Style::Comment;
  case TokenKind::TypeVariable: return Style::Type;
  case TokenKind::Bar: return Style::Keyword;
  case TokenKind::BadNumeral:
  case TokenKind::BadCharacter:
  case TokenKind::BadHash:
  case TokenKind::BadQuote:
  case TokenKind::BadProjection:
  case TokenKind::ControlBytes: return Style::Wrong;
  default: return Style::Plain;
  }
}

/// Returns the index of the token of the closing bracket before the cursor, or else of the bracket at the cursor.
/// Returns no_token if there is neither.
uint32_t bracket_at(const Outline& o, size_t cursor) {
  const auto is_bracket = [&](uint32_t i, size_t begin) {
    return i != no_token && o.tokens[i].begin == begin &&
           (o.tokens[i].kind == TokenKind::Open || o.tokens[i].kind == TokenKind::Close);
  };
  if (cursor > 0)
    if (const uint32_t before = o.token_after(cursor - 1);
        is_bracket(before, cursor - 1) && o.tokens[before].kind == TokenKind::Close)
      return before;
  const uint32_t here = o.token_after(cursor);
  return is_bracket(here, cursor) ? here : no_token;
}

} // namespace

std::vector<Style> highlight(std::string_view text, size_t cursor,
                             const std::function<bool(std::string_view)>& is_keyword) {
  std::vector<Style> styles(text.size(), Style::Comment); // what lies between tokens is blank or a comment
  const Outline o(text);
  const auto paint = [&](const Token& t, Style s) {
    std::fill(styles.begin() + t.begin, styles.begin() + t.end, s);
  };
  for (uint32_t i = 0; i < o.tokens.size(); ++i) {
    const Token& t = o.tokens[i];
    Style s = style_of(t);
    if (t.kind == TokenKind::Symbol) {
      const bool head =
          i > 0 && o.tokens[i - 1].kind == TokenKind::Open && text[o.tokens[i - 1].begin] == '(';
      s = style_of_name(text.substr(t.begin, t.end - t.begin), head, is_keyword);
    }
    if (t.kind == TokenKind::Close && o.partner[i] == no_token) s = Style::Wrong;
    paint(t, s);
  }
  if (const uint32_t at = bracket_at(o, cursor); at != no_token && o.partner[at] != no_token)
    paint(o.tokens[at], Style::Match), paint(o.tokens[o.partner[at]], Style::Match);
  return styles;
}

} // namespace nova::editor
