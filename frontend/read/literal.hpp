// The values of literals: numerals, characters and strings as they are spelled. A value that can't be is
// reported and replaced by one that can, so that reading goes on.
#pragma once
#include "frontend/diagnostics/diagnostic.hpp"
#include "frontend/read/datum.hpp"

namespace nova {

/// Fills in integer, element and suffixed of an Integer datum from its spelling (`text`). E0107 out of range.
void decode_integer(Datum& d, Diagnostics& out);

/// Fills in floating, element and suffixed of a Floating datum: rounded once, from decimal to the type that
/// the suffix names. E0108 too large.
void decode_floating(Datum& d, Diagnostics& out);

/// The byte of a character spelled `#\...`. E0112 an escape that is no byte, else as report_bad_character.
int64_t decode_character(std::string_view spelling, Span span, Diagnostics& out);

/// E0110 a character of several bytes, E0109 no character at all.
void report_bad_character(std::string_view spelling, Span span, Diagnostics& out);

/// The bytes of a string spelled with its quotes. E0111 no such escape, E0112 an escape that is no byte.
std::string decode_string(std::string_view spelling, Span span, Diagnostics& out);

/// What is wrong with a numeral that is none: a help, or nothing.
std::string explain_numeral(std::string_view spelling);

/// A character as it is written in source.
std::string character_name(unsigned char byte);

} // namespace nova
