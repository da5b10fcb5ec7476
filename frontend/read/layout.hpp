// Handles missing closing brackets: finds by the indentation of later lines where a bracket should have been closed.
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Updates `s.layout` for the token `t`: records where the token's line starts. If the indentation of that line shows
/// that a bracket should have been closed before `t`, records the bracket, unless an earlier one is recorded.
/// `previous_end` is the offset at which the token before `t` ends.
void note_layout(ReadState& s, Token t, uint32_t previous_end);
/// Whether `t` begins a definition in the column where an open form began, so that the open form should be closed.
/// Always false in the first reading of a text. A text is read a second time only if the first reading found a
/// bracket that is never closed.
bool ends_open_form(const ReadState& s, Token t);
/// Reports a missing closing bracket and closes the open form and all brackets in it, at byte `end`.
void close_open_form(ReadState& s, uint32_t end);
/// Closes all open brackets at the text's end. If there are any, reports a missing closing bracket.
void finish(ReadState& s);

} // namespace nova
