// Functions of a library that do harm, each in another way (hostile-libraries.cmd). They follow NOVA's calling convention.
#define _GNU_SOURCE
#include <fcntl.h>
#include <fenv.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HARM(name) void name(int64_t *r, int64_t n)

// What ends the process.
HARM(writes_nowhere) { *(volatile int64_t *)8 = n, *r = n; }
HARM(aborts) { abort(); }
HARM(quits) { _exit(0); }
HARM(exits) { exit(7); }
HARM(traps) { __builtin_trap(); }
HARM(divides) {
  volatile int64_t zero = 0;
  *r = n / zero;
}
HARM(nests) {
  volatile char room[4096];
  int64_t below;
  room[0] = (char)n;
  nests(&below, n + 1);
  *r = below + room[0];
}
HARM(kills_its_group) { kill(0, SIGKILL), *r = n; }
// What does not come back.
HARM(loops) {
  for (volatile int64_t k = 0;; ++k);
}
HARM(sleeps) {
  for (;;) sleep(100);
}
HARM(stops) { raise(SIGSTOP), *r = n; }
HARM(ignores_signals) {
  for (int s = 1; s < 32; ++s) signal(s, SIG_IGN);
  for (;;) pause();
}
// What breaks the way back.
HARM(closes_all) {
  for (int k = 0; k < 1024; ++k) close(k);
  *r = n;
}
HARM(answers_rubbish) {
  char bytes[64];
  memset(bytes, 255, sizeof bytes);
  for (int k = 3; k < 64; ++k) send(k, bytes, sizeof bytes, MSG_DONTWAIT);
  *r = n;
}
HARM(floods) {
  static char bytes[65536];
  for (;;)
    for (int k = 3; k < 64; ++k) send(k, bytes, sizeof bytes, MSG_DONTWAIT);
}
HARM(answers_too_early) { // memory that it shares with its parent
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512], access[8];
  unsigned long from, to;
  while (maps && fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx-%lx %7s", &from, &to, access) == 3 && access[1] == 'w' && access[3] == 's')
      memset((void *)from, 0, to - from);
  sleep(5), *r = n;
}
// Answers to the request in the place of the process. They are well-formed messages that are no answer to it.
static char *mailbox(void) { // as mailbox.cpp has it: whose turn it is, the bytes of the part, the part
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512], access[8];
  unsigned long from, to;
  while (maps && fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx-%lx %7s", &from, &to, access) == 3 && access[1] == 'w' && access[3] == 's' &&
        to - from == 1 << 20)
      return (char *)from;
  abort();
}
static void forge(const void *message, uint64_t size) {
  char *const box = mailbox();
  memcpy(box + 8, &size, 8), memcpy(box + 16, message, size);
  *(volatile uint32_t *)(box + 4) = (uint32_t)size + 8, *(volatile uint32_t *)box = 0;
  syscall(SYS_futex, box, FUTEX_WAKE, 1, 0, 0, 0);
  for (;;) pause();
}
#define FORGE(...)                             \
  const uint64_t words[] = {0, __VA_ARGS__};   \
  forge(words, sizeof words)
static void forge_fault(const char *code) {
  char bytes[8 + 5 + 8 + 2] = {5, [13] = 2, [21] = 'h', 'i'};
  memcpy(bytes + 8, code, 5), forge(bytes, sizeof bytes);
}
HARM(forges_no_word) { FORGE(0, 0); }
HARM(forges_words) { FORGE(3, 1, 2, 3, 0); }
HARM(forges_a_code) { forge_fault("E9999"); }
HARM(forges_a_type_error) { forge_fault("E0101"); }
HARM(forges_true) { FORGE(1, 0x4142, 0); } // as a bool
HARM(forges_a_byte) { FORGE(1, 0x4142, 0); } // as an integer of eight bits
#define FORGE_VECTOR(name, ...) \
  void name(int64_t *n, int64_t **x, int64_t m) { FORGE(__VA_ARGS__); }
FORGE_VECTOR(forges_no_vector, 0, 0)
FORGE_VECTOR(forges_a_longer_one, 1, 1000000, 0)
FORGE_VECTOR(forges_a_shorter_one, 1, 1, 24, 7, 8, 9)
FORGE_VECTOR(forges_less_than_none, 1, -5, 0)
FORGE_VECTOR(forges_part_of_one, 1, 1, 3, 0)
FORGE_VECTOR(forges_a_huge_one, 1, 1ull << 61, 0)
HARM(unmaps) {
  for (uintptr_t p = 0x10000; p < 0x800000000000; p += 1ull << 40) munmap((void *)p, 1ull << 40);
  *r = n;
}
HARM(forks_and_aborts) { // the other process holds the way back
  if (fork() == 0)
    for (;;) pause();
  abort();
}
// What breaks memory.
HARM(scribbles) { memset((char *)r - 256, 0xab, 4096); }
HARM(frees_twice) {
  char *volatile p = malloc(16);
  free(p), free(p);
  *r = n;
}
HARM(frees_the_result) { free(r), *r = n; }
HARM(breaks_the_stack) {
  volatile char room[8];
  for (int k = -64; k < 4096; ++k) room[k] = 0x41;
  *r = n;
}
// What should change nothing in Nova.
HARM(forks) {
  for (int k = 0; k < 20; ++k)
    if (fork() == 0)
      for (;;) pause();
  *r = n;
}
static void *spin(void *x) {
  for (;;);
  return x;
}
HARM(starts_threads) {
  pthread_t t;
  for (int k = 0; k < 3; ++k) pthread_create(&t, 0, spin, 0);
  *r = n;
}
HARM(rounds_down) { fesetround(FE_DOWNWARD), feenableexcept(FE_ALL_EXCEPT), *r = n; }
HARM(takes_limits) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_NOFILE, &none), setrlimit(RLIMIT_CPU, &none);
  *r = n;
}
HARM(changes_folder) { clearenv(), umask(0777), *r = chdir("/") + n; }
HARM(opens_the_terminal) { setsid(), *r = open("/dev/tty", O_RDWR); }
void keeps_and_returns(int64_t *n, int64_t **x, int64_t m) { // more than there is room for in the reply
  *n = malloc(200 << 20) ? m : 0, *x = calloc((size_t)m, 8);
}
// What is no vector.
#define LIE(name, count, address)                   \
  void name(int64_t *n, int64_t **x, int64_t m) {   \
    *n = count, *x = (int64_t *)(intptr_t)(address); \
    (void)m;                                        \
  }
static int64_t of_the_library[3];
LIE(is_negative, -1, 0)
LIE(is_nowhere, 5, 0)
LIE(is_not_allocated, 3, of_the_library)
