// Calls of functions that Lisps, Haskell and others have and Nova has not, in Nova with the user's own arguments.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// If the last error says that the head of a call is an unknown name, and another language has a function of that name,
/// adds the call that Nova has for it to the help: (foldr f i xs), (car xs).
[[gnu::noinline]] void help_with_other_call(ExpanderState& ex, Data items);

/// Where a form has several names of other Lisps, puts one error in place of theirs, whose help has the whole form.
void join_other_calls(Frontend& f, std::span<const Datum* const> data);

/// Adds helps to errors of unknown names that begin a line with more behind it, as a call of Haskell does: zip3 xs ys zs.
void help_with_bare_calls(Frontend& f, std::span<const Datum* const> data);

} // namespace nova
