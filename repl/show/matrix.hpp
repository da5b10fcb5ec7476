// Matrices with their columns below each other, and large ones by their corners.
#pragma once
#include "repl/session/session.hpp"

namespace nova {

/// Returns a matrix of numbers with a line for each row. Rows and columns that have no room in `columns` characters are
/// left out in the middle. Returns nothing for another value, or if not even its corners have room.
std::optional<std::string> matrix_text(Session& session, const Outcome& o, size_t columns);

} // namespace nova
