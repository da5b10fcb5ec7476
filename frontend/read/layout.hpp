// Missing closing brackets: finds by the indentation of later lines where a bracket should have been closed.
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Updates `s.layout` for the token `t`: the start of its line, and the first bracket that, by the line's
/// indentation, should have been closed before it. `previous_end` is the offset at which the token before `t` ends.
void note_layout(ReadState& s, Token t, uint32_t previous_end);
/// Whether `t` begins a definition in the column of an open form, which should therefore be closed. Tested only in
/// the second reading of a text whose first reading found a missing closing bracket; otherwise false.
bool ends_open_form(const ReadState& s, Token t);
/// Reports the missing closing bracket and ends the open form at byte `end`.
void close_open_form(ReadState& s, uint32_t end);
/// Closes all open brackets at the text's end. If there are any, reports a missing closing bracket.
void finish(ReadState& s);

} // namespace nova
