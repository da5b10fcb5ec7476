#include "runtime/forks.hpp"
#include <pthread.h>
#include <vector>

namespace nova {
namespace {

struct Mutexes {
  std::mutex guard; ///< held while the list grows, and during a fork
  std::vector<std::mutex*> all;
};
Mutexes& mutexes() {
  static Mutexes* m = new Mutexes; // never destroyed: a process may fork while it ends
  return *m;
}

void lock_all() {
  mutexes().guard.lock();
  for (std::mutex* const m : mutexes().all) m->lock();
}
void unlock_all() {
  for (std::mutex* const m : mutexes().all) m->unlock();
  mutexes().guard.unlock();
}

} // namespace

void free_in_children(std::mutex& mutex) {
  static const int handlers = pthread_atfork(lock_all, unlock_all, unlock_all);
  static_cast<void>(handlers);
  const std::lock_guard lock(mutexes().guard);
  mutexes().all.push_back(&mutex);
}

} // namespace nova
