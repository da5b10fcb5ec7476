// Cancellation: how an interruption, a deadline or the memory limit ends work early.
//
// The evaluator has its own check, Machine::check_stop. Other long work (reading, expanding, checking, planning,
// printing) is done by many small functions that have no access to the session. They call Watch::poll, which runs the
// check of the thread's watch at every 256th call. On a thread without a watch, such as one that only compiles, a
// poll does nothing.
#pragma once
#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>

namespace nova {

/// Returns the time of the system's last timer tick, at most 10 ms before steady_clock::now(). It costs a third of that
/// clock. Kernels poll up to ten million times a second, and each poll compares the time with a limit.
inline std::chrono::steady_clock::time_point last_tick() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return std::chrono::steady_clock::time_point(std::chrono::seconds(t.tv_sec) +
                                               std::chrono::nanoseconds(t.tv_nsec));
}

class Watch {
 public:
  /// Makes polls on this thread run `check`, and check the memory limit, while this object lives. `check` throws to
  /// end the work. Watches nest: polls use the innermost one of the thread.
  explicit Watch(std::function<void()> check);
  ~Watch();
  Watch(const Watch&) = delete;

  /// A cancellation point: loops and tree traversals call it at each step. Every 256th call runs the watch's check.
  static void poll() {
    if (--steps_left_ == 0) answer();
  }
  /// Runs the check of the thread's watch at once. Returns false if the thread has no watch.
  static bool answer();
  /// Returns how often this thread has polled: a measure of work that does not depend on the machine's load.
  static uint64_t polls() { return polled_ + given_ - steps_left_; }
  /// For tests: the next `answers` checks on this thread are normal, and the one after them fails with E0603.
  static void interrupt_after(uint64_t answers) { answers_left_ = answers; }

 private:
  static constexpr uint32_t steps = 256; ///< polls between two checks
  static void give(uint32_t n) { polled_ += given_ - steps_left_, given_ = steps_left_ = n; }
  static inline thread_local constinit uint32_t steps_left_ = steps;
  static inline thread_local constinit uint32_t given_ = steps; ///< value of steps_left_ after the last check
  static inline thread_local constinit uint64_t polled_ = 0;    ///< number of polls before the last check
  static inline thread_local constinit uint64_t answers_left_ = UINT64_MAX;
  static inline thread_local constinit Watch* kept_ = nullptr;
  std::function<void()> check_;
  Watch* outer_;
};

} // namespace nova
