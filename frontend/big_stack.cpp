#include "frontend/big_stack.hpp"
#include <exception>
#include <pthread.h>
#include <system_error>

namespace nova {
namespace {

constexpr size_t reserve = size_t{1} << 20; // sorting, printing, throwing an error
thread_local const char* limit_of_thread = nullptr;
thread_local bool on_big_stack = false;

struct Task {
  const std::function<void()>& run;
  std::exception_ptr thrown;
};

const char* own_limit() {
  pthread_attr_t attributes;
  void* low = nullptr;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return nullptr;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  return static_cast<const char*>(low) + (size / 4 < reserve ? size / 4 : reserve);
}

void* run_task(void* argument) {
  auto& task = *static_cast<Task*>(argument);
  on_big_stack = true;
  try {
    task.run();
  } catch (...) {
    task.thrown = std::current_exception();
  }
  return nullptr;
}

void check(int error) {
  if (error) throw std::system_error(error, std::generic_category(), "cannot make a stack of 512 MiB");
}

} // namespace

const char* stack_limit() {
  if (!limit_of_thread) limit_of_thread = own_limit();
  return limit_of_thread;
}

void run_on_big_stack(const std::function<void()>& f) {
  if (on_big_stack) return f();
  Task task{f, nullptr};
  pthread_attr_t attributes;
  check(pthread_attr_init(&attributes));
  check(pthread_attr_setstacksize(&attributes, big_stack_bytes));
  pthread_t thread;
  const int error = pthread_create(&thread, &attributes, run_task, &task);
  pthread_attr_destroy(&attributes);
  check(error);
  check(pthread_join(thread, nullptr));
  if (task.thrown) std::rethrow_exception(task.thrown);
}

} // namespace nova
