// Calls the functions of stats.nv, and shows what an error looks like.
#include "stats.h"
#include <stdio.h>

int main(void) {
  stats_ctx *ctx = stats_ctx_new();
  const double x[] = {1, 2, 3, 6};
  double mean_of_x, missing, *sums = NULL;
  int64_t n = 0;
  if (mean(ctx, x, 4, &mean_of_x) == 0) printf("mean %g\n", mean_of_x);
  if (running(ctx, x, 4, &sums, &n) == 0) printf("the last of %d sums is %g\n", (int)n, sums[n - 1]);
  if (element(ctx, x, 4, 9, &missing) != 0)
    printf("%s: error[%s]: %s\n", stats_error_place(ctx), stats_error_code(ctx), stats_error(ctx));
  stats_free(ctx, sums);
  stats_ctx_free(ctx);
}
