// Brackets, separators, what touches a datum behind, datum comments: how tokens nest.
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Adds a datum that is complete but for what may touch it behind.
void add(ReadState& s, const Datum* d);
/// Adds a datum of the token, with a value that fits an integer.
void add_value(ReadState& s, DatumKind kind, Token t, int64_t value);
/// Adds a datum in place of what reads as nothing, so that no error follows from an error.
void add_nothing(ReadState& s, Token t);

/// `e.2`, where e is the last datum.
void take_projection(ReadState& s, Token t);
/// The `!` of `v!i`, where v is the last datum.
void take_index(ReadState& s, Token t);

void open_bracket(ReadState& s, Token t);
void close_bracket(ReadState& s, Token t);
/// Closes a bracket that the text leaves open: what else is wrong with it follows from that.
void abandon_frame(ReadState& s, uint32_t end);

void take_comma(ReadState& s, Token t);
/// A `|` at byte `bar`.
void take_bar(ReadState& s, uint32_t bar);

/// A `#;`, or what leaves the next datum out as one does.
void take_datum_comment(ReadState& s, Token t);
/// Nothing touches the last datum behind: drops it if a `#;` waits for it.
void settle(ReadState& s);
/// Reports a `#;` without a datum.
void check_comments(ReadState& s);

} // namespace nova
