/* Preloaded: the n-th allocation of the process fails, once, as where the machine has no memory left. NOVA_FAIL is n, or 0;
   NOVA_FAIL_COUNT names a file that gets how many allocations there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_long calls;
static long fails_at;
static atomic_int counting;

/* Memory comes from here until the real one is known. */
static char early[65536];
static size_t early_used;

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void (*real_free)(void *);

static int fails(void) { return counting && atomic_fetch_add(&calls, 1) + 1 == fails_at && (errno = ENOMEM); }

static void tell(void) {
  FILE *const out = getenv("NOVA_FAIL_COUNT") ? fopen(getenv("NOVA_FAIL_COUNT"), "w") : NULL;
  counting = 0;
  if (out) fprintf(out, "%ld\n", (long)calls), fclose(out);
}

__attribute__((constructor)) static void begin(void) {
  real_calloc = dlsym(RTLD_NEXT, "calloc"), real_realloc = dlsym(RTLD_NEXT, "realloc");
  real_free = dlsym(RTLD_NEXT, "free"), real_malloc = dlsym(RTLD_NEXT, "malloc");
  fails_at = getenv("NOVA_FAIL") ? atol(getenv("NOVA_FAIL")) : 0;
  unsetenv("LD_PRELOAD"); /* compilers have theirs */
  atexit(tell);
  counting = 1;
}

void *malloc(size_t n) {
  if (real_malloc) return fails() ? NULL : real_malloc(n);
  void *const at = early + early_used;
  early_used += (n + 15) / 16 * 16;
  return early_used <= sizeof early ? at : NULL;
}
void *calloc(size_t n, size_t size) {
  if (!real_calloc) return malloc(n * size); /* zeros, as nothing was there before */
  return fails() ? NULL : real_calloc(n, size);
}
void *realloc(void *p, size_t n) { return fails() ? NULL : real_realloc(p, n); }
void free(void *p) {
  if ((char *)p >= early && (char *)p < early + sizeof early) return;
  if (real_free) real_free(p);
}
