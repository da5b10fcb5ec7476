// Runs code on a call stack of 512 MiB, and finds the limit of the current stack. Deeply nested programs need a large
// stack: expanding, checking and evaluating them is recursive. The system commits pages of the stack only when they
// are touched. Recursive code compares its stack address with the limit, so that too deep nesting is reported as an
// error and never crashes.
#pragma once
#include <cstddef>
#include <functional>

namespace nova {

#ifdef NOVA_ADDRESS_SANITIZER
/// The size of the big stack. It is smaller than otherwise, since after a throw AddressSanitizer cleans up stacks of
/// at most 64 MiB.
inline constexpr size_t big_stack_bytes = size_t{60} << 20;
#else
inline constexpr size_t big_stack_bytes = size_t{512} << 20;
#endif

/// Runs `f` on the thread's big stack and returns when `f` returns. If the caller runs on that stack already, calls
/// `f` directly. Exceptions that `f` throws reach the caller.
void run_on_big_stack(const std::function<void()>& f);

/// Tells AddressSanitizer that the memory of a stack, `bytes` bytes from address `low` on, holds no stack frames any
/// more. Called before this memory is released, since the last frame on the stack never returned. Does nothing in
/// builds without AddressSanitizer.
void forget_frames(const void* low, size_t bytes);

/// Returns the lowest address of the current stack that recursive code may use. Below it lies a reserve for library
/// calls. The current stack is the big stack inside of run_on_big_stack, otherwise the thread's own.
const char* stack_limit();

/// Returns the address of the caller's stack frame, for a comparison with stack_limit().
inline const char* stack_address() { return static_cast<const char*>(__builtin_frame_address(0)); }

} // namespace nova
