// Records in each top-level datum how far reading errors affect it (see Damage in datum.hpp).
#pragma once
#include "frontend/read/state.hpp"

namespace nova {

/// Replaces each top-level datum that has errors in it by a copy whose `damage` is set. The data directly in it get a
/// `damage` of their own, since the items of a module are top-level forms too.
void mark_damage(ReadState& s);

} // namespace nova
