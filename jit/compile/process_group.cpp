#include "jit/compile/process_group.hpp"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nova::plan {
namespace {

/// Spawns a process in the group `group`, or in a new group if that is 0. Returns posix_spawn's error number, 0 for
/// success.
int spawn_in(pid_t group, pid_t& child, const char* program, const posix_spawn_file_actions_t& files,
             char* const* arguments, char* const* environment) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, defaults;
  sigemptyset(&none), sigemptyset(&defaults), sigaddset(&defaults, SIGINT), sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&attributes, &none), posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, group);
  const int failed = posix_spawn(&child, program, &files, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  return failed;
}

void reap(pid_t child) {
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

} // namespace

/// Starts the watcher. If its shell can't be started, only this object's destructor or `kill` ends the group.
ProcessGroup::ProcessGroup(const std::string& folder) {
  constexpr const char* script = "read end; [ -z \"$1\" ] || rm -rf -- \"$1\"; kill -9 0";
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[0], 0);
  for (const int out : {1, 2}) posix_spawn_file_actions_addopen(&files, out, "/dev/null", O_WRONLY, 0);
  const char* arguments[] = {"sh", "-c", script, "nova-watcher", folder.c_str(), nullptr};
  const char* environment[] = {"PATH=/usr/bin:/bin", nullptr};
  if (spawn_in(0, watcher_, "/bin/sh", files, const_cast<char**>(arguments),
               const_cast<char**>(environment)) != 0)
    watcher_ = 0;
  posix_spawn_file_actions_destroy(&files);
  close(ends[0]);
  pipe_ = ends[1], group_ = watcher_;
}

ProcessGroup::~ProcessGroup() {
  if (watcher_ > 0) kill(), reap(watcher_);
  if (pipe_ >= 0) close(pipe_);
}

int ProcessGroup::spawn(pid_t& child, const char* program, const posix_spawn_file_actions_t& files,
                        char* const* arguments, char* const* environment) {
  const int failed = spawn_in(group_, child, program, files, arguments, environment);
  if (!failed && group_ == 0) group_ = child;
  return failed;
}

void ProcessGroup::kill() {
  if (group_ > 0) ::kill(-group_, SIGKILL);
}

} // namespace nova::plan
