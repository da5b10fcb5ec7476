// Reads tokens that are data by themselves: symbols, numerals, characters, strings. Each function decodes a token and
// adds the datum to the items of the innermost open bracket.
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

void take_symbol(ReadState& s, Token t);
void take_type_variable(ReadState& s, Token t);
void take_integer(ReadState& s, Token t);
void take_floating(ReadState& s, Token t);
void take_complex(ReadState& s, Token t);
void take_boolean(ReadState& s, Token t);
void take_character(ReadState& s, Token t);
void take_string(ReadState& s, Token t);

} // namespace nova
