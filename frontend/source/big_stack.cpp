#include "frontend/source/big_stack.hpp"
#include <boost/context/detail/fcontext.hpp>
#include <chrono>
#include <exception>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <utility>
#ifdef NOVA_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#elif defined NOVA_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace nova {
namespace {

namespace context = boost::context::detail;

constexpr size_t reserve = size_t{1} << 20; // bytes kept free for library calls: sorting, printing, throwing
constexpr size_t kept = size_t{1} << 20;    // bytes at the stack's top that stay committed after a run
constexpr size_t page = 4096;
using Clock = std::chrono::steady_clock;
constexpr auto short_run = std::chrono::microseconds(50); // touches few pages, which the next run uses again

struct Task {
  const std::function<void()>& run;
  std::exception_ptr thrown;
};

/// Tells AddressSanitizer or ThreadSanitizer of a switch to another stack, in builds with one of them. Otherwise does
/// nothing.
struct Switch {
#ifdef NOVA_ADDRESS_SANITIZER
  void* fake = nullptr;
  const void* low = nullptr; ///< lowest address of the stack that the switch leaves
  size_t size = 0;
  void start(const void* to, size_t bytes, bool for_good = false) {
    __sanitizer_start_switch_fiber(for_good ? nullptr : &fake, to, bytes);
  }
  void finish() { __sanitizer_finish_switch_fiber(fake, &low, &size); }
#elif defined NOVA_THREAD_SANITIZER
  static constexpr const void* low = nullptr;
  static constexpr size_t size = 0;
  static thread_local void* caller; ///< the fiber that started the running task
  void* fiber = nullptr;            ///< the fiber of the task
  void start(const void*, size_t, bool for_good = false) {
    if (!for_good) caller = __tsan_get_current_fiber(), fiber = __tsan_create_fiber(0);
    __tsan_switch_to_fiber(for_good ? caller : fiber, 0);
  }
  void finish() {
    if (fiber) __tsan_destroy_fiber(fiber);
  }
#else
  static constexpr const void* low = nullptr;
  static constexpr size_t size = 0;
  void start(const void*, size_t, bool = false) {}
  void finish() {}
#endif
};

#ifdef NOVA_THREAD_SANITIZER
thread_local void* Switch::caller = nullptr;
#endif

/// A thread's big stack. It is made at the thread's first call of `run` and then kept, since making a new one for
/// each form of a prompt would cost more time than most forms do.
class BigStack {
 public:
  BigStack() = default;
  BigStack(const BigStack&) = delete;
  BigStack& operator=(const BigStack&) = delete;
  ~BigStack() {
    if (!low_ || busy) return; // if busy, the process ends while code runs on this stack
    forget_frames(low_, big_stack_bytes);
    munmap(low_, big_stack_bytes);
  }
  void run(const std::function<void()>& f);
  bool busy = false;
  const char* limit = nullptr; ///< what stack_limit() returns on the current stack; null until computed

 private:
  static void enter(context::transfer_t from);
  char* low_ = nullptr;
};

thread_local BigStack own;

void BigStack::enter(context::transfer_t from) {
  Switch change;
  change.finish();
  auto& task = *static_cast<Task*>(from.data);
  try {
    task.run();
  } catch (...) {
    task.thrown = std::current_exception();
  }
  change.start(change.low, change.size, true);
  context::jump_fcontext(from.fctx, nullptr);
}

char* new_stack() {
  void* got = mmap(nullptr, big_stack_bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (got == MAP_FAILED || mprotect(got, page, PROT_NONE) != 0) throw std::bad_alloc();
  return static_cast<char*>(got);
}

void BigStack::run(const std::function<void()>& f) {
  if (!low_) low_ = new_stack();
  Task task{f, nullptr};
  const char* const before = std::exchange(limit, low_ + page + reserve);
  const auto begin = Clock::now();
  busy = true;
  Switch change;
  change.start(low_, big_stack_bytes);
  context::jump_fcontext(context::make_fcontext(low_ + big_stack_bytes, big_stack_bytes, enter), &task);
  change.finish();
  busy = false, limit = before;
  if (Clock::now() - begin > short_run) madvise(low_ + page, big_stack_bytes - page - kept, MADV_DONTNEED);
  if (task.thrown) std::rethrow_exception(task.thrown);
}

const char* limit_of_thread() {
  pthread_attr_t attributes;
  void* low = nullptr;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return nullptr;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  return static_cast<const char*>(low) + (size / 4 < reserve ? size / 4 : reserve);
}

} // namespace

void forget_frames([[maybe_unused]] const void* low, [[maybe_unused]] size_t bytes) {
#ifdef NOVA_ADDRESS_SANITIZER
  ASAN_UNPOISON_MEMORY_REGION(low, bytes);
#endif
}

const char* stack_limit() {
  if (!own.limit) own.limit = limit_of_thread();
  return own.limit;
}

void run_on_big_stack(const std::function<void()>& f) {
  if (own.busy) return f();
  own.run(f);
}

} // namespace nova
