// Tokens that are data: symbols, numerals, characters, strings. Each is decoded and added.
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

void take_symbol(ReadState& s, Token t);
void take_type_variable(ReadState& s, Token t);
void take_integer(ReadState& s, Token t);
void take_floating(ReadState& s, Token t);
void take_boolean(ReadState& s, Token t);
void take_character(ReadState& s, Token t);
void take_string(ReadState& s, Token t);

} // namespace nova
