// Writes expressions of other languages as Nova's: `x * 2 + 1` as (+ (* x 2) 1), `f(x, y)` as (f x y), `xs[1:3]` as
// (slice 1 1 3 xs). The help texts of errors show the result, so it may be a guess.
#pragma once
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nova {

/// A word of an expression: a name, a numeral, a string, a bracket or an operator.
struct OtherWord {
  enum Kind : uint8_t { End, Name, Numeral, String, Sign } kind = End;
  std::string_view text;
};

/// Returns the words of an expression of another language. `dashes`: whether a dash between letters belongs to a name,
/// as in Lisps. Returns nothing if the text has a string that is never closed.
std::optional<std::vector<OtherWord>> other_words(std::string_view text, bool dashes = false);

/// Whether a character may begin a name, and whether it is a digit.
inline bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether nova_expression writes a call of the function `name` with the name that Nova has for it.
bool is_translated(std::string_view name);

/// Returns an expression of another language as Nova writes it; nothing if it is none that is understood. `forms`:
/// whether it joins forms of Nova by operators, as `(f x) * word-count` does.
std::optional<std::string> nova_expression(std::string_view text, bool forms = false);

/// Returns the elements of Julia's `@. e`, whose operators and functions take each element of its one vector; nothing if
/// it has several names.
std::optional<std::string> dotted_expression(std::string_view text);

} // namespace nova
