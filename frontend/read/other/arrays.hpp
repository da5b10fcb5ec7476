// Array expressions of APL as Nova writes them. A part of definitions.hpp.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// Returns the value of an expression of APL, as `+/2×⍳5`, in Nova; nothing if something in it is not understood.
std::optional<std::string> nova_array(std::string_view text);

/// Returns the function that braces, or three functions in a row as `+/÷≢`, make; nothing for others.
std::optional<std::string> nova_array_function(std::string_view text);

/// Whether the text has a sign of APL outside of texts and comments.
bool has_array_sign(std::string_view text);

/// Returns the expression of a line of APL's or J's without glyphs: x,4, 3|10, 1 0 1/1 2 3, *: 3; nothing for others.
std::optional<std::string> plain_array(std::string_view line);

/// Returns the elements that a comparison in brackets chooses, (x > 3)/x; nothing for others.
std::optional<std::string> masked_array(std::string_view line);

} // namespace nova
