// Tokens that read as nothing, and bytes that are no UTF-8: an error each.
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Reports bytes that are no UTF-8, in comments and strings too: a file is UTF-8 or it is not.
void check_utf8(ReadState& s);
/// Reports a blank of Unicode inside of a word, if one is there: pages and word processors have such blanks.
/// Returns whether the word was taken so.
bool take_other_blank(ReadState& s, Token t);
/// A string or comment without an end: `code` at its first `length` bytes. Nothing is read behind it.
void never_closed(ReadState& s, const char* code, Token t, uint32_t length);
void bad_numeral(ReadState& s, Token t);
void bad_character(ReadState& s, Token t);
void bad_hash(ReadState& s, Token t);
/// Whether a list or vector begins at byte `at`.
bool quotes_list(const ReadState& s, uint32_t at);
/// Reports a quoted list and leaves it out: it would only raise further errors.
void quoted_list(ReadState& s, Token t);
void bad_quote(ReadState& s, Token t);
void bad_projection(ReadState& s, Token t);
void control_bytes(ReadState& s, Token t);

} // namespace nova
