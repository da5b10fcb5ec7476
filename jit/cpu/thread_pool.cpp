#include "jit/cpu/thread_pool.hpp"
#include "frontend/source/big_stack.hpp"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <sched.h>
#include <system_error>

namespace nova::plan {
namespace {

using Clock = std::chrono::steady_clock;
/// How long a job runs before it wakes the workers. A second thread pays off from about 50 us of work on.
constexpr auto wake_after = std::chrono::microseconds(20);
constexpr auto short_range = std::chrono::microseconds(50), long_range = std::chrono::microseconds(400);
constexpr uint32_t closed = 1u << 31;
/// Kernels whose grain is at least this compute so many units together where they can. Shares and ranges are then not cut
/// below it.
constexpr int64_t block = 64;

/// Runs f on a stack as deep as the session's, so that any thread may run a call. If the system can't provide one,
/// runs f on the thread's own stack.
void with_deep_stack(const std::function<void()>& f) {
  try {
    run_on_big_stack(f);
  } catch (const std::system_error&) {
    f();
  }
}

} // namespace

ThreadPool::ThreadPool(uint32_t threads)
    : threads_(std::max(threads, 1u)), looks_(threads_ <= std::thread::hardware_concurrency()),
      on_few_cores_(looks_ && std::thread::hardware_concurrency() <= 4 &&
                    !sched_getaffinity(0, sizeof allowed_, &allowed_)),
      joined_(closed), shares_(threads_) {}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  start_.notify_all();
  for (std::thread& w : workers_) w.join();
}

void ThreadPool::look_up() {
  const bool at_work = !(joined_ & closed);
  if (at_work && !awake_ && Clock::now() - start_of_job_ > wake_after) wake();
}

