// How much stack is left. Every walk over nested data asks before it goes down one level, so that depth ends
// in an error (E0602) and never in a crash. Phases run on a thread with a large stack; the limit is read from
// the thread itself, so the same check serves any thread.
#pragma once

namespace nova {

class StackGuard {
 public:
  /// Is the current thread's stack nearly used up? A comparison, after the first call on a thread.
  static bool exhausted() {
    if (!limit_) limit_ = find_limit();
    return static_cast<const char*>(__builtin_frame_address(0)) < limit_;
  }

 private:
  /// The lowest address a walk may reach: the stack's end plus a reserve for what runs below the last check.
  static const char* find_limit();
  static inline thread_local const char* limit_ = nullptr;
};

} // namespace nova
