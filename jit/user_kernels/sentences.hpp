// Tells a mistake in a sentence.
#pragma once
#include "jit/user_kernels/launch.hpp"
#include "jit/user_kernels/text/array_shapes.hpp"

namespace nova::plan {

/// What is known of a launch.
struct LaunchContext {
  const KernelMachine::Grid& grid;
  const std::string& shown; ///< the text's name
  const ArrayShapes& shapes;
  bool lines; ///< whether the lines of code are looked up
};

/// Describes a mistake of the launch.
KernelFault described(const FoundMistake& m, const LaunchContext& launch);
/// Tells that a lane took a value from a lane outside of its mask, which may explain a wrong result.
std::string doubt_sentence(const FoundMistake& m, const LaunchContext& launch);

} // namespace nova::plan
