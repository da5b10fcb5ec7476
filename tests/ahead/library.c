// The library of libraries.nv, by NOVA's calling convention.
#include <stdint.h>

typedef struct {
  int64_t a;
  double b;
} pair;

void add(int64_t *r, int64_t a, int64_t b) { *r = a + b; }
void pairs(pair *r, pair p) { *r = (pair){p.a + 1, p.b / 2}; }
void even(int *r, int64_t n) { *r = n % 2 == 0; }
void none(void) {}
void dot(double *r, int64_t n, const float *x, int64_t m, const float *y) {
  *r = 0;
  for (int64_t k = 0; k < n && k < m; ++k) *r += (double)x[k] * y[k];
}
