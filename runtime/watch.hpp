// Cancellation: an interruption, a deadline or the memory limit ends work before its own end.
//
// Evaluation asks its Machine. Other long work (reading, expanding, checking, planning, printing) is done by
// many small functions without a session. They poll, and the watch of their thread answers. On a thread
// without a watch, as a compiler's, a poll does nothing.
#pragma once
#include <cstdint>
#include <functional>

namespace nova {

class Watch {
 public:
  /// While it lives, polls on this thread are answered by `check`, which throws where work is to end, and by the memory
  /// limit. Watches nest: the innermost answers.
  explicit Watch(std::function<void()> check);
  ~Watch();
  Watch(const Watch&) = delete;

  /// Loops and walks call it at each step. Now and then it asks the watch.
  static void poll() {
    if (--steps_left_ == 0) answer();
  }
  /// Asks the watch that is kept on the thread at once; false where none is.
  static bool answer();
  /// How often this thread has polled: a measure of work that no other load changes.
  static uint64_t polls() { return polled_ + given_ - steps_left_; }
  /// For tests: E0603 comes with so many answers from now.
  static void interrupt_after(uint64_t answers) { answers_left_ = answers; }

 private:
  static constexpr uint32_t steps = 256; ///< between two answers
  static void give(uint32_t n) { polled_ += given_ - steps_left_, given_ = steps_left_ = n; }
  static inline thread_local constinit uint32_t steps_left_ = steps;
  static inline thread_local constinit uint32_t given_ = steps; ///< what steps_left_ was at first
  static inline thread_local constinit uint64_t polled_ = 0;    ///< before those
  static inline thread_local constinit uint64_t answers_left_ = UINT64_MAX;
  static inline thread_local constinit Watch* kept_ = nullptr;
  std::function<void()> check_;
  Watch* outer_;
};

} // namespace nova
