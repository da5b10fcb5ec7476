// The threads of a simulated GPU as fibers (cooperative threads), which one thread of the CPU runs by turns.
#pragma once
#include <algorithm>
#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace nova::plan {

/// The bytes of a simulated thread's stack, and how many of these bytes recursive calls may take. The rest is for the
/// kernel itself: a large kernel that is compiled without optimisation may take more than 64 KiB.
constexpr size_t sim_stack = size_t{256} << 10, sim_calls = size_t{32} << 10;
/// The bytes between two stacks. A power of two would put the frames of all threads into the same sets of the caches.
constexpr size_t sim_stack_stride = sim_stack + 4096 + 64;

/// A simulated thread, as the scheduler sees it.
struct SimFiber {
  boost::context::detail::fcontext_t context = nullptr;
  char* stack = nullptr; ///< the stack's lowest address
};

/// The stacks of a launch's fibers. The next launch has the same memory again, whose pages the system need not clear.
class FiberStacks {
 public:
  FiberStacks() = default;
  ~FiberStacks() { release(); }
  FiberStacks(const FiberStacks&) = delete;
  /// Makes room for the stacks of `count` fibers. Requires that no fiber runs. Fails with E0601 if there is no memory.
  void reserve(size_t count);
  /// Ends a launch whose fibers used up to `deepest` bytes of a stack. Memory of deep stacks is given back.
  void end_launch(size_t deepest);
  char* stack(size_t number) const { return memory_ + sim_stack_stride * number; }
  bool holds(const void* at) const {
    return at >= memory_ && static_cast<const char*>(at) < memory_ + bytes_;
  }

 private:
  void release();
  char* memory_ = nullptr;
  size_t bytes_ = 0;
};

/// Runs fibers by turns. The fiber that runs next is drawn at random, so the seed decides the order.
class FiberScheduler {
 public:
  using Entry = void (*)(boost::context::detail::transfer_t);
  FiberScheduler(uint64_t seed, FiberStacks& stacks) : stacks_(stacks), random_(seed) {}
  ~FiberScheduler() { stacks_.end_launch(deepest_); }
  FiberScheduler(const FiberScheduler&) = delete;

  /// Makes the fiber runnable: in its first turn it calls `entry`.
  void start(SimFiber& f, Entry entry);

  // The scheduler's side: between the turns.
  bool has_runnable() const { return !runnable_.empty(); }
  /// Draws a runnable fiber, which becomes the running one.
  SimFiber& draw();
  /// Runs the drawn fiber until it leaves. Its context then lies at its stack's end.
  void resume() {
    running_->context = boost::context::detail::jump_fcontext(running_->context, nullptr).fctx;
    const char* const end = static_cast<const char*>(running_->context);
    deepest_ = std::max(deepest_, static_cast<size_t>(running_->stack + sim_stack - end));
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
  FiberStacks& stacks_;
  std::mt19937_64 random_;
  std::vector<SimFiber*> runnable_;
  SimFiber* running_ = nullptr;
  boost::context::detail::fcontext_t scheduler_ = nullptr;
  size_t deepest_ = 0; ///< the most bytes of a stack that a fiber used when it left
  uint64_t fuel_ = 0;  ///< memory accesses until the running fiber is preempted
};

} // namespace nova::plan
