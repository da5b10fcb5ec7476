// The words of a text in another language.
#include "frontend/read/other/expressions.hpp"
#include <algorithm>
#include <span>

namespace nova {
namespace {

/// The signs of more than one character, the longest first.
constexpr std::string_view long_signs[] = {
    "%in%", "%>%", "<$>",    ">>=",    "<<=",    "<<-",    "%/%",    "%*%",    "%o%",    "%%",    "===",
    "!==",  "...", "//=",    "**=",    "%=",     "|=",     "&=",     "**",     "==",     "!=",    "/=",
    "~=",   "<=",  ">=",     "+=",     "-=",     "*=",     ":=",     "&&",     "||",     "->",    "=>",
    "<-",   "++",  "--",     "//",     "::",     "..",     "<>",     "<<",     ">>",     "|>",    "!!",
    ".=",   "=:",  "\u2208", "\u22c5", "\u2264", "\u2265", "\u2260", "\u00d7", "\u00f7", "\u2190"};

/// Returns the size of the name that begins the text. A dot belongs to it between letters.
size_t name_size(std::string_view text, bool dashes) {
  size_t at = 1;
  const auto joins = [&](char c) { return at + 1 < text.size() && text[at] == c && is_letter(text[at + 1]); };
  const auto joins_words = [&] { // word-count is a name, n-1 and x-y are differences
    return at > 1 && joins('-') && at + 2 < text.size() && is_letter(text[at + 2]);
  };
  const auto at_sign = [&] { // the arrow of v\u21901
    return text[at] & 0x80 && std::ranges::any_of(long_signs, [&](auto sign) {
             return sign[0] & 0x80 && text.substr(at).starts_with(sign);
           });
  };
  const bool may_quote = std::string_view("bfru").find(text[0]) != std::string_view::npos; // f'x is {x}'
  const auto prime = [&] { // pow' x = .., but not A' * b
    const size_t next = text.find_first_not_of(' ', at + 1);
    return !dashes && !(at == 1 && may_quote) && text[at] == '\'' && at + 1 < text.size() &&
           text[at + 1] == ' ' && next != text.npos &&
           (is_letter(text[next]) || is_digit(text[next]) ||
            std::string_view("=:([").find(text[next]) != text.npos);
  };
  while (at < text.size() && !at_sign() &&
         (is_letter(text[at]) || is_digit(text[at]) || joins('.') || prime() || (dashes && joins('-')) ||
          joins_words() ||
          ((text[at] == '?' || text[at] == '!') &&
           ((dashes && at + 1 == text.size()) || (at + 1 < text.size() && text[at + 1] == '(')))))
    ++at;
  return at;
}

size_t numeral_size(std::string_view text) {
  size_t at = 1;
  while (at < text.size() && (is_digit(text[at]) || std::isalpha(static_cast<unsigned char>(text[at])) ||
                              (text[at] == '_' && at + 1 < text.size() && is_digit(text[at + 1])) ||
                              (text[at] == '.' && !text.substr(at).starts_with("..") && text[at - 1] != '.')))
    ++at;
  return at;
}

/// Returns the size of the string that begins the text, with its quotes; 0 if it is never closed.
size_t string_size(std::string_view text) {
  for (size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == text[0])
      return at + 1;
  }
  return 0;
}

OtherWord next_word(std::string_view text, bool dashes) {
  for (const std::string_view sign : long_signs)
    if (text.starts_with(sign)) return {OtherWord::Sign, text.substr(0, sign.size())};
  if (is_letter(text[0])) return {OtherWord::Name, text.substr(0, name_size(text, dashes))};
  const bool point = text[0] == '.' && text.size() > 1 && is_digit(text[1]);
  if (is_digit(text[0]) || point) return {OtherWord::Numeral, text.substr(0, numeral_size(text))};
  if (text[0] == '"' || text[0] == '\'') return {OtherWord::String, text.substr(0, string_size(text))};
  if (const size_t close = text[0] == '`' ? text.find('`', 1) : text.npos; // `x is ${x}` of JavaScript
      close != text.npos && text.substr(0, close).find_first_of(" $") != text.npos)
    return {OtherWord::String, text.substr(0, close + 1)};
  return {OtherWord::Sign, text.substr(0, 1)};
}

/// Whether the text begins with the sign of a transpose, as in A' * b: it touches a name, and an operator follows.
bool is_prime(std::span<const OtherWord> before, std::string_view text) {
  const size_t next = text.find_first_not_of(' ', 1);
  return text[0] == '\'' && !before.empty() && before.back().kind == OtherWord::Name &&
         before.back().text.data() + before.back().text.size() == text.data() &&
         (next == text.npos || text[next] == ';' ? before.size() == 1 || before[before.size() - 2].text == "="
                                                 : std::string_view("*+-/\\)").find(text[next]) != text.npos);
}

} // namespace

std::optional<std::vector<OtherWord>> other_words(std::string_view text, bool dashes) {
  std::vector<OtherWord> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
    if (text.empty()) return words;
    const OtherWord word =
        is_prime(words, text) ? OtherWord{OtherWord::Sign, text.substr(0, 1)} : next_word(text, dashes);
    if (word.kind == OtherWord::End || word.text.empty()) return {};
    words.push_back(word);
    text.remove_prefix(word.text.size());
  }
}

} // namespace nova
