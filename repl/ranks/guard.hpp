// The guard of a rank: the process that the launcher started, which tells by name that its rank died.
#pragma once
#include <string>

namespace nova {

/// Goes on in a child process, which is the rank. The process that the launcher started waits for its end, and ends
/// as it did. If a signal ends one of the two, the other one says so on standard error, with the name `who`.
/// `on_interrupt`: the rank's handler of the launcher's SIGINT and SIGTERM. To be called before there are threads.
void guard_rank(const std::string& who, void (*on_interrupt)(int));

} // namespace nova
