// Damage: how far reading errors spoilt each top-level datum.
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Marks top-level data with errors in them, and their items: a module's are forms of their own.
void mark_damage(ReadState& s);

} // namespace nova
