// Processes that end with this one, however it ends. They are a group, which a watcher leads: it reads from a pipe that only
// this process holds open, and kills the group at its end. A signal at the parent's death would not do: it goes to the
// child alone, and a C compiler is several processes.
#pragma once
#include <spawn.h>
#include <string>
#include <sys/types.h>

namespace nova::plan {

class ProcessGroup {
 public:
  /// `folder`: what the watcher removes before it kills the group; "" for none.
  explicit ProcessGroup(const std::string& folder = "");
  ~ProcessGroup(); ///< kills the processes that still run
  ProcessGroup(const ProcessGroup&) = delete;
  /// As posix_spawn, in the group, so that a terminal's Ctrl-C does not reach it, with no signal blocked. The caller waits for it.
  int spawn(pid_t& child, const char* program, const posix_spawn_file_actions_t& files,
            char* const* arguments, char* const* environment);
  void kill();

 private:
  pid_t watcher_ = 0, group_ = 0;
  int pipe_ = -1;
};

} // namespace nova::plan
