// Printing of Core expressions for a derivation: in Nova's syntax, without types, cut to a length.
#pragma once
#include "frontend/state/frontend.hpp"
#include <string>

namespace nova {

/// Returns the text cut to at most `most` characters. A text that was cut ends in " ..". Control characters become
/// spaces.
std::string cut_text(std::string text, size_t most);

/// Returns the text of a term of open (polymorphic) or concrete (monomorphic) Core, cut to at most `most` characters.
std::string print_term(const Core& c, const Frontend& f, size_t most);

} // namespace nova
