#include "repl/editor/outline.hpp"
#include "frontend/source/utf8.hpp"
#include <algorithm>

namespace nova::editor {

Outline::Outline(std::string_view text) {
  Lexer lexer(text);
  std::vector<uint32_t> open;
  const auto in_vector = [&] { return !open.empty() && text[tokens[open.back()].begin] == '['; };
  for (Token t = lexer.next(); t.kind != TokenKind::End; t = lexer.next(in_vector())) {
    const auto index = static_cast<uint32_t>(tokens.size());
    const bool closes = t.kind == TokenKind::Close && !open.empty() &&
                        (text[tokens[open.back()].begin] == '(') == (text[t.begin] == ')');
    partner.push_back(closes ? open.back() : no_token);
    if (closes) partner[open.back()] = index, open.pop_back();
    inside.push_back(open.empty() ? no_token : open.back());
    tokens.push_back(t);
    if (t.kind == TokenKind::Open) open.push_back(index);
  }
}

uint32_t Outline::token_after(size_t byte) const {
  const auto it = std::ranges::partition_point(tokens, [&](const Token& t) { return t.end <= byte; });
  return it == tokens.end() ? no_token : static_cast<uint32_t>(it - tokens.begin());
}

uint32_t Outline::open_at(size_t byte) const {
  const auto it = std::ranges::partition_point(tokens, [&](const Token& t) { return t.begin < byte; });
  if (it == tokens.begin()) return no_token;
  const auto last = static_cast<uint32_t>(it - tokens.begin()) - 1;
  if (tokens[last].kind == TokenKind::Open) return last;
  return inside[last];
}

// ---- characters, words, lines ----

namespace {

bool is_combining(std::string_view text, size_t at) {
  const CodePoint c = decode_utf8(text, at);
  return c.valid && c.value >= 0x300 && display_width(c.value) == 0;
}

/// Returns the offset of the code point that ends at `at`.
size_t previous_code_point(std::string_view text, size_t at) {
  for (size_t length = 1; length <= std::min<size_t>(at, 4); ++length) {
    const CodePoint c = decode_utf8(text.substr(0, at), at - length);
    if (c.length == length && (c.valid || length == 1)) {
      if (c.valid) return at - length;
      if (length == 1 && (static_cast<unsigned char>(text[at - 1]) & 0xC0) != 0x80) return at - 1;
    }
  }
  return at - 1; // a byte that is not valid UTF-8
}

bool is_word(std::string_view text, size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  return c >= 0x80 || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

} // namespace

size_t next_character(std::string_view text, size_t at) {
  if (at >= text.size()) return text.size();
  at += decode_utf8(text, at).length;
  while (at < text.size() && is_combining(text, at)) at += decode_utf8(text, at).length;
  return at;
}

size_t previous_character(std::string_view text, size_t at) {
  if (at == 0) return 0;
  at = previous_code_point(text, at);
  while (at > 0 && is_combining(text, at)) at = previous_code_point(text, at);
  return at;
}

size_t next_word(std::string_view text, size_t at) {
  while (at < text.size() && !is_word(text, at)) ++at;
  while (at < text.size() && is_word(text, at)) ++at;
  return at;
}

size_t previous_word(std::string_view text, size_t at) {
  while (at > 0 && !is_word(text, at - 1)) --at;
  while (at > 0 && is_word(text, at - 1)) --at;
  return at;
}

size_t previous_blank(std::string_view text, size_t at) {
  while (at > 0 && is_blank(text[at - 1])) --at;
  while (at > 0 && !is_blank(text[at - 1])) --at;
  return at;
}

size_t line_begin(std::string_view text, size_t at) {
  const size_t newline = at == 0 ? text.npos : text.rfind('\n', at - 1);
  return newline == text.npos ? 0 : newline + 1;
}

size_t line_end(std::string_view text, size_t at) { return std::min(text.find('\n', at), text.size()); }

size_t column_of(std::string_view text, size_t at) {
  size_t column = 0;
  for (size_t i = line_begin(text, at); i < at;) {
    const CodePoint c = decode_utf8(text, i);
    column += static_cast<size_t>(c.valid ? display_width(c.value) : 1);
    i += c.length;
  }
  return column;
}

size_t at_column(std::string_view text, size_t in_line, size_t column) {
  size_t at = line_begin(text, in_line);
  const size_t end = line_end(text, in_line);
  for (size_t seen = 0; at < end;) {
    const CodePoint c = decode_utf8(text, at);
    seen += static_cast<size_t>(c.valid ? display_width(c.value) : 1);
    if (seen > column) break;
    at += c.length;
  }
  return at;
}

// ---- forms ----

size_t next_form(std::string_view text, size_t at) {
  const Outline o(text);
  const uint32_t i = o.token_after(at);
  if (i == no_token) return text.size();
  const Token& t = o.tokens[i];
  if (t.begin < at) return t.end; // inside of a token
  if (t.kind == TokenKind::Close) return at;
  if (t.kind != TokenKind::Open) return t.end;
  return o.partner[i] == no_token ? text.size() : o.tokens[o.partner[i]].end;
}

size_t previous_form(std::string_view text, size_t at) {
  const Outline o(text);
  const auto it = std::ranges::partition_point(o.tokens, [&](const Token& t) { return t.begin < at; });
  if (it == o.tokens.begin()) return 0;
  const auto i = static_cast<uint32_t>(it - o.tokens.begin()) - 1;
  const Token& t = o.tokens[i];
  if (t.kind == TokenKind::Open) return at;
  if (t.kind != TokenKind::Close) return t.begin;
  return o.partner[i] == no_token ? t.begin : o.tokens[o.partner[i]].begin;
}

namespace {

size_t line_of(std::string_view text, size_t at) {
  return 1 + static_cast<size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

/// An entry of the message that `what_is_open` returns: all open brackets of one line together, as in "(( of line 1",
/// or a string or comment that begins in the line and is still open.
struct OpenInLine {
  std::string what;
  size_t line;
};

std::vector<OpenInLine> open_in_lines(std::string_view text, const Outline& o) {
  std::vector<OpenInLine> all;
  const auto add = [&](const Token& t, std::string_view what) {
    const size_t line = line_of(text, t.begin);
    const bool joins = !all.empty() && all.back().line == line && t.kind == TokenKind::Open;
    joins ? void(all.back().what += what) : all.push_back({std::string(what), line});
  };
  for (size_t i = 0; i < o.tokens.size(); ++i) {
    const Token& t = o.tokens[i];
    if (t.kind == TokenKind::Open && o.partner[i] == no_token) add(t, text.substr(t.begin, 1));
    if (t.kind == TokenKind::OpenString) add(t, "the string");
    if (t.kind == TokenKind::OpenComment) add(t, "the comment");
  }
  return all;
}

/// Returns a comment that contains closing brackets, and stands behind code in a line whose brackets stay open.
/// There, `;` was probably written as in another language. Returns an empty text if there is none.
std::string_view suspicious_comment(std::string_view text, const Outline& o) {
  for (size_t i = 0; i < o.tokens.size(); ++i) {
    const size_t begin = o.tokens[i].end,
                 end = std::min<size_t>(line_end(text, begin),
                                        i + 1 < o.tokens.size() ? o.tokens[i + 1].begin : text.size());
    const std::string_view gap = text.substr(begin, end - begin);
    const size_t comment = gap.find(';');
    if (comment == gap.npos || gap.find_first_of(")]", comment) == gap.npos) continue;
    const uint32_t open = o.open_at(begin);
    if (open != no_token && o.partner[open] == no_token && o.tokens[open].begin >= line_begin(text, begin))
      return gap.substr(comment);
  }
  return {};
}

/// Returns the last line that is not blank, without blanks around it, if there is a line before it.
std::string_view last_line(std::string_view text) {
  const size_t end = text.find_last_not_of(" \n"), newline = text.rfind('\n', end);
  if (end == text.npos || newline == text.npos) return {};
  const std::string_view line = text.substr(newline + 1, end - newline);
  return line.substr(line.find_first_not_of(' '));
}

/// Whether a line is what leaves other prompts.
bool leaves_elsewhere(std::string_view line) {
  constexpr std::string_view words[] = {"exit",  "quit", "exit()", "quit()", "exit;",
                                        "quit;", "bye",  "(exit)", "(quit)"};
  return std::ranges::find(words, line) != std::end(words);
}

/// Returns the first word of the last line that is not blank, if it looks like a command, or else an empty text. It
/// is no command, since a command would have been run.
std::string_view command_of_nobody(std::string_view text) {
  std::string_view line = last_line(text);
  line = line.substr(0, line.find(' '));
  const auto letter = [](char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; };
  return line.size() > 1 && line[0] == ':' && std::ranges::all_of(line.substr(1), letter)
             ? line
             : std::string_view();
}

} // namespace

std::string what_is_open(std::string_view text, const std::function<bool(std::string_view)>& is_type) {
  constexpr size_t most = 3, longest = 30;
  const Outline o(text);
  const std::vector<OpenInLine> all = open_in_lines(text, o);
  std::string out;
  for (size_t i = all.size() - std::min(most, all.size()); i < all.size(); ++i)
    out += (out.empty() ? "open: " : ", ") + all[i].what + " of line " + std::to_string(all[i].line);
  if (const std::string_view comment = suspicious_comment(text, o); !comment.empty() && !out.empty())
    out += "; a comment: " + shorten(comment, longest);
  const std::string_view word = command_of_nobody(text), line = last_line(text);
  if (leaves_elsewhere(line) && !out.empty() && !is_in_text(text))
    out += "; " + std::string(line) + " is a part of it: :quit leaves, Ctrl-C gives it up";
  if (!word.empty() && !out.empty() && !is_in_text(text) && !(is_type && is_type(word.substr(1))))
    out += "; " + std::string(word) + " is no command, and so a part of it: Ctrl-C gives it up";
  return out;
}

bool is_in_text(std::string_view text) {
  const Outline o(text);
  return !o.tokens.empty() &&
         (o.tokens.back().kind == TokenKind::OpenString || o.tokens.back().kind == TokenKind::OpenComment);
}

bool is_command_within(std::string_view text, size_t line,
                       const std::function<bool(std::string_view)>& is_command) {
  if (line == 0 || !is_command || is_in_text(text.substr(0, line))) return false;
  const size_t begin = text.find_first_not_of(' ', line);
  return begin != text.npos && text[begin] == ':' && is_command(text.substr(begin));
}

size_t indentation(std::string_view text, size_t at,
                   const std::function<bool(std::string_view)>& is_keyword) {
  if (is_in_text(text.substr(0, at))) return 0;
  const Outline o(text.substr(0, at));
  const uint32_t open = o.open_at(at);
  if (open == no_token) return 0;
  const size_t column = column_of(text, o.tokens[open].begin);
  if (text[o.tokens[open].begin] == '[' || open + 1 == o.tokens.size()) return column + 1;
  const Token& head = o.tokens[open + 1];
  if (head.kind != TokenKind::Symbol) return column + 1;
  if (is_keyword(text.substr(head.begin, head.end - head.begin))) return column + 2;
  const size_t end = line_end(text, head.end);
  const bool has_argument = open + 2 < o.tokens.size() && o.tokens[open + 2].begin < end;
  return has_argument ? column_of(text, o.tokens[open + 2].begin) : column + 2;
}

} // namespace nova::editor
