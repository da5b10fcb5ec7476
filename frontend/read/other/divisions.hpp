// Quotients and remainders of other languages. Nova's `/` of ints rounds to zero and its `%` has the sign of the first
// operand, as in C; those of Python and its like round down.
#pragma once
#include "frontend/read/other/form_texts.hpp"
#include <vector>

namespace nova {

/// Returns the help with floor-mod for %, if the line's language is one whose % has the sign of the second operand, and
/// with doubles for operands of /, if its quotients have fractions.
std::string with_floors(std::string_view help, std::string_view line);

/// Returns further helps for a line whose language is open: what %, / and the + of vectors mean elsewhere.
std::vector<std::string> notes_on_operators(std::string_view help, std::string_view line,
                                            const ShapeOf& names);

/// Returns the operand as a double: 7.0 for 7, (to_double x) for x.
std::string as_double(const std::string& e);

} // namespace nova
