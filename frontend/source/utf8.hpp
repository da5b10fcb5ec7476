// UTF-8: encodes, decodes and validates text, and escapes text for a terminal. Text is called inert if it has no
// characters that control a terminal.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace nova {

/// One code point of a text, or one byte that is not UTF-8. For such a byte, `valid` is false and `value` is the
/// byte.
struct CodePoint {
  char32_t value = 0;
  uint32_t length = 1; ///< how many bytes of the text it takes, at least 1
  bool valid = true;
};

/// Decodes the code point at offset `at`, which must lie inside of the text. Overlong encodings and surrogates are
/// invalid.
CodePoint decode_utf8(std::string_view text, size_t at);

/// Returns the bytes of a code point.
std::string encode_utf8(char32_t c);

/// Returns the offset of the first byte at or after `from` that starts no valid code point, or npos.
size_t find_invalid_utf8(std::string_view text, size_t from = 0);

/// Whether each byte is a printable character of ASCII, as in nearly all of a program.
bool is_printable_ascii(std::string_view text);
/// Whether the text holds an invisible character: a control character, one of zero width, or one that changes the
/// direction of text.
bool has_invisible(std::string_view text);

/// Returns how many columns a code point takes on a terminal: 0 (combining), 1, or 2 (East Asian wide, emoji).
int display_width(char32_t c);

/// Returns a code point as text that is safe on a terminal. That is `bytes`, the code point's own bytes, or a visible
/// escape (\n, \x1b, \u202e) if it is a control character, changes the direction of text, or is not UTF-8.
std::string inert(CodePoint c, std::string_view bytes);

/// Returns the text with each of its code points made safe by the function above. Newlines are escaped, too.
std::string inert(std::string_view text);

/// Returns a text of at most `limit` bytes unchanged. For a longer text, returns its beginning of at most `limit`
/// bytes, cut between code points, followed by "...".
std::string shorten(std::string_view text, size_t limit = 60);
/// Like shorten, but cuts a long text at the last blank before the limit, if there is one.
std::string shorten_at_blank(std::string_view text, size_t limit);

} // namespace nova
