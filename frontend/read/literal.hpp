// Decodes the spelling of literals: numerals, characters and strings. An invalid literal is reported and gets some
// valid value, so that reading continues.
#pragma once
#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/read/datum.hpp"

namespace nova {

/// Sets `integer`, `element` and `suffixed` of an Integer datum from its spelling, `d.text`. Reports E0107 if the
/// value is out of range. Without suffix, all numbers are in range that an int or a uint64 holds.
void decode_integer(Datum& d, Diagnostics& out);

/// Reports E0107: the Integer datum d is out of range for the type e.
void report_numeral(const Datum& d, Element e, Diagnostics& out);

/// Sets `floating`, `element` and `suffixed` of a Floating datum from its spelling. The decimal is rounded once, to
/// the type that the suffix names. Reports E0108 if the value is too large.
void decode_floating(Datum& d, Diagnostics& out);

/// Returns the byte of a character that is spelled `#\...`. If it is an escape above 255, reports E0112 and returns
/// 0. If it is malformed otherwise, calls report_bad_character and returns 0.
int64_t decode_character(std::string_view spelling, Span span, Diagnostics& out);

/// Reports a malformed character: E0110 if it is one code point of several bytes, otherwise E0109.
void report_bad_character(std::string_view spelling, Span span, Diagnostics& out);

/// Returns the bytes of a string, with escapes decoded; `spelling` includes its quotes. Reports E0111 for an unknown
/// escape and E0112 for a malformed `\x..;` or one above 255.
std::string decode_string(std::string_view spelling, Span span, Diagnostics& out);

/// Returns where byte number `index` of a string is spelled: an offset in `spelling`, which includes the quotes. Of an
/// index behind the last byte, it is that of the quote at the end.
size_t spelled_at(std::string_view spelling, size_t index);

/// Returns a help text that says what is wrong with a malformed numeral.
std::string explain_numeral(std::string_view spelling);

/// Returns the character as it is written in source: `#\a`, `#\newline` or `#\x80;`.
std::string character_name(unsigned char byte);

} // namespace nova
