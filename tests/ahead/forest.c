// Values of recursive types in C: functions of trees.nv, more cells than a context has room for at first, numbers that are no
// values, and rounds that forget all values, after which nothing is allocated.
#include "trees.h"
#include <stdio.h>
#include <stdlib.h>

static long allocations, live;
static void *allocate(void *user, size_t bytes) { return (void)user, ++allocations, ++live, malloc(bytes); }
static void release(void *user, void *memory) { (void)user, --live, free(memory); }

/// Prints an error of the context.
static void tell(trees_ctx *c, int error) {
  printf("%d %s %s: %s\n", error, trees_error_code(c), trees_error_place(c), trees_error(c));
}

/// Makes a list of 0 to n - 1, doubles it, and returns the sum.
static double sum_of_list(trees_ctx *c, int n) {
  trees_List_double list, rest;
  double sum = 0, x;
  trees_List_double_make_Nil(c, &list);
  for (int k = 0; k < n; ++k) trees_List_double_make_Cons(c, k, list, &list);
  if (doubled(c, list, &list)) return tell(c, 1), 0;
  for (int32_t is;; list = rest) {
    trees_List_double_tag(c, list, &is);
    if (is == trees_List_double_is_Nil) return sum;
    trees_List_double_get_Cons(c, list, &x, &rest);
    sum += x;
  }
}

#ifndef STACK
#define STACK 6 // MiB
#endif
int main(void) {
  trees_ctx *c = trees_ctx_new_with(allocate, release, 0);
  trees_ctx_stack(c, STACK << 20);
  trees_Tree t = 0, kept;
  int64_t n, *x = malloc(50000 * sizeof *x), *ns = 0;
  int error;
  if ((error = depth(c, t, &n))) tell(c, error);
  if ((error = depth(c, 12345, &n))) tell(c, error);
  for (int64_t k = 0; k < 50000; ++k) x[k] = k * 7919 % 50000;
  if ((error = fill(c, x, 50000, &t))) tell(c, error);
  total(c, t, &n), printf("%lld in all\n", (long long)n);
  kept = t;
  for (int k = 0; k < 20; ++k) insert(c, t, -k, &t);
  total(c, t, &n), printf("%lld with 20 more\n", (long long)n);
  total(c, kept, &n), printf("%lld as before\n", (long long)n);
  const trees_Tree some[] = {t, kept, 0};
  if (!forest(c, some, 2, &ns, &n)) printf("%d depths\n", (int)n), trees_free(c, ns);
  if ((error = forest(c, some, 3, &ns, &n))) tell(c, error);
  trees_Tree leaf, left, right;
  trees_Tree_make_Leaf(c, &leaf);
  if ((error = trees_Tree_get_Node(c, leaf, &left, &n, &right))) tell(c, error);
  if ((error = of_maybe(c, 1, 0, &n)) == 0) printf("%d of none\n", (int)n); // None has no tree
  trees_Rose a, b, *kids = 0;
  char *name = 0;
  int64_t name_n, kids_n;
  trees_Rose_make_Rose(c, "leaf", 4, 0, 0, &a);
  trees_Rose_make_Rose(c, "twig", 4, (trees_Rose[]){a, a, a}, 3, &b);
  wrap(c, b, &b), size(c, b, &n);
  trees_Rose_get_Rose(c, b, &name, &name_n, &kids, &kids_n);
  printf("%.*s has %d kids, %d in all\n", (int)name_n, name, (int)kids_n, (int)n);
  trees_free(c, name), trees_free(c, kids);
  printf("the list has %g\n", sum_of_list(c, 30000));
  for (int round = 0; round < 3; ++round) trees_ctx_forget(c), sum_of_list(c, 1000);
  const long before = allocations;
  for (int round = 0; round < 1000; ++round) trees_ctx_forget(c), sum_of_list(c, 1000);
  printf("%ld allocations in 1000 rounds\n", allocations - before);
  trees_ctx_free(c), free(x);
  printf("%ld blocks left\n", live);
  return 0;
}
