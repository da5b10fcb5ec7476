// Missing closers: where a bracket should have been closed, by the indentation of the lines behind it.
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Notes the start of the token's line, and the first bracket that the indentation says should have been closed
/// by now. `previous_end` is the end of the token before.
void note_layout(ReadState& s, Token t, uint32_t previous_end);
/// Whether the token begins a definition at the column of an open form, where a bracket is known to be missing.
bool ends_open_form(const ReadState& s, Token t);
/// Reports the missing closer and ends the open form at byte `end`.
void close_open_form(ReadState& s, uint32_t end);
/// Ends all brackets at the text's end; those that are open are reported.
void finish(ReadState& s);

} // namespace nova
