// The call around a place in a text that is still being typed, and help on its arguments.
#pragma once
#include "repl/complete/complete.hpp"

namespace nova {

/// A call around a byte: its function's token, and how many arguments end before the byte.
struct OpenCall {
  Token function;
  uint32_t complete = 0;
};

/// Returns the innermost call around a byte whose function is a name. Its bracket may still be open.
std::optional<OpenCall> call_around(std::string_view text, size_t byte);

/// Returns the ranges of a function's argument types in the text of its type, which begins at `from`.
std::vector<std::pair<uint32_t, uint32_t>> argument_types(std::string_view label, size_t from);

/// Returns "name : type" of a function or a constant, or how a form or a macro is used; "" for other names. Must be called
/// in run_on_big_stack.
std::string usage_of(Frontend& f, const std::string& name);

/// Returns a line on the call around the cursor: its function's type, and the type of the argument that stands there; or
/// how the form is written. Returns "" outside of calls of known names. Of a line that is longer than `columns`, the middle
/// is left out. Must be called in run_on_big_stack.
std::string argument_help(NamesInSight& names, std::string_view text, size_t cursor, size_t columns);

} // namespace nova
