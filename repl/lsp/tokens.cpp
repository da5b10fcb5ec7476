// What an editor shows of a document's structure: colours of tokens, lines to fold, the indentation of a new line.
#include "frontend/source/big_stack.hpp"
#include "repl/complete/complete.hpp"
#include "repl/lsp/queries.hpp"
#include <algorithm>

namespace nova::lsp {

namespace {

// The protocol's names of kinds; a token's number is its kind's place here.
constexpr std::string_view kinds[] = {"variable", "function", "enumMember", "type",   "typeParameter",
                                      "macro",    "keyword",  "number",     "string", "operator"};
enum class Colour : uint32_t {
  Variable,
  Function,
  Constructor,
  Type,
  TypeVariable,
  Macro,
  Keyword,
  Number,
  Text,
  Operator
};

std::optional<Colour> kind_of(const Name& n) {
  switch (n.kind) {
  case NameKind::Variable:
  case NameKind::Constant: return Colour::Variable;
  case NameKind::Function:
  case NameKind::Builtin: return Colour::Function;
  case NameKind::Constructor: return Colour::Constructor;
  case NameKind::Type: return Colour::Type;
  case NameKind::TypeVariable: return Colour::TypeVariable;
  case NameKind::Macro: return Colour::Macro;
  case NameKind::Form: return Colour::Keyword;
  case NameKind::Unknown: break;
  }
  return {};
}

std::optional<Colour> kind_of(TokenKind t) {
  switch (t) {
  case TokenKind::Integer:
  case TokenKind::Floating:
  case TokenKind::Complex:
  case TokenKind::Boolean:
  case TokenKind::Nil: return Colour::Number;
  case TokenKind::Character:
  case TokenKind::String: return Colour::Text;
  case TokenKind::Index: return Colour::Operator;
  default: return {};
  }
}

/// Prints tokens as the protocol has them, with lines and columns relative to the token before.
class TokenList {
 public:
  explicit TokenList(const lsp::Text& text) : text_(text), places_(text) {}
  /// Adds the token of the bytes from `begin` to `end`; of one with several lines a token for each line.
  void add(uint32_t begin, uint32_t end, Colour kind) {
    while (begin < end) {
      const size_t line = text_.all().find('\n', begin);
      const uint32_t stop = static_cast<uint32_t>(std::min<size_t>(line, end));
      put(places_.range_of(begin, stop), kind);
      begin = stop + 1;
    }
  }
  std::vector<uint32_t> take() { return std::move(out_); }

 private:
  const lsp::Text& text_;
  PlaceFinder places_;
  Place last_;
  std::vector<uint32_t> out_;

  void put(const Range& r, Colour kind) {
    const Place at = r.begin;
    if (r.end.character <= at.character) return;
    const uint32_t lines = at.line - last_.line;
    const uint32_t columns = lines > 0 ? at.character : at.character - last_.character;
    out_.insert(out_.end(), {lines, columns, r.end.character - at.character, static_cast<uint32_t>(kind), 0});
    last_ = at;
  }
};

/// Adds each run of comment lines that has more than one line.
void add_comments(const std::string& text, std::vector<Fold>& out) {
  uint32_t line = 0, first = 0;
  bool in_comment = false;
  for (size_t at = 0; at <= text.size(); ++line) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const size_t word = text.find_first_not_of(" \t", at);
    const bool comment = word < end && text[word] == ';';
    if (comment && !in_comment) first = line;
    if (!comment && in_comment && line > first + 1) out.push_back({first, line - 1, true});
    in_comment = comment;
    at = end + 1;
  }
  if (in_comment && line > first + 1) out.push_back({first, line - 1, true});
}

} // namespace

std::vector<std::string> token_kinds() { return {std::begin(kinds), std::end(kinds)}; }

std::vector<uint32_t> semantic_tokens(Facts& facts) {
  TokenList out(facts.text());
  auto name = facts.names().begin();
  const auto last = facts.names().end();
  for (const Token& t : editor::Outline(facts.text().all()).tokens) {
    const bool named = t.kind == TokenKind::Symbol || t.kind == TokenKind::TypeVariable;
    if (!named) {
      if (const auto kind = kind_of(t.kind)) out.add(t.begin, t.end, *kind);
      continue;
    }
    while (name != last && name->end <= t.begin) ++name;
    if (name == last || name->begin >= t.end) continue;
    if (const auto kind = kind_of(*name)) out.add(name->begin, name->end, *kind);
  }
  return out.take();
}

std::vector<Fold> folds(Facts& facts) {
  std::vector<Fold> out;
  const editor::Outline o(facts.text().all());
  for (size_t k = 0; k < o.tokens.size(); ++k) {
    if (o.tokens[k].kind != TokenKind::Open || o.partner[k] == editor::no_token) continue;
    const uint32_t first = facts.text().line_of(o.tokens[k].begin),
                   end = facts.text().line_of(o.tokens[o.partner[k]].begin);
    if (end > first && (out.empty() || out.back().first < first)) out.push_back({first, end, false});
  }
  add_comments(facts.text().all(), out);
  return out;
}

std::optional<TextEdit> indented_line(Facts& facts, Place at) {
  const std::string& text = facts.text().all();
  const size_t begin = facts.text().byte_at({at.line, 0});
  if (begin == 0 || editor::is_in_text(std::string_view(text).substr(0, begin))) return {};
  const size_t word = std::min(text.find_first_not_of(" \t", begin), text.size());
  size_t columns = 0;
  run_on_big_stack([&] {
    NamesInSight names(facts.session());
    columns = editor::indentation(text, begin - 1, [&](std::string_view n) { return names.is_keyword(n); });
  });
  if (text.substr(begin, word - begin) == std::string(columns, ' ')) return {};
  return TextEdit{facts.text().range_of(static_cast<uint32_t>(begin), static_cast<uint32_t>(word)),
                  std::string(columns, ' ')};
}

} // namespace nova::lsp
