// Expands the prelude. A session's start defines the names of its functions; the first use of one reads and expands it.
#pragma once
#include "frontend/expand/state.hpp"

namespace nova {

/// Expands the prelude's files as one text, so that each can use the others' definitions. Leaves out the functions.
std::vector<Top> expand_prelude_text(ExpanderState& ex, std::span<const FileId> files);
/// If `g` is a function of the prelude that is not expanded yet, reads and expands it. A limit throws its Fault, and
/// leaves the function as it was.
void finish_later(ExpanderState& ex, GlobalId g);

} // namespace nova
