#include "repl/ranks/guard.hpp"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nova {
namespace {

volatile pid_t guarded = 0;
volatile sig_atomic_t is_ended = 0; ///< whether the launcher ends the job

/// Hands a signal of the launcher on to the rank.
void hand_on(int signal) {
  is_ended = is_ended || signal == SIGTERM;
  if (guarded > 0) kill(guarded, signal);
}

/// Waits for the rank's end. Does not return.
[[noreturn]] void wait_for_rank(int rank, int size) {
  int status = 0;
  while (waitpid(guarded, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  if (!is_ended) {
    char text[160];
    const int length = std::snprintf(text, sizeof text, "error[E0606]: rank %d of %d died: signal %d (%s)\n",
                                     rank, size, signal, strsignal(signal));
    if (write(STDERR_FILENO, text, static_cast<size_t>(length)) < 0) _exit(1);
  }
  constexpr int by_signal = 128; // as shells have it
  _exit(by_signal + signal);
}

} // namespace

/// Neither process may lose a signal: both come out of `fork` with the two signals blocked, and set a handler first.
void guard_rank(int rank, int size, void (*on_interrupt)(int)) {
  const pid_t guard = getpid();
  sigset_t handed_on, before;
  sigemptyset(&handed_on), sigaddset(&handed_on, SIGINT), sigaddset(&handed_on, SIGTERM);
  sigprocmask(SIG_BLOCK, &handed_on, &before);
  guarded = fork();
  const auto handler = guarded > 0 ? hand_on : on_interrupt;
  std::signal(SIGINT, handler), std::signal(SIGTERM, handler);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  if (guarded < 0) return void(guarded = 0); // the rank does without
  if (guarded > 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM); // of the launcher, which ends its ranks unless it is killed
    wait_for_rank(rank, size);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guard) _exit(1); // it died meanwhile
}

} // namespace nova
