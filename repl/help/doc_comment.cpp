#include "repl/help/doc_comment.hpp"
#include "frontend/read/lexer.hpp"
#include <algorithm>
#include <span>
#include <sstream>

namespace nova {
namespace {

/// Removes the indentation and semicolons of a comment line. Returns false if the line is no comment.
bool uncomment(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (!line.starts_with(';')) return false;
  line.remove_prefix(std::min(line.find_first_not_of(';'), line.size()));
  if (line.starts_with(' ')) line.remove_prefix(1);
  return true;
}

/// Returns a macro's pattern in one line, without comments. `words` are the pattern's tokens, with its two brackets.
/// The pattern's first word, which is usually `_`, is replaced by the macro's name.
std::string pattern_of(std::string_view text, std::span<const Token> words, std::string_view name) {
  std::string out;
  for (size_t k = 0; k < words.size(); ++k) {
    if (k > 0 && words[k].begin != words[k - 1].end) out += ' ';
    out += k == 1 ? name : text.substr(words[k].begin, words[k].end - words[k].begin);
  }
  return out;
}

/// Returns the tokens of the form at the start of `text`, up to its closing bracket.
std::vector<Token> tokens_of_form(std::string_view text) {
  std::vector<Token> all;
  Lexer lexer(text);
  for (size_t depth = 0;;) {
    all.push_back(lexer.next());
    if (all.back().kind == TokenKind::Open) ++depth;
    if (all.back().kind == TokenKind::End || (all.back().kind == TokenKind::Close && --depth == 0))
      return all;
  }
}

} // namespace

/// In `(define-macro name (literal ...) ((_ pattern ...) template) ...)`, a pattern begins at the second of two
/// adjacent opening brackets inside of the form's own brackets.
std::vector<std::string> macro_patterns(std::string_view text, size_t begin) {
  text.remove_prefix(begin);
  const std::vector<Token> all = tokens_of_form(text);
  std::vector<std::string> out;
  size_t depth = 0, first = 0; // first: index of the bracket that opens a pattern
  for (size_t k = 0; k < all.size(); ++k) {
    if (all[k].kind == TokenKind::Open && ++depth == 3 && all[k - 1].kind == TokenKind::Open) first = k;
    if (all[k].kind == TokenKind::Close && depth-- == 3 && first != 0)
      out.push_back(pattern_of(text, std::span(all).subspan(first, k + 1 - first),
                               text.substr(all[2].begin, all[2].end - all[2].begin))),
          first = 0;
  }
  return out;
}

std::string comment_above(std::string_view text, size_t begin) {
  std::vector<std::string_view> lines;
  size_t line_start = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
  while (line_start != std::string_view::npos) {
    const size_t previous = line_start == 0 ? std::string_view::npos : text.rfind('\n', line_start - 1);
    const size_t from = previous == std::string_view::npos ? 0 : previous + 1;
    std::string_view line = text.substr(from, line_start - from);
    if (!uncomment(line)) break;
    lines.push_back(line);
    line_start = previous;
  }
  std::string out;
  for (auto it = lines.rbegin(); it != lines.rend(); ++it) out += std::string(*it) + "\n";
  return out;
}

std::string leading_comment(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("#!")) continue;
    if (line.find_first_not_of(' ') == std::string_view::npos) return out;
    if (!uncomment(line)) return "";
    out += std::string(line) + "\n";
  }
  return out;
}

std::string comment_as_markdown(const std::string& comment) {
  std::string out;
  bool code = false;
  std::istringstream in(comment);
  for (std::string line; std::getline(in, line);) {
    const bool form = line.starts_with('(') || line.starts_with('['), value = line.starts_with("=> ");
    const bool now = form || (code && (value || line.starts_with("  ") || !line.starts_with("cost: ")));
    if (now != code) out += "```\n";
    code = now;
    out += line.starts_with("cost: ") ? "\nCost: " + line.substr(6) + ".\n\n"
           : value                    ? "; " + line + "\n"
                                      : line + "\n";
  }
  return out + (code ? "```\n" : "");
}

} // namespace nova
