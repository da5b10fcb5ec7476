// Gives functions of hostile.nv arguments that stand for no value, and prints the errors; then makes a million cells, and calls
// until memory would have grown.
#include "hostile.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static long bytes, most;
static void *allocate(void *user, size_t n) {
  size_t *const got = malloc(n + 64);
  *got = n, bytes += (long)n, most = bytes > most ? bytes : most;
  return (void)user, (char *)got + 64;
}
static void release(void *user, void *memory) {
  size_t *const got = (size_t *)(void *)((char *)memory - 64);
  (void)user, bytes -= (long)*got;
  free(got);
}

static hostile_ctx *c;
/// Prints what a call said.
static void tell(const char *what, int error) { printf("%s: %d %s\n", what, error, error ? hostile_error(c) : "no error"); }

static void arguments(void) {
  int64_t r, *y = 0, n = 0;
  const int32_t tags[] = {hostile_Pick_is_None_of, hostile_Pick_is_One, hostile_Pick_is_Two}, wrong[] = {0, 3, 1}, below[] = {-1};
  const int64_t ints[] = {1, 2, 3, 4}, ascend[] = {0, 2, 3}, descend[] = {0, 3, 1}, less[] = {-1, 0, 1}, shapes[] = {1, 2, 1, 2},
                shape[] = {2, 2, 1, 1}, no_shape[] = {-1, -2, 1, 1}, pairs[] = {0, 2, 4};
  const unsigned char bytes_of[] = {0, 1, 2};
  const bool *const no_bools = (const bool *)bytes_of, bools[] = {true, false, true};
  const double doubles[] = {1, 2, 3};
  tell("pick", pick(c, 1, 5, false, 0, &r));
  tell("pick of 3", pick(c, 3, 5, false, 0, &r));
  tell("pick of -1", pick(c, -1, 5, false, 0, &r));
  tell("picks", picks(c, tags, ints, bools, doubles, 3, &r));
  tell("picks of a wrong constructor", picks(c, wrong, ints, bools, doubles, 3, &r));
  tell("picks of -1", picks(c, below, ints, bools, doubles, 1, &r));
  tell("picks of a wrong bool", picks(c, tags, ints, no_bools, doubles, 3, &r));
  tell("picks without fields", picks(c, tags, 0, bools, doubles, 3, &r));
  tell("picks of none", picks(c, 0, 0, 0, 0, 0, &r));
  tell("trues", trues(c, bools, 3, &r));
  tell("trues of 2", trues(c, no_bools, 3, &r));
  tell("trues of null", trues(c, 0, 3, &r));
  tell("trues of -3", trues(c, bools, -3, &r));
  tell("rows", rows(c, ascend, ints, 2, &y, &n)), hostile_free(c, y), y = 0;
  tell("rows that descend", rows(c, descend, ints, 2, &y, &n));
  tell("rows below 0", rows(c, less, ints, 2, &y, &n));
  tell("rows without offsets", rows(c, 0, ints, 2, &y, &n));
  tell("rows without elements", rows(c, ascend, 0, 2, &y, &n));
  tell("no rows", rows(c, 0, 0, 0, &y, &n)), hostile_free(c, y), y = 0;
  tell("deep", deep(c, ascend, pairs, ints, 1, &r));
  tell("deep without offsets", deep(c, ascend, 0, ints, 2, &r));
  tell("deep that descends", deep(c, ascend, descend, ints, 1, &r));
  tell("grids", grids(c, pairs, shapes, (const int64_t[]){1, 2, 3, 4}, 2, &r));
  tell("grids of other shapes", grids(c, pairs, shape, (const int64_t[]){1, 2, 3, 4}, 2, &r));
  tell("grids below 0", grids(c, pairs, no_shape, (const int64_t[]){1, 2, 3, 4}, 2, &r));
  tell("grid", grid(c, ints, 1, 3, &r));
  tell("grid of null", grid(c, 0, 1, 3, &r));
  tell("grid that is too long", grid(c, 0, (int64_t)1 << 40, (int64_t)1 << 40, &r));
  tell("size of 77", size(c, 77, &r));
  tell("size of 0", size(c, 0, &r));
  tell("maybe of 2", maybe(c, 2, 0, &r));
  tell("maybe of none", maybe(c, hostile_Maybe_is_None, 0, &r));
  tell("maybe of no value", maybe(c, hostile_Maybe_is_Some, -1, &r));
  tell("maybe of some 0", maybe(c, hostile_Maybe_is_Some, 0, &r));
  hostile_Tree t, trees[] = {0, 0};
  hostile_Tree_make_Leaf(c, &trees[1]);
  tell("forest", forest(c, (const int32_t[]){hostile_Maybe_is_None, hostile_Maybe_is_Some}, trees, 2, &r));
  tell("forest of some 0", forest(c, (const int32_t[]){hostile_Maybe_is_Some, hostile_Maybe_is_Some}, trees, 2, &r));
  tell("a tree without kids", hostile_Tree_make_Node(c, 0, 2, true, &t));
  tell("a tree of 5", hostile_Tree_make_Node(c, (const hostile_Tree[]){5}, 1, true, &t));
}

static long kilobytes(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

int main(int argc, char **argv) {
  const int calls = argc > 1 ? atoi(argv[1]) : 1000;
  int64_t r = 0;
  c = hostile_ctx_new_with(allocate, release, 0);
  arguments();
  hostile_Cell list;
  const int error = listed(c, 1000000, &list);
  printf("%d, under 28 MiB: %d\n", error, most < 28 << 20); // a cell has 13 bytes; a block begins at a large page
  if (inside(c, 1000000, &r)) tell("inside", 1);
  printf("%lld, under 48 MiB: %d\n", (long long)r, most < 48 << 20);
  const long before = bytes, memory = kilobytes();
  for (int k = 0; k < calls; ++k)
    if (inside(c, k % 50, &r)) return tell("inside", 1), 1;
  printf("%ld bytes more in many calls, %ld KiB more\n", bytes - before, kilobytes() - memory);
  hostile_ctx_free(c);
  printf("%ld bytes left\n", bytes);
  return 0;
}
