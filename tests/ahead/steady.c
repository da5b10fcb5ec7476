// Calls functions of basics.nv again and again. The caller gives room for results, so that after the first calls nothing is
// allocated. Arguments: the number of calls. Prints allocations, and the growth of the process's memory in KiB.
#include "basics.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

typedef struct {
  long allocations, live;
} counts;

static void *allocate(void *user, size_t bytes) {
  counts *c = user;
  ++c->allocations, ++c->live;
  return malloc(bytes);
}

static void release(void *user, void *memory) {
  --((counts *)user)->live;
  free(memory);
}

enum { N = 1000 };

static int call_all(basics_ctx *c, int round) {
  static double x[N], y[N], out[N];
  static int64_t ints[N], few[N];
  const int n = 1 + round % N;
  const int64_t offsets[] = {0, n / 3, n};
  double *to = out, one;
  int64_t *to_ints = few, m = N, whole;
  float f[4] = {1, 2, 3, 4}, least, most;
  for (int k = 0; k < n; ++k) x[k] = (k * 37 + round) % 101, y[k] = k, ints[k] = (k * 7) % n;
  int failed = saxpy(c, 2.0, x, n, y, n, &to, &m);
  m = N, failed |= sorted(c, x, n, &to, &m);
  m = N, failed |= prefix(c, x, n, &to, &m);
  m = N, failed |= evens(c, ints, n, &to_ints, &m);
  m = N, failed |= rowsums(c, offsets, x, 2, &to, &m);
  m = N, failed |= pick(c, ints, n, ints, n, &to_ints, &m);
  failed |= total(c, x, n, &one) | stats(c, f, 4, &least, &most) | fact(c, 10, &whole) | poly(c, 0.5, &one);
  if (round % 1000 == 7) failed |= idiv(c, 1, 0, &whole) == 0; // an error now and then
  return failed || to != out || to_ints != few;
}

static long kilobytes(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

int main(int argc, char **argv) {
  counts own = {0, 0};
  basics_ctx *c = basics_ctx_new_with(allocate, release, &own);
  const int calls = argc > 1 ? atoi(argv[1]) : 1000;
  for (int k = 0; k < 2 * N; ++k)
    if (call_all(c, k)) return printf("call %d fails: %s\n", k, basics_error(c)), 1;
  const long before = own.allocations, memory = kilobytes();
  for (int k = 0; k < calls; ++k)
    if (call_all(c, k)) return printf("call %d fails: %s\n", k, basics_error(c)), 1;
  printf("%ld allocations in %d rounds of 10 calls, %ld KiB more\n", own.allocations - before, calls, kilobytes() - memory);
  basics_ctx_free(c);
  printf("%ld blocks left\n", own.live);
  return own.live != 0;
}
