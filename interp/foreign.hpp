// Calls of foreign functions (the rule FOREIGN).
#pragma once
#include "interp/machine.hpp"

namespace nova {

/// Calls the foreign function that the Foreign node names, and returns its value. Fails with E0422 if no
/// library is known to have it, and with the Fault of the call or of its linking.
Value call_foreign(Machine& machine, const Core& node, std::span<const Value> arguments);

} // namespace nova
