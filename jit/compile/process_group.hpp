// A group of child processes that end when this process ends, for whatever reason. A watcher process leads the group:
// it reads from a pipe that only this process holds open, and kills the group when the pipe closes. A signal at the
// parent's death does not suffice: it reaches the child alone, and a C compiler is several processes.
#pragma once
#include <spawn.h>
#include <string>
#include <sys/types.h>

namespace nova::plan {

class ProcessGroup {
 public:
  /// `folder`: a folder that the watcher removes before it kills the group; "" for none.
  explicit ProcessGroup(const std::string& folder = "");
  ~ProcessGroup(); ///< kills the processes that still run
  ProcessGroup(const ProcessGroup&) = delete;
  /// Spawns a process in the group, as posix_spawn does, with no signal blocked. A terminal's Ctrl-C does not reach
  /// the process. The caller must wait for its end (waitpid).
  int spawn(pid_t& child, const char* program, const posix_spawn_file_actions_t& files,
            char* const* arguments, char* const* environment);
  void kill();

 private:
  pid_t watcher_ = 0, group_ = 0;
  int pipe_ = -1;
};

} // namespace nova::plan
