// Limits on time and memory for work outside of a session's run, such as reading, formatting or printing a text.
#pragma once
#include "interp/machine.hpp"
#include "repl/session/options.hpp"
#include "runtime/watch.hpp"

namespace nova {

/// While it exists, enforces a command's time and memory limits on this thread. It does not handle Ctrl-C.
class Limits {
 public:
  explicit Limits(const SessionOptions& options);
  /// Returns a function that fails with E0604 once the time is over. It is called repeatedly during a wait.
  std::function<void()> check() {
    return [] { Watch::answer(); };
  }
  void check_time() const;

 private:
  std::optional<std::chrono::steady_clock::time_point> end_;
  Watch watch_;
};

/// Returns half of the machine's memory, in bytes.
uint64_t half_of_memory();

/// Runs `work` on a big stack under the session's limits. If a limit ends `work`, reports an error at the span `at`.
void limited(Machine& machine, Span at, const std::function<void()>& work);

} // namespace nova
