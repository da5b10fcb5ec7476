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
#include <optional>
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
  /// Thread 0 is the caller. If grain > 0, a thread's first range has at most `grain` units; the size of each later
  /// range depends on the time that the previous one took. If grain >= 64, ranges have 64 units or more, but for the
  /// last one of a share. Each thread begins with a share of its own, which is the same in each job with as many units:
  /// in a loop of kernels it then finds in its cache what it wrote before. Later it takes ranges from the shares of the
  /// others. If grain < 0, each range has -grain units, and threads take the ranges in ascending order. Returns false
  /// if a call returned false.
  bool run(int64_t units, int64_t grain, const std::function<bool(uint32_t, int64_t, int64_t)>& work);
  /// Returns how many units of the job are done or being processed, and how many there are in all. Returns an empty
  /// Progress if no job runs, or if the job has no more units than the pool has threads. Any thread may call it.
  Progress progress() const;
  /// Whether the job was stopped, by a call that returned false or by `stop`.
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  void stop() { stopped_ = true; }
  /// Resets the state that `stopped` returns, before a new run.
  void begin() { stopped_ = false; }
  /// Wakes the workers if the job has already run for some time. Thread 0 calls it from time to time in a long range.
  void look_up();
  /// Wakes the workers, or starts them if there are none yet. Thread 0 calls it if the job is long.
  void wake();
  /// Spins until is_so() returns true, but at most for the time `look_for`. Returns whether it became true; if not,
  /// the thread should sleep.
  template <class F> bool soon(F&& is_so) const;

 private:
  /// A part of the units, on a cache line of its own: those from `next` on are not taken yet.
  struct alignas(64) Share {
    std::atomic<int64_t> next{0}, end{0};
  };

  void worker(uint32_t thread);
  int64_t least() const; ///< the least units of a share or range, but for the last
  void divide(int64_t units);
  bool is_any_left() const;
  std::optional<std::pair<int64_t, int64_t>> take(uint32_t thread, int64_t size);
  void keep_workers_off_this_core();
  bool next_job(uint64_t seen, bool soon);
  bool join();
  void leave();
  bool take_ranges(uint32_t thread);
  void wait_for_workers();

  const uint32_t threads_;
  static constexpr auto look_for = std::chrono::microseconds(60); ///< how long a thread spins at most
  /// Whether threads spin while they wait. They do if there is a core for each, so that a spinning thread delays no
  /// other thread.
  const bool looks_;
  cpu_set_t allowed_{};                   ///< the cores that the process may use
  const bool on_few_cores_;               ///< whether there are at most four cores, and `allowed_` is known
  std::atomic<bool> are_kept_off_{false}; ///< whether workers are excluded from one of the `allowed_` cores
  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable start_, done_;
  std::atomic<uint64_t> job_{0};      ///< the number of jobs so far
  std::atomic<uint32_t> joined_;      ///< how many workers have joined; bit `closed`: no more may join
  std::atomic<uint32_t> left_{0};     ///< how many of the joined workers have finished
  std::atomic<uint32_t> sleeping_{0}; ///< how many workers sleep
  std::atomic<bool> ending_{false};
  bool awake_ = false; ///< whether the job has woken the workers
  std::chrono::steady_clock::time_point start_of_job_;
  const std::function<bool(uint32_t, int64_t, int64_t)>* work_ = nullptr;
  std::atomic<int64_t> units_{0};
  int64_t grain_ = 1;
  std::vector<Share> shares_; ///< one for each thread; in ascending jobs, the first has all units
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
