// Reads what stands in braces. Nova has no braces; other languages write records, dictionaries, sets and blocks with
// them. One error tells of the whole, up to the brace that closes it, and shows the form that is meant.
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Returns the offset behind the string that begins at `at`, or the end of the text.
size_t end_of_string(std::string_view text, size_t at);
/// Returns the offset behind the text in braces that begins at `begin`. If its brace is never closed, this is the end
/// of the line. Strings are skipped.
size_t end_of_braces(std::string_view text, size_t begin);
/// Returns a help text for `braces`, a text that begins with a brace: a record, a vector or a sequence of forms, with
/// the names and values of the text.
std::string help_with_braces(std::string_view braces);
/// If the word `t` begins with a brace, reports the text in braces (E0129), adds nil in its place, and moves the lexer
/// behind it. Returns whether that was so.
bool take_braces(ReadState& s, Token t, Lexer& lexer);

} // namespace nova
