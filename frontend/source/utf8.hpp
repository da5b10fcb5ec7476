// UTF-8 as Nova needs it: source text is checked once, and text that reaches a terminal is made inert.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace nova {

/// One code point of a text. Bytes that are no UTF-8 come one at a time: `valid` is false and `value` the
/// byte.
struct CodePoint {
  char32_t value = 0;
  uint32_t length = 1; ///< bytes, at least 1
  bool valid = true;
};

/// The code point at `at` (which must lie inside the text). Overlong forms and surrogates are not valid.
CodePoint decode_utf8(std::string_view text, size_t at);

/// The first byte at or after `from` that starts no valid code point, or npos.
size_t find_invalid_utf8(std::string_view text, size_t from = 0);

/// Does the text hold a character that can't be seen: a control character or one that steers the direction of
/// text?
bool has_invisible(std::string_view text);

/// Columns a code point takes on a terminal: 0 (combining), 1 or 2 (East Asian wide, emoji).
int display_width(char32_t c);

/// The code point as a terminal may see it: itself, or a visible escape (\n, \x1b, \u202e) where it is a
/// control character, steers the direction of text, or is no UTF-8.
std::string inert(CodePoint c, std::string_view bytes);

/// A whole text made inert.
std::string inert(std::string_view text);

/// The first `limit` bytes of a long text (cut between code points) and "..."; a short text as it is.
std::string shorten(std::string_view text, size_t limit = 60);
/// The same, cut behind a word where there is one.
std::string shorten_at_blank(std::string_view text, size_t limit);

} // namespace nova
