// Threads that share ranges of units (private to the cpu device). Workers sleep between jobs. A worker that
// had a part in the last job spins for a short time first. A job that is over within tens of microseconds
// wakes no worker, and no job waits for a worker that has not joined it.
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
  /// threads: with the caller's own; at least 1.
  explicit ThreadPool(uint32_t threads);
  ~ThreadPool();
  uint32_t threads() const { return threads_; }

  /// Calls `work(thread, begin, end)` until all of 0 .. units - 1 are done or a call returns false; thread 0 is the
  /// caller. grain > 0: ranges start small and grow with the time they take; below 0: exactly -grain. Ranges are taken in
  /// order. False if a call returned false.
  bool run(int64_t units, int64_t grain, const std::function<bool(uint32_t, int64_t, int64_t)>& work);
  /// How many units of the job are done or being done; `all` is 0 where none runs, or one whose units are the
  /// threads themselves. Any thread may ask.
  Progress progress() const;
  /// Has a call of the job returned false?
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  void stop() { stopped_ = true; }
  /// Forgets what stopped the run before.
  void begin() { stopped_ = false; }
  /// Said by thread 0 within a long range: once the job has taken a while the workers are woken.
  void look_up();
  /// Said by thread 0: the job is long.
  void wake();
  /// Has it come true before the thread had better sleep?
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
  static constexpr auto look_for = std::chrono::microseconds(60); ///< before a thread sleeps
  const bool
      looks_; ///< there is a core for each thread, so that a spinning thread keeps no other one from work
  cpu_set_t allowed_{}; ///< the process's cores
  const bool on_few_cores_;
  std::atomic<bool> are_kept_off_{false}; ///< workers, of one of them
  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable start_, done_;
  std::atomic<uint64_t> job_{0};      ///< counts jobs
  std::atomic<uint32_t> joined_;      ///< workers that have part in the job; `closed` where no more may
  std::atomic<uint32_t> left_{0};     ///< of those, how many are through
  std::atomic<uint32_t> sleeping_{0}; ///< workers
  std::atomic<bool> ending_{false};
  bool awake_ = false; ///< the job has woken the workers
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
