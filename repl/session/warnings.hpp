// What is warned of when a text has run: names that others keep in an older meaning, calls without parentheses.
#pragma once
#include "repl/session/stale_uses.hpp"
#include <span>

namespace nova {

/// `a`, `b` and `c`.
std::string list_of(std::span<const std::string> names);
/// Warns of definitions that use what a name meant before it was defined anew.
void warn_of_keepers(Frontend& f, StaleUses& uses, std::span<const GlobalId> defined);
/// Warns of those that have to do with the type that a name meant before it was declared anew.
void warn_of_older_types(Frontend& f, StaleUses& uses, std::span<const TypeDeclId> declared);
/// `sum [1 2]` gives two values, as it is written; then the call is told. No diagnostic may wait to be told.
void warn_of_bare_calls(Frontend& f, std::span<const Datum* const> data);
/// `:type sum [1 2]` is an error. No diagnostic may wait to be told.
void report_several(Frontend& f, std::span<const Datum* const> data);

} // namespace nova
