// Bodies of functions in other languages as one expression: returns, conditions and assignments of local names.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace nova {

/// Returns the expression of a body of several statements, in lines that are indented or in braces; nothing if there is
/// a loop, an assignment to what is no new name, or what is not understood. `sets`: whether its last statements may be
/// assignments, as in a condition that is no function's body.
std::optional<std::string> nova_body(std::string_view body, bool sets = false);

} // namespace nova
