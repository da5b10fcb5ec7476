// The library of libraries.nv, by NOVA's calling convention.
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  int64_t a;
  double b;
} pair;

void add(int64_t *r, int64_t a, int64_t b) { *r = a + b; }
void pairs(pair *r, pair p) { *r = (pair){p.a + 1, p.b / 2}; }
void even(int *r, int64_t n) { *r = n % 2 == 0; }
void none(void) {}
void upto(int64_t *n, int64_t **r, int64_t end) {
  *n = end > 0 ? end : 0, *r = malloc((size_t)*n * sizeof **r);
  for (int64_t k = 0; k < *n; ++k) (*r)[k] = k;
}
void halves(int64_t *n, float **r, int64_t m, const float *x) {
  *n = m, *r = m ? malloc((size_t)m * sizeof **r) : 0;
  for (int64_t k = 0; k < m; ++k) (*r)[k] = x[k] / 2;
}
void dot(double *r, int64_t n, const float *x, int64_t m, const float *y) {
  *r = 0;
  for (int64_t k = 0; k < n && k < m; ++k) *r += (double)x[k] * y[k];
}
