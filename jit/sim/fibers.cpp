#include "jit/sim/fibers.hpp"
#include "frontend/source/big_stack.hpp"
#include "runtime/fault.hpp"
#include <sys/mman.h>
#include <utility>

namespace nova::plan {

using namespace boost::context::detail;

FiberScheduler::~FiberScheduler() {
  if (!stacks_) return;
  forget_frames(stacks_, stack_bytes_);
  munmap(stacks_, stack_bytes_);
}

void FiberScheduler::make_stacks(size_t count) {
  stack_bytes_ = sim_stack * count;
  void* const made =
      mmap(nullptr, stack_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) fail("E0601", {"the simulator's threads", "all that the machine gives", "none"});
  stacks_ = static_cast<char*>(made);
  madvise(stacks_, stack_bytes_, MADV_NOHUGEPAGE); // a thread uses few pages of its stack
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
