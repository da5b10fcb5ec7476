#include "repl/ranks/guard.hpp"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nova {
namespace {

volatile pid_t guarded = 0;
volatile sig_atomic_t* is_ended = nullptr; ///< for both processes: whether the launcher ends the job
char death_of_guard[160];                  ///< what the rank says then

/// Hands a signal of the launcher on to the rank.
void hand_on(int signal) {
  *is_ended = *is_ended || signal == SIGTERM;
  if (guarded > 0) kill(guarded, signal);
}

/// Says that a process died, unless the launcher ends all of them.
void tell(const char* text) {
  if (!*is_ended && write(STDERR_FILENO, text, strlen(text)) < 0) _exit(1);
}

/// Waits for the rank's end. Does not return.
[[noreturn]] void wait_for_rank(const std::string& who) {
  int status = 0;
  while (waitpid(guarded, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  char text[160];
  std::snprintf(text, sizeof text, "error[E0606]: %s died: signal %d (%s)\n", who.c_str(), signal,
                strsignal(signal));
  tell(text);
  constexpr int by_signal = 128; // as shells have it
  _exit(by_signal + signal);
}

/// Ends the rank, whose guard has died.
void on_death_of_guard(int) {
  tell(death_of_guard);
  kill(getpid(), SIGKILL);
}

} // namespace

/// Neither process may lose a signal: both come out of `fork` with the two signals blocked, and set a handler first.
void guard_rank(const std::string& who, void (*on_interrupt)(int)) {
  constexpr int orphaned = SIGUSR2; // the rank's, when the guard has died
  void* const shared =
      mmap(nullptr, sizeof *is_ended, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return; // the rank does without
  is_ended = static_cast<volatile sig_atomic_t*>(shared);
  std::snprintf(death_of_guard, sizeof death_of_guard,
                "error[E0606]: %s died: its outer process was killed\n", who.c_str());
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
    wait_for_rank(who);
  }
  std::signal(orphaned, on_death_of_guard);
  prctl(PR_SET_PDEATHSIG, orphaned);
  if (getppid() != guard) _exit(1); // it died meanwhile
}

} // namespace nova
