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

} // namespace nova
