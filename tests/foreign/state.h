// A process' limits, folder, signals and files: spoiled, and what is seen of them (processes.cmd).
#include <fcntl.h>
#include <fenv.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
static int64_t spoiled(int64_t n) {
  const struct rlimit none = {0, 0};
  sigset_t all;
  sigfillset(&all), sigprocmask(SIG_BLOCK, &all, 0);
  setrlimit(RLIMIT_NOFILE, &none), setrlimit(RLIMIT_CORE, &none), chdir("/"), umask(0777), nice(5);
  for (int k = 0; k < 64; ++k) close(k);
  fesetround(FE_DOWNWARD);
  return n;
}
static int64_t seen(int64_t n) {
  sigset_t now;
  struct rlimit files;
  sigprocmask(SIG_BLOCK, 0, &now), getrlimit(RLIMIT_NOFILE, &files);
  return 1 * (files.rlim_cur > 9) + 2 * (access("here", F_OK) == 0) + 4 * !sigismember(&now, SIGUSR1) +
         8 * (open("/dev/null", O_RDONLY) >= 0) + 16 * (fegetround() == FE_TONEAREST) + n;
}