// Deep programs need a deep stack: reading, expanding, checking and evaluating run on one of 512 MiB, whose
// pages the machine gives as they are touched, and compare addresses with its end, so that depth is an error
// and never a crash.
#pragma once
#include <cstddef>
#include <functional>

namespace nova {

#ifdef NOVA_ADDRESS_SANITIZER
inline constexpr size_t big_stack_bytes = size_t{60} << 20; ///< what AddressSanitizer tidies up after a throw
#else
inline constexpr size_t big_stack_bytes = size_t{512} << 20;
#endif

/// Runs f on a big stack and waits for it; where the caller is on one already, just calls it. Exceptions pass
/// through.
void run_on_big_stack(const std::function<void()>& f);

/// Tells AddressSanitizer that a stack which is given back holds no frames: its last one never returned, and its
/// memory serves something else next.
void forget_frames(const void* low, size_t bytes);

/// The lowest address that code on the current thread may use: below it lies a reserve for library calls. On
/// a thread that is no big stack, the end of the thread's own.
const char* stack_limit();

/// The address of the caller's frame, to compare with stack_limit().
inline const char* stack_address() { return static_cast<const char*>(__builtin_frame_address(0)); }

} // namespace nova
