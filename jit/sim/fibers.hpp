// The threads of a simulated GPU as fibers (cooperative threads), which one thread of the CPU runs by turns.
#pragma once
#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace nova::plan {

/// The bytes of a simulated thread's stack, and how many of these bytes recursive calls may take. The rest is for the
/// kernel itself: a large kernel that is compiled without optimisation may take more than 64 KiB.
constexpr size_t sim_stack = size_t{256} << 10, sim_calls = size_t{32} << 10;

/// A simulated thread, as the scheduler sees it.
struct SimFiber {
  boost::context::detail::fcontext_t context = nullptr;
  char* stack = nullptr; ///< the stack's lowest address
};

/// Runs fibers by turns. The fiber that runs next is drawn at random, so the seed decides the order.
class FiberScheduler {
 public:
  using Entry = void (*)(boost::context::detail::transfer_t);
  explicit FiberScheduler(uint64_t seed) : random_(seed) {}
  ~FiberScheduler();
  FiberScheduler(const FiberScheduler&) = delete;

  /// Allocates the stacks of `count` fibers. Fails with E0601 if there is no memory for them.
  void make_stacks(size_t count);
  char* stack(size_t number) const { return stacks_ + sim_stack * number; }
  bool owns_stack(const void* at) const {
    return at >= stacks_ && static_cast<const char*>(at) < stacks_ + stack_bytes_;
  }
  /// Makes the fiber runnable: in its first turn it calls `entry`.
  void start(SimFiber& f, Entry entry);

  // The scheduler's side: between the turns.
  bool has_runnable() const { return !runnable_.empty(); }
  /// Draws a runnable fiber, which becomes the running one.
  SimFiber& draw();
  /// Runs the drawn fiber until it leaves.
  void resume() {
    running_->context = boost::context::detail::jump_fcontext(running_->context, nullptr).fctx;
  }

  // The fibers' side.
  /// The first call in a fiber's entry function. `from` is the entry's argument, which leads back to the scheduler.
  void enter(boost::context::detail::transfer_t from) { scheduler_ = from.fctx; }
  /// Ends the running fiber's turn. It goes on when another fiber wakes it.
  void leave() { scheduler_ = boost::context::detail::jump_fcontext(scheduler_, nullptr).fctx; }
  /// Ends the running fiber's turn. It stays runnable.
  void yield();
  void wake(SimFiber& f) { runnable_.push_back(&f); }
  /// Counts a memory access of the running fiber, and yields at some of them.
  void count_access() {
    if (fuel_-- == 0) fuel_ = drawn_fuel(), yield();
  }
  SimFiber* running() const { return running_; }
  uint64_t random() { return random_(); }

 private:
  uint64_t drawn_fuel();
  std::mt19937_64 random_;
  std::vector<SimFiber*> runnable_;
  SimFiber* running_ = nullptr;
  boost::context::detail::fcontext_t scheduler_ = nullptr;
  char* stacks_ = nullptr;
  size_t stack_bytes_ = 0;
  uint64_t fuel_ = 0; ///< memory accesses until the running fiber is preempted
};

} // namespace nova::plan
