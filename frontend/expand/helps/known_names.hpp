// Helps for lines of other languages (E0130), once it is known what their names stand for.
#pragma once
#include "frontend/state/frontend.hpp"
#include <span>

namespace nova {

/// Changes the helps that are reported with expressions of other languages: operators on known vectors become maps, and
/// quotients and remainders get the meaning that they have there. `data` are the data of the text.
void help_by_known_names(Frontend& f, std::span<const Datum* const> data);

} // namespace nova
