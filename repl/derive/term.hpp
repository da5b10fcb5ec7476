// Expressions of the core language as a derivation writes them: Nova's own syntax, without types, cut where
// they grow long.
#pragma once
#include "frontend/state/frontend.hpp"
#include <string>

namespace nova {

/// Cuts a text to so many characters, the last of which tell that it was cut. Control characters become
/// spaces.
std::string cut_text(std::string text, size_t most);

/// A term of Core, open or concrete, in at most so many characters.
std::string print_term(const Core& c, const Frontend& f, size_t most);

} // namespace nova
