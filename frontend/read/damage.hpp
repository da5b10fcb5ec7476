// Records in each top-level datum how far reading errors affect it (see Damage in datum.hpp).
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Replaces each top-level datum that has errors in it by a copy with its damage. The data directly in it get their
/// own damage, since the items of a module are top-level forms too.
void mark_damage(ReadState& s);

} // namespace nova
