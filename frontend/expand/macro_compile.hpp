// One clause of a macro's definition, compiled.
#pragma once
#include "frontend/expand/macro.hpp"

namespace nova {

struct MacroLiteral {
  Symbol written{}, meant{}; ///< as it stands in the patterns; its alias at the macro's site
};

/// Fills `out`, a clause of the macro `name`. Errors are reported; false if there were any.
bool compile_clause(Frontend& f, Names& names, const Words& words, Symbol name,
                    std::span<const MacroLiteral> literals, const Datum& pattern, const Datum& body,
                    Macro::Clause& out);

} // namespace nova
