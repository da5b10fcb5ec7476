// Compiles one clause of a macro's definition: its pattern and its template.
#pragma once
#include "frontend/expand/macro.hpp"

namespace nova {

struct MacroLiteral {
  /// The symbol in the patterns, and its alias, which is resolved at the macro's site.
  Symbol written{}, meant{};
};

/// Compiles a clause of the macro `name` into `out`; `body` is its template. Returns false if there were errors,
/// which are reported.
bool compile_clause(Frontend& f, Names& names, const Words& words, Symbol name,
                    std::span<const MacroLiteral> literals, const Datum& pattern, const Datum& body,
                    Macro::Clause& out);

} // namespace nova
