// Warnings after a text has run: on stale uses of redefined names, and on calls without parentheses.
#pragma once
#include "repl/session/stale_uses.hpp"
#include <span>

namespace nova {

/// Returns the names as a list in words: `a`, `b` and `c`.
std::string list_of(std::span<const std::string> names);
/// Warns of definitions that use an older meaning of the names in `defined`.
void warn_of_stale_uses(Frontend& f, StaleUses& uses, std::span<const GlobalId> defined);
/// Warns of definitions whose types contain an older type with a name in `declared`.
void warn_of_older_types(Frontend& f, StaleUses& uses, std::span<const TypeDeclId> declared);
/// Warns of a line such as `sum [1 2]`, which is two forms but would check as the call (sum [1 2]). Requires that all
/// diagnostics have been reported.
void warn_of_bare_calls(Frontend& f, std::span<const Datum* const> data);
/// Reports that `:type` got several forms, as in `:type sum [1 2]`, and suggests the call (sum [1 2]). Requires that
/// all diagnostics have been reported.
void report_several(Frontend& f, std::span<const Datum* const> data);

/// Warns (W0312) if the form, the last one of a program, is a call with too few arguments, whose value is a function.
void warn_of_waiting(Frontend& f, const CoreTop& form);

} // namespace nova
