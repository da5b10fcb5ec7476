// Tests whether the call stack is nearly used up. Each recursive function over nested data makes this test before it
// calls itself, so that too deep nesting is reported as the error E0602 and never crashes.
#pragma once
#include "frontend/source/big_stack.hpp"
#include <cstdint>

namespace nova {

struct StackGuard {
  /// Whether the current stack is nearly used up. Costs one comparison.
  static bool exhausted() { return stack_address() < stack_limit(); }
};

/// The deepest nesting of patterns and written types. The limit is low, since the functions that copy and free them
/// recurse without a test of the stack, and also run on small stacks.
inline constexpr uint32_t max_pattern_depth = 4096;

} // namespace nova
