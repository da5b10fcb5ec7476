// Reports malformed tokens, and bytes that are not UTF-8. Some of the functions add nil in place of the malformed
// datum.
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Reports bytes of the text that are not UTF-8, in comments and strings too. Reports at most ten errors.
void check_utf8(ReadState& s);
/// If the word `t` contains a Unicode space that does not separate words in Nova (for example, a no-break space from
/// a web page), reports that and adds nil in place of the word. Returns whether there was such a space.
bool take_other_blank(ReadState& s, Token t);
/// Reports `code` for the string or block comment `t`, which is never closed, at its first `length` bytes. Ends
/// reading.
void never_closed(ReadState& s, const char* code, Token t, uint32_t length);
void bad_numeral(ReadState& s, Token t);
void bad_character(ReadState& s, Token t);
void bad_hash(ReadState& s, Token t);
/// Whether a list or vector begins at byte `at`.
bool quotes_list(const ReadState& s, uint32_t at);
/// Reports the quote `t` before a list or vector. The list or vector is dropped, since it would only raise further
/// errors.
void quoted_list(ReadState& s, Token t);
void bad_quote(ReadState& s, Token t);
void bad_projection(ReadState& s, Token t);
void control_bytes(ReadState& s, Token t);

} // namespace nova
