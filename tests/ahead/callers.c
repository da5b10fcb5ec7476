// Calls functions of callers.nv whose results lie in the memory of arguments, then stops one that runs.
#include "callers.h"
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static callers_ctx *c;
static void tell(const char *what, const int64_t *x, int64_t n) {
  printf("%s", what);
  for (int64_t k = 0; k < n; ++k) printf(" %d", (int)x[k]);
}

static void in_place(void) {
  double p[] = {1, 2}, old[] = {0, 0}, *a = p, *b = old;
  int64_t x[] = {1, 2, 3}, y[] = {4, 5, 6}, z[] = {7, 8, 9}, all[] = {1, 2, 3, 4, 5, 6};
  int64_t n = 2, m = 2, l = 3, *q = x, *r = y, *s = z;
  if (!verlet(c, p, 2, old, 2, &a, &n, &b, &m)) printf("%g %g, %g %g\n", p[0], p[1], old[0], old[1]);
  n = m = 3;
  if (!swap(c, x, 3, y, 3, &q, &n, &r, &m)) tell("swap", x, 3), tell(",", y, 3), puts("");
  if (!turn(c, x, 3, y, 3, z, 3, &q, &n, &r, &m, &s, &l)) tell("turn", x, 3), tell(",", y, 3), tell(",", z, 3), puts("");
  // The vectors all[0..2] and all[2..4] share an element, and so do results and arguments.
  q = all + 2, r = all + 1, n = m = 3;
  if (!swap(c, all, 3, all + 2, 3, &r, &m, &s, &n)) tell("overlapping", r, m), tell(",", s, n), puts("");
  q = x + 1, n = 2, r = 0, m = 0;
  if (!parts(c, x, 3, &q, &n, &r, &m)) tell("parts", q, n), tell(",", r, m), puts("");
  callers_free(c, r), r = 0, q = y, n = 3;
  if (!both(c, y, 3, &r, &m, &q, &n)) tell("both", q, n), tell(",", r, m), puts("");
  callers_free(c, r);
}

static void *stop(void *unused) {
  usleep(20000);
  return callers_ctx_stop(c, 1), unused;
}

int main(void) {
  c = callers_ctx_new();
  in_place();
  pthread_t other;
  int64_t r;
  pthread_create(&other, 0, stop, 0);
  const int error = endless(c, 0, &r);
  pthread_join(other, 0);
  printf("%d %s\n", error, callers_error(c));
  callers_ctx_free(c);
  return 0;
}
