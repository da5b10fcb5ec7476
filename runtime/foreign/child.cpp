#include "runtime/foreign/child.hpp"
#include "runtime/buffer.hpp"
#include "runtime/fault.hpp"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace nova {

namespace {

/// Bounds the copy's memory: what it has now, what the memory limit allows, and room for stacks and libraries.
void bound_memory() {
  constexpr uint64_t room = uint64_t{256} << 20;
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const auto now = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  if (Memory::limit() > UINT64_MAX / 4 || !pages) return;
  const rlim_t all = now + Memory::limit() + room;
  const rlimit most{all, all};
  setrlimit(RLIMIT_AS, &most);
}

/// Closes all files but the channel and the kept one, if there is one. Returns the channel's new number.
int keep_files(int channel, int kept_file) {
  constexpr int own = 3, above = 16;
  const int file =
      kept_file < 0 ? -1 : fcntl(kept_file, F_DUPFD, above); // its number may be the channel's new one
  if (channel != own) dup2(channel, own);
  if (file >= 0) dup2(file, ChildProcess::file_in_child);
  syscall(SYS_close_range, file >= 0 ? ChildProcess::file_in_child + 1 : own + 1, ~0u, 0);
  return own;
}

/// Separates the copy from the parent's terminal, files and signals. Returns the channel's new number.
int settle_in(int channel, int kept_file, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0); // the parent has ended already
  for (int s = 1; s < NSIG; ++s) signal(s, s == SIGPIPE ? SIG_IGN : SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  bound_memory();
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int own = keep_files(channel, kept_file);
  const int empty = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {0, 1, 2}) dup2(empty, standard);
  if (empty > 2) close(empty);
  return own;
}

} // namespace

ChildProcess::ChildProcess(const std::function<void(int)>& work, int kept_file) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    fail("E0429", {"of this form", std::strerror(errno)});
  const pid_t parent = getpid();
  child_ = fork();
  if (child_ == 0) {
    try {
      work(settle_in(ends[1], kept_file, parent));
    } catch (...) { // the copy must not go on with what its parent was doing
    }
    _exit(0);
  }
  const int error = errno;
  close(ends[1]);
  if (child_ < 0) {
    close(ends[0]);
    fail("E0429", {"of this form", std::strerror(error)});
  }
  setpgid(child_, child_); // as the child does, whichever comes first
  channel_ = ends[0];
}

ChildProcess::~ChildProcess() {
  reap();
  close(channel_);
}

namespace {

enum class Known : uint8_t { Lives, Ended, Gone };
/// Returns what the system knows of a child. Gone: nothing, since the host ignores SIGCHLD or has waited for the child.
Known look(pid_t child) {
  siginfo_t info{};
  int got = -1;
  do got = waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT | WNOHANG);
  while (got < 0 && errno == EINTR);
  return got < 0 ? Known::Gone : info.si_pid ? Known::Ended : Known::Lives;
}

} // namespace

/// Kills the child and what it has started, and returns its wait status, if the system knows it. The number of a child
/// that is gone may be that of another process, so it is not killed.
std::optional<int> ChildProcess::reap() {
  if (child_ <= 0) return {};
  const pid_t child = std::exchange(child_, 0);
  if (look(child) == Known::Gone) return {};
  kill(-child, SIGKILL), kill(child, SIGKILL);
  int status = 0;
  pid_t got = -1;
  do got = waitpid(child, &status, 0);
  while (got < 0 && errno == EINTR);
  return got == child ? std::optional(status) : std::nullopt;
}

std::string ChildProcess::end() {
  // A child that has closed the channel is about to end by itself; how it ends tells more than being killed.
  for (int k = 0; k < 50 && !has_ended(); ++k) {
    char byte = 0;
    if (recv(channel_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0) break;
    usleep(2000);
  }
  const std::optional<int> known = reap();
  if (!known) return "it ended; how is not known, since the host ignores SIGCHLD";
  const int status = *known;
  if (WIFSIGNALED(status))
    return "it was ended by signal " + std::to_string(WTERMSIG(status)) + ", " + strsignal(WTERMSIG(status));
  return "it ended with status " + std::to_string(WEXITSTATUS(status));
}

/// The channel does not tell while a process that the child has started holds the other end.
bool ChildProcess::has_ended() const { return look(child_) != Known::Lives; }

/// Moves `size` bytes by steps, each of which returns how many bytes it has moved. Waits for `event` between them.
template <class Step>
bool ChildProcess::move(size_t size, short event, const std::function<void()>& wait, Step step) {
  bool ended = false;
  for (size_t done = 0; done < size;) {
    const ssize_t n = step(done);
    if (n > 0) {
      done += static_cast<size_t>(n);
    } else if (ended) {
      return false;
    } else if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
      pollfd ready{channel_, event, 0};
      ended = poll(&ready, 1, 5) == 0 && has_ended(); // what it has sent before is still there
      wait();
    } else {
      return false;
    }
  }
  return true;
}

bool ChildProcess::send(const void* bytes, size_t size, const std::function<void()>& wait) {
  return move(size, POLLOUT, wait, [&](size_t done) {
    return ::send(channel_, static_cast<const char*>(bytes) + done, size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
  });
}

bool ChildProcess::receive(void* bytes, size_t size, const std::function<void()>& wait) {
  return move(size, POLLIN, wait, [&](size_t done) {
    return recv(channel_, static_cast<char*>(bytes) + done, size - done, MSG_DONTWAIT);
  });
}

bool send_all(int channel, const void* bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    const ssize_t n = write(channel, static_cast<const char*>(bytes) + done, size - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<size_t>(n);
  }
  return true;
}

bool receive_all(int channel, void* bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    const ssize_t n = read(channel, static_cast<char*>(bytes) + done, size - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<size_t>(n);
  }
  return true;
}

} // namespace nova
