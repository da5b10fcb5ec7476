// How much stack is left. Every walk over nested data asks before it goes down one level, so that depth ends in an
// error (E0602) and never in a crash.
#pragma once
#include "frontend/source/big_stack.hpp"
#include <cstdint>

namespace nova {

struct StackGuard {
  /// Is the current thread's stack nearly used up? One comparison.
  static bool exhausted() { return stack_address() < stack_limit(); }
};

/// Patterns and written types are copied and freed by plain recursion, also where the stack is small: they nest less.
inline constexpr uint32_t max_pattern_depth = 4096;

} // namespace nova
