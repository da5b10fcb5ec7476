// A pool of threads that share ranges of work items, called units (private to the cpu device). Workers sleep between
// jobs; a worker that took part in the last job spins for a short time first. A job that ends within tens of
// microseconds wakes no worker, and no job waits for a worker that has not joined it.
#pragma once
#include "runtime/progress.hpp"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <sched.h>
#include <thread>
#include <vector>

namespace nova::plan {

class ThreadPool {
 public:
  /// `threads`: the number of threads including the caller's; at least 1.
  explicit ThreadPool(uint32_t threads);
  ~ThreadPool();
  uint32_t threads() const { return threads_; }

  /// Calls `work(thread, begin, end)` on ranges until all units 0 .. units - 1 are done or a call returns false.
  /// Thread 0 is the caller. If grain > 0, ranges begin with at most `grain` units, then grow or shrink by the time
  /// that they take; if grain < 0, each has -grain units. Ranges are taken in order. Returns false if a call returned
  /// false.
  bool run(int64_t units, int64_t grain, const std::function<bool(uint32_t, int64_t, int64_t)>& work);
  /// Returns how many units of the job are done or in work. `all` is 0 if no job runs, or if it has no more units
  /// than there are threads. Any thread may call it.
  Progress progress() const;
  /// Whether the job was stopped, by a call that returned false or by `stop`.
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  void stop() { stopped_ = true; }
  /// Resets the state that `stopped` returns, before a new run.
  void begin() { stopped_ = false; }
  /// Called by thread 0 within a long range. Wakes the workers once the job has taken a while.
  void look_up();
  /// Called by thread 0 if the job is long. Wakes the workers, or starts them if there are none yet.
  void wake();
  /// Spins until is_so() is true, for a short time. Returns whether it became true; otherwise the thread had better
  /// sleep.
  template <class F> bool soon(F&& is_so) const;

 private:
  void worker(uint32_t thread);
  void keep_workers_off_this_core();
  bool next_job(uint64_t seen, bool soon);
  bool join();
  void leave();
  bool take_ranges(uint32_t thread);
  void wait_for_workers();

  const uint32_t threads_;
  static constexpr auto look_for = std::chrono::microseconds(60); ///< how long a thread spins at most
  /// Whether threads spin: there is a core for each, so that a spinning thread delays no other one.
  const bool looks_;
  cpu_set_t allowed_{}; ///< the cores that the process may use
  const bool on_few_cores_;
  std::atomic<bool> are_kept_off_{false}; ///< whether workers are not allowed on one of these cores
  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable start_, done_;
  std::atomic<uint64_t> job_{0};      ///< the number of jobs so far
  std::atomic<uint32_t> joined_;      ///< number of workers that joined the job; bit `closed`: no more may
  std::atomic<uint32_t> left_{0};     ///< how many joined workers have finished
  std::atomic<uint32_t> sleeping_{0}; ///< how many workers sleep
  std::atomic<bool> ending_{false};
  bool awake_ = false; ///< whether the job has woken the workers
  std::chrono::steady_clock::time_point start_of_job_;
  const std::function<bool(uint32_t, int64_t, int64_t)>* work_ = nullptr;
  std::atomic<int64_t> units_{0};
  int64_t grain_ = 1;
  std::atomic<int64_t> next_{0};
  std::atomic<bool> stopped_{false};
};

template <class F> bool ThreadPool::soon(F&& is_so) const {
  if (!looks_) return false;
  for (const auto end = std::chrono::steady_clock::now() + look_for;;) {
    for (int k = 0; k < 32; ++k) {
      if (is_so()) return true;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    if (std::chrono::steady_clock::now() > end) return false;
  }
}

} // namespace nova::plan
