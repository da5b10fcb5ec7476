// The shape of a reduction is decided on the typed core, once, so that no later pass can change it
// (language.md 6).
#pragma once
#include "frontend/core/core.hpp"

namespace nova {

/// Is it one of + * min max & | ^ and or?
bool commutes(BuiltinId operation);

/// Is the operator known to commute, so that `reduce` may take the lane shape: a built-in + * min max & | ^
/// and or, its eta-expansion, or a function of tuples that applies such by components?
bool commutes(const Core& operation);

} // namespace nova
