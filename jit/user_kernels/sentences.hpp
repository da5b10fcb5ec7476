// Tells a mistake in a sentence.
#pragma once
#include "jit/user_kernels/launch.hpp"

namespace nova::plan {

/// Describes a mistake of a launch with this grid, in a text of this name. `lines`: whether the lines are looked up.
KernelFault described(const FoundMistake& m, const KernelMachine::Grid& grid, const std::string& shown,
                      bool lines);
/// Tells that a lane took a value from a lane outside of its mask, which may explain a wrong result.
std::string doubt_sentence(const FoundMistake& m, const KernelMachine::Grid& grid, const std::string& shown);

} // namespace nova::plan
