// Mutexes of the process are free in the child of a fork.
#include "runtime/forks.hpp"
#include <atomic>
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace nova;

TEST_CASE("a mutex that another thread holds again and again is free in each child") {
  static std::mutex mutex;
  free_in_children(mutex);
  std::atomic<bool> done = false;
  std::thread other([&] {
    while (!done) {
      const std::lock_guard lock(mutex);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  });
  for (int k = 0; k < 20; ++k) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(mutex.try_lock() ? 0 : 1);
    int status = 1;
    CHECK(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  done = true;
  other.join();
}
