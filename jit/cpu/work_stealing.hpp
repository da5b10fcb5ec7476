// Work stealing between the threads of the cpu device, and private to it. A thread with several independent
// calls offers all but the first, runs the first, and then runs those offers that are still open. While it
// waits for a stolen call, a thread may run other offers.
#pragma once
#include "jit/cpu/thread_pool.hpp"
#include "runtime/scalar/scalar_narrow.h"

#include "jit/kernels/c/host.h" // must come after scalar_ops.h, since it uses its types
#include <condition_variable>
#include <mutex>
#include <vector>

namespace nova::plan {

class StealQueue {
 public:
  /// A call that waits for a thread to take it.
  struct Offer {
    nova_kernel kernel;
    const void* given;
    nv_i64 number;               ///< the index of the call, which the kernel gets
    nv_i64 levels, light_levels; ///< the values of these members of nova_task during the call
    enum class State { Open, Taken, Done } state = State::Open;
    nv_i64 failed = 0; ///< nova_task's `failed` after the call
    bool ok = true;
  };

  explicit StealQueue(const ThreadPool& pool) : pool_(pool) {}
  bool are_on() const { return on_; }
  void begin() { on_ = true; }
  /// Ends all waits for offers: from now on `take` without an awaited offer returns null.
  void end();
  void offer(Offer& o);
  /// Withdraws an open offer. Returns false if a thread has taken it.
  bool take_back(Offer& o);
  /// Waits for an open offer, takes the oldest, and returns it. With `awaited`, returns null as soon as that offer is
  /// done; without it, returns null after `end`. If `any` is false, takes no offer and only waits for `awaited`.
  Offer* take(const Offer* awaited = nullptr, bool any = true);
  void finish(Offer& o, bool ok, nv_i64 failed);

 private:
  void tell();

  const ThreadPool& pool_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Offer*> open_; ///< the open offers, oldest first
  std::atomic<uint64_t> changes_{0};
  uint32_t sleeping_ = 0;
  std::atomic<bool> on_{false};
};

} // namespace nova::plan
