// Malformed tokens, and bytes that are not UTF-8: each function reports an error. Some add nil in place of a datum.
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Reports bytes that are not UTF-8, also in comments and strings.
void check_utf8(ReadState& s);
/// If the word `t` contains a Unicode blank, as text from web pages and word processors does, reports it and adds nil
/// in place of the word. Returns whether it did.
bool take_other_blank(ReadState& s, Token t);
/// Reports `code` at the first `length` bytes of a string or block comment that is never closed, and ends reading.
void never_closed(ReadState& s, const char* code, Token t, uint32_t length);
void bad_numeral(ReadState& s, Token t);
void bad_character(ReadState& s, Token t);
void bad_hash(ReadState& s, Token t);
/// Whether a list or vector begins at byte `at`.
bool quotes_list(const ReadState& s, uint32_t at);
/// Reports the quote `t` before a list or vector. Drops the list, which would only raise further errors.
void quoted_list(ReadState& s, Token t);
void bad_quote(ReadState& s, Token t);
void bad_projection(ReadState& s, Token t);
void control_bytes(ReadState& s, Token t);

} // namespace nova
