// Decides the shape of a reduction: in order, or in lanes, for which the operator must commute (language.md 6). It is
// decided once, on typed Core, so that no later pass can change it.
#pragma once
#include "frontend/core/core.hpp"

namespace nova {

/// Whether the built-in is one of + * min max & | ^ and or.
bool commutes(BuiltinId operation);

/// Whether the operator is known to commute, so that `reduce` may take the lane shape. Known are the built-ins + *
/// min max & | ^ and or, their eta-expansions, and functions of tuples that apply them component by component.
bool commutes(const Core& operation);

} // namespace nova
