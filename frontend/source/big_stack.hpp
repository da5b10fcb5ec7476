// Runs code on a call stack of 512 MiB, and finds the limit of the current stack. Deep programs need a deep stack:
// expanding, checking and evaluating them is recursive. The system commits pages of the stack only when they are
// touched. Recursive code compares its stack address with the limit, so that depth is an error and never a crash.
#pragma once
#include <cstddef>
#include <functional>

namespace nova {

#ifdef NOVA_ADDRESS_SANITIZER
/// Smaller than otherwise: after a throw, AddressSanitizer cleans up stacks of at most 64 MiB.
inline constexpr size_t big_stack_bytes = size_t{60} << 20;
#else
inline constexpr size_t big_stack_bytes = size_t{512} << 20;
#endif

/// Runs `f` on the thread's big stack and returns when `f` returns. If the caller is on that stack already, just
/// calls `f`. Exceptions that `f` throws reach the caller.
void run_on_big_stack(const std::function<void()>& f);

/// Tells AddressSanitizer that the `bytes` of a stack from `low` on hold no frames any more. Called
/// before the stack's memory is released, since the last frame on it never returned. Does nothing in
/// builds without AddressSanitizer.
void forget_frames(const void* low, size_t bytes);

/// Returns the lowest stack address that recursive code may use: below it lies a reserve for library calls. Outside
/// of run_on_big_stack, this is the limit of the thread's own stack.
const char* stack_limit();

/// Returns the address of the caller's stack frame, for a comparison with stack_limit().
inline const char* stack_address() { return static_cast<const char*>(__builtin_frame_address(0)); }

} // namespace nova
