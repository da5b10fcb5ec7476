#include "jit/sim/fibers.hpp"
#include "frontend/source/big_stack.hpp"
#include "runtime/fault.hpp"
#include <sys/mman.h>
#include <utility>

namespace nova::plan {

using namespace boost::context::detail;

namespace {

constexpr size_t kept_depth = 16 * 1024; ///< bytes of each stack that stay in memory between two launches

} // namespace

void FiberStacks::reserve(size_t count) {
  const size_t bytes = sim_stack_stride * count;
  if (bytes <= bytes_) return;
  release();
  void* const made =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) fail("E0601", {"the simulator's threads", "all that the machine gives", "none"});
  memory_ = static_cast<char*>(made), bytes_ = bytes;
  madvise(memory_, bytes_, MADV_NOHUGEPAGE); // a thread uses few pages of its stack
}

void FiberStacks::end_launch(size_t deepest) {
  if (!memory_) return;
  forget_frames(memory_, bytes_);
  if (deepest > kept_depth) release();
}

void FiberStacks::release() {
  if (memory_) munmap(memory_, bytes_);
  memory_ = nullptr, bytes_ = 0;
}

void FiberScheduler::start(SimFiber& f, Entry entry) {
  f.context = make_fcontext(f.stack + sim_stack, sim_stack, entry);
  runnable_.push_back(&f);
}

SimFiber& FiberScheduler::draw() {
  std::swap(runnable_[random_() % runnable_.size()], runnable_.back());
  running_ = runnable_.back(), runnable_.pop_back();
  fuel_ = drawn_fuel();
  return *running_;
}

void FiberScheduler::yield() {
  runnable_.push_back(running_);
  leave();
}

uint64_t FiberScheduler::drawn_fuel() {
  constexpr uint64_t between = 97; // the mean number of accesses between two preemptions
  return random_() % (2 * between);
}

} // namespace nova::plan