/// Wakes the workers; the first job that is long enough starts them. Workers block all signals, which the session's
/// thread handles.
void ThreadPool::wake() {
  awake_ = true;
  if (threads_ == 1) return;
  if (sleeping_) {
    keep_workers_off_this_core();
    { const std::lock_guard lock(mutex_); } // first lets a worker that found no new job fall asleep
    start_.notify_all();
  }
  if (!workers_.empty()) return;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (uint32_t k = 1; k < threads_; ++k)
    workers_.emplace_back([this, k] { with_deep_stack([&] { worker(k); }); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// Waits for a job with another number than `seen`, at first by spinning if `look`. Returns false if the pool ends.
bool ThreadPool::next_job(uint64_t seen, bool look) {
  const auto is_there = [&] { return ending_ || job_ != seen; };
  if (look && soon(is_there)) return !ending_;
  std::unique_lock lock(mutex_);
  ++sleeping_;
  start_.wait(lock, is_there);
  --sleeping_;
  return !ending_;
}

bool ThreadPool::join() {
  for (uint32_t joined = joined_; !(joined & closed);)
    if (joined_.compare_exchange_weak(joined, joined + 1)) return true;
  return false;
}

void ThreadPool::leave() {
  if (++left_ + closed != joined_) return; // the caller does not wait yet, or waits for other workers too
  { const std::lock_guard lock(mutex_); }
  done_.notify_one();
}

/// Linux may wake a worker on the core of the thread that wakes it. There the worker waits for milliseconds while
/// another core is idle. So, on machines with few cores, sleeping workers are excluded from that core until they run.
void ThreadPool::keep_workers_off_this_core() {
  const int here = sched_getcpu();
  if (!on_few_cores_ || here < 0) return;
  cpu_set_t others = allowed_;
  CPU_CLR(static_cast<size_t>(here), &others);
  if (!CPU_COUNT(&others)) return;
  for (std::thread& w : workers_) pthread_setaffinity_np(w.native_handle(), sizeof others, &others);
  are_kept_off_ = true;
}

void ThreadPool::worker(uint32_t thread) {
  bool useful = true;
  for (uint64_t seen = 0; next_job(seen, useful);) {
    seen = job_;
    useful = false;
    if (are_kept_off_) sched_setaffinity(0, sizeof allowed_, &allowed_);
    if (!join()) continue;
    useful = take_ranges(thread);
    leave();
  }
}

int64_t ThreadPool::least() const { return grain_ >= block ? block : 1; }

/// Divides the units into shares, of whole blocks if the kernel takes blocks.
void ThreadPool::divide(int64_t units) {
  const auto count = grain_ < 0 ? int64_t{1} : int64_t{threads_};
  const int64_t size = least(), blocks = units / size + (units % size != 0);
  const auto begin = [&](int64_t k) {
    k = std::min(k, count);
    return std::min(units, size * (k * (blocks / count) + std::min(k, blocks % count)));
  };
  for (int64_t k = 0; k < int64_t{threads_}; ++k) {
    Share& share = shares_[static_cast<size_t>(k)];
    share.next = begin(k), share.end = begin(k + 1);
  }
}

bool ThreadPool::is_any_left() const {
  return std::ranges::any_of(shares_,
                             [](const Share& s) { return s.next.load(std::memory_order_relaxed) < s.end; });
}

/// Takes up to `size` units, from the thread's own share if it has some, otherwise up to half of what is left of another
/// one: what a thread leaves to the owner, the owner has in its cache. Returns the first and the one after the last, or
/// nothing if none is left.
std::optional<std::pair<int64_t, int64_t>> ThreadPool::take(uint32_t thread, int64_t size) {
  for (uint32_t k = 0; k < threads_; ++k) {
    Share& share = shares_[(thread + k) % threads_];
    const int64_t left = share.end - share.next.load(std::memory_order_relaxed);
    if (left <= 0) continue;
    const bool halves = k > 0 && grain_ > 0;
    const int64_t some = halves ? std::clamp(left / 2 / least() * least(), least(), size) : size;
    const int64_t begin = share.next.fetch_add(some, std::memory_order_relaxed);
    if (begin < share.end) return std::pair(begin, std::min(begin + some, share.end.load()));
  }
  return {};
}

/// Takes ranges and calls `work` on them until none is left or the job stops. Returns whether it took any range.
bool ThreadPool::take_ranges(uint32_t thread) {
  const int64_t units = units_;
  const bool fixed = grain_ < 0;
  int64_t size = fixed ? -grain_ : grain_;
  bool any = false;
  for (Clock::time_point before = thread ? Clock::now() : start_of_job_; !stopped(); any = true) {
    const auto range = take(thread, size);
    if (!range) return any;
    if (!(*work_)(thread, range->first, range->second)) return stopped_ = true;
    const Clock::time_point now = Clock::now();
    if (thread == 0 && !awake_ && now - start_of_job_ > wake_after && is_any_left()) wake();
    if (!fixed && now - before < short_range) size = std::min(size * 2, units / (4 * threads_));
    if (!fixed && now - before > long_range) size /= 2;
    size = std::max(size, least());
    before = now;
  }
  return any;
}

void ThreadPool::wait_for_workers() {
  const uint32_t joined = joined_.fetch_or(closed);
  const auto are_through = [&] { return left_ == joined; };
  if (are_through() || soon(are_through)) return;
  std::unique_lock lock(mutex_);
  done_.wait(lock, are_through);
}

bool ThreadPool::run(int64_t units, int64_t grain,
                     const std::function<bool(uint32_t, int64_t, int64_t)>& work) {
  constexpr int64_t few = 16; // up to this grain, units may take long, so each thread gets several ranges
  work_ = &work, units_ = units, grain_ = grain ? grain : 1;
  if (grain > 0 && grain <= few) grain_ = std::clamp<int64_t>(units / (4 * threads_), 1, grain);
  divide(units);
  stopped_ = false, awake_ = false, left_ = 0;
  start_of_job_ = Clock::now();
  joined_ = 0;
  ++job_;
  take_ranges(0);
  wait_for_workers();
  units_ = 0;
  return !stopped_;
}

Progress ThreadPool::progress() const {
  const int64_t all = units_;
  int64_t left = 0;
  for (const Share& s : shares_) left += std::max<int64_t>(s.end - s.next.load(std::memory_order_relaxed), 0);
  return all > threads_ ? Progress{std::max<int64_t>(all - left, 0), all} : Progress{};
}

} // namespace nova::plan
