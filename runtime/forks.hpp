// Forks of the process. A child has one thread. A mutex that another thread held at the fork would be locked there
// forever.
#pragma once
#include <mutex>

namespace nova {

/// Makes forks wait until no thread holds the mutex, so that it is free in the child. It must live as long as the
/// process. No thread may wait for another of these mutexes while it holds one.
void free_in_children(std::mutex& mutex);

} // namespace nova
