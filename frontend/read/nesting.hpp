// Builds nested data from tokens: brackets, separators, postfix tokens (`.2` and `!`), and datum comments (`#;`).
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Adds a datum to the items of the innermost open bracket. If `v!` stands before it, replaces v by the index datum
/// `v!d` instead. A postfix token may still extend the datum.
void add(ReadState& s, const Datum* d);
/// Adds a datum of the kind `kind` for the token `t`, with `value` as its `integer`.
void add_value(ReadState& s, DatumKind kind, Token t, int64_t value);
/// Adds nil in place of a malformed or missing datum at `t`, so that no further errors follow.
void add_nothing(ReadState& s, Token t);

/// Replaces the last datum e by the projection `e.2`; `t` is the token `.2`.
void take_projection(ReadState& s, Token t);
void take_field(ReadState& s, Token t);
/// Takes the `!` of `v!i`, where v is the last datum: the next datum becomes the index.
void take_index(ReadState& s, Token t);

void open_bracket(ReadState& s, Token t);
void close_bracket(ReadState& s, Token t);
/// Closes the innermost bracket at byte `end`, where the text has no closing bracket. Does not report that a datum is
/// missing inside of it, since that may only be a consequence of the missing bracket.
void abandon_frame(ReadState& s, uint32_t end);

void take_comma(ReadState& s, Token t);
/// Takes the `|` at byte `bar`, which ends the head or a branch of a comprehension.
void take_bar(ReadState& s, uint32_t bar);

/// Takes the `..` or `..<` of a range.
void take_range(ReadState& s, Token t);
/// Takes a `#;`, or another token `t` that makes the reader drop the next datum.
void take_datum_comment(ReadState& s, Token t);
/// Completes the last datum, once it is known that no postfix token follows it. Drops the datum if a `#;` stands
/// before it. Reports a `!` without an index.
void settle(ReadState& s);
/// Reports a `#;` that no datum follows.
void check_comments(ReadState& s);

} // namespace nova
