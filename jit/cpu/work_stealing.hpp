// Work stealing between the threads of the cpu device, and private to it. A thread with several independent
// calls offers all but the first, runs the first, and then runs those offers that are still open. While it
// waits for a stolen call, a thread may run other offers.
#pragma once
#include "jit/cpu/thread_pool.hpp"
#include "runtime/scalar/scalar_ops.h"

#include "jit/kernels/c/host.h" // speaks of its types
#include <condition_variable>
#include <mutex>
#include <vector>

namespace nova::plan {

class StealQueue {
 public:
  struct Offer {
    nova_kernel kernel;
    const void* given;
    nv_i64 number;               ///< the call's, for the kernel
    nv_i64 levels, light_levels; ///< as nova_task's, within it
    enum class State { Open, Taken, Done } state = State::Open;
    nv_i64 failed = 0; ///< as nova_task's
    bool ok = true;
  };

  explicit StealQueue(const ThreadPool& pool) : pool_(pool) {}
  bool are_on() const { return on_; }
  void begin() { on_ = true; }
  /// Ends all waits for offers: `take` without an awaited offer gives null.
  void end();
  void offer(Offer& o);
  /// Withdraws an open offer; false if a thread has taken it.
  bool take_back(Offer& o);
  /// The oldest offer. Waits for it; null where there will be none, or where the awaited one is done. `any`:
  /// is one wanted at all?
  Offer* take(const Offer* awaited = nullptr, bool any = true);
  void finish(Offer& o, bool ok, nv_i64 failed);

 private:
  void tell();

  const ThreadPool& pool_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Offer*> open_; ///< in the order of their making
  std::atomic<uint64_t> changes_{0};
  uint32_t sleeping_ = 0;
  std::atomic<bool> on_{false};
};

} // namespace nova::plan
