// Two libraries of Nova in one program: they share nothing.
#include "stats.h"
#include "words.h"
#include <stdio.h>

int main(void) {
  stats_ctx *s = stats_ctx_new();
  words_ctx *w = words_ctx_new();
  const double x[] = {1, 2};
  double m;
  int64_t n;
  if (mean(s, x, 2, &m) == 0 && blanks(w, "a b c", 5, &n) == 0) printf("mean %g, %d blanks\n", m, (int)n);
  stats_ctx_free(s), words_ctx_free(w);
}
