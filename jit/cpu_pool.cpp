#include "jit/cpu_pool.hpp"
#include <algorithm>
#include <chrono>
#include <csignal>

namespace nova::plan {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto wake_after = std::chrono::microseconds(20); ///< two threads pay above some 50 us of work
constexpr auto short_range = std::chrono::microseconds(50), long_range = std::chrono::microseconds(400);

} // namespace

ThreadPool::ThreadPool(uint32_t threads) : threads_(std::max(threads, 1u)) {}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  start_.notify_all();
  for (std::thread& w : workers_) w.join();
}

/// The first job that is long enough starts the workers, which take no signals: those are the session's.
void ThreadPool::wake() {
  awake_ = true;
  if (threads_ == 1) return;
  {
    const std::lock_guard lock(mutex_);
    ++job_;
    active_ = threads_ - 1;
  }
  start_.notify_all();
  if (!workers_.empty()) return;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (uint32_t k = 1; k < threads_; ++k) workers_.emplace_back([this, k] { worker(k); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void ThreadPool::worker(uint32_t thread) {
  for (uint64_t seen = 0;;) {
    {
      std::unique_lock lock(mutex_);
      start_.wait(lock, [&] { return ending_ || job_ != seen; });
      if (ending_) return;
      seen = job_;
    }
    take_ranges(thread);
    const std::lock_guard lock(mutex_);
    if (--active_ == 0) done_.notify_one();
  }
}

void ThreadPool::take_ranges(uint32_t thread) {
  const bool fixed = grain_ < 0;
  int64_t size = fixed ? -grain_ : grain_;
  const Clock::time_point start = Clock::now();
  for (Clock::time_point before = start; !stopped();) {
    const int64_t begin = next_.fetch_add(size, std::memory_order_relaxed);
    if (begin >= units_) return;
    if (!(*work_)(thread, begin, std::min(begin + size, units_))) return void(stopped_ = true);
    const Clock::time_point now = Clock::now();
    if (thread == 0 && !awake_ && now - start > wake_after && next_ < units_) wake();
    if (!fixed && now - before < short_range) size = std::min(size * 2, std::max<int64_t>(units_ / (4 * threads_), 1));
    if (!fixed && now - before > long_range) size = std::max<int64_t>(size / 2, 1);
    size = std::max<int64_t>(size, 1);
    before = now;
  }
}

bool ThreadPool::run(int64_t units, int64_t grain, const std::function<bool(uint32_t, int64_t, int64_t)>& work) {
  work_ = &work, units_ = units, grain_ = grain ? grain : 1;
  next_ = 0, stopped_ = false, awake_ = false;
  take_ranges(0);
  if (awake_ && threads_ > 1) {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return active_ == 0; });
  }
  return !stopped_;
}

} // namespace nova::plan
