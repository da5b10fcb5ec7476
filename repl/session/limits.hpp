// The limits of a command, heard where no session hears them: while its text is read, laid out or printed.
#pragma once
#include "interp/machine.hpp"
#include "repl/session/options.hpp"
#include "runtime/watch.hpp"

namespace nova {

/// While it lives, the command's time runs, and its memory counts. Ctrl-C ends the process, as ever.
class Limits {
 public:
  explicit Limits(const SessionOptions& options);
  /// What may end a wait: throws when the time is over.
  std::function<void()> check() {
    return [] { Watch::answer(); };
  }
  void check_time() const;

 private:
  std::optional<std::chrono::steady_clock::time_point> end_;
  Watch watch_;
};

/// Bytes: half the machine's.
uint64_t half_of_memory();

/// Works on the big stack while a session's limits are heard. One that no room tells of itself is told at the place.
void limited(Machine& machine, Span at, const std::function<void()>& work);

} // namespace nova
