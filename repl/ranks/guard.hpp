// The guard of a rank: the process that the launcher started, which tells by name that its rank died.
#pragma once

namespace nova {

/// Goes on in a child process, which is the rank. The process that the launcher started waits for its end, and ends
/// as it did. If a signal ends the rank, it says so on standard error. `on_interrupt`: the rank's handler of the
/// launcher's SIGINT and SIGTERM. To be called before there are threads.
void guard_rank(int rank, int size, void (*on_interrupt)(int));

} // namespace nova
