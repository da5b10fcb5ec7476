// The kernels of each array operation, for generated C where no Nova is: their memory, their arguments, and their order, as
// KernelLauncher (gpu/kernel_launcher.cpp) has them. A function gets the arguments that the statement's kernels share, and
// returns 1 if the run is over. Lengths are known here, so that nothing is guessed.
#ifndef NOVA_JIT_AHEAD_KERNELS_H
#define NOVA_JIT_AHEAD_KERNELS_H

#include "jit/kernels/c/ahead_device.h"

/// A sort by digits takes fewer keys than this.
#define NOVA_MOST_BY_DIGITS (1ll << 30)

/// One thread, or one of a grid's threads, for each element.
static int nova_elements(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n) {
  return n > 0 && nova_start(t, l, "", nova_blocks(t, n, l->threads), a);
}

/// Rows that are folded. Long rows are cut into pieces, which a second kernel folds.
static int nova_row_folds(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n) {
  enum { pieces = 4096 };
  if (n <= 0) return 0;
  if (!nova_give_memory(t, a, nova_cut_bytes, 1, 1)) return 1;
  nova_give_i64(a, pieces);
  const nv_i64 blocks = nova_blocks(t, nova_least(n, 0x7fffffff) * l->threads, l->threads);
  if (nova_start(t, l, "", blocks, a)) return 1;
  if (!nova_give_memory(t, a, pieces, l->value, 0) || !nova_give_memory(t, a, 4, 1, 1)) return 1;
  return nova_start(t, l, "_cut", nova_blocks(t, 1ll << 40, l->threads), a);
}

/// A reduction. `results`: where the words of its `count` results are written.
static int nova_reduce(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n, int count, nv_u64* results) {
  const nv_i64 groups = n / l->leaves + 1, per_group = (nv_i64)l->leaves * 16;
  char* const got = nova_make(t, count, 8);
  if (!got) return 1;
  for (int k = 0; k < count; ++k) nova_give_column(a, got + 8 * k);
  if (!nova_give_memory(t, a, 2 * groups, l->value, 0) || !nova_give_memory(t, a, 4, 1, 1)) return 1;
  const nv_i64 blocks = nova_blocks(t, (n + per_group - 1) / per_group * l->threads, l->threads);
  return nova_start(t, l, "", blocks, a) || nova_fetch(t, results, got, 8 * (nv_u64)count);
}

/// Starts a kernel whose `count` blocks read what the blocks before them have found (kernels/cuda/look_back.h).
static int nova_in_order(nova_task* t, const nova_launch* l, const char* suffix, nova_arguments* a, nv_i64 count, nv_i64 value) {
  const nv_i64 places = 2 * count + 1;
  if (!nova_give_memory(t, a, places, value, 0) || !nova_give_memory(t, a, places, 4, 1) || !nova_give_memory(t, a, 4, 1, 1))
    return 1;
  if (count > 0) return nova_start(t, l, suffix, nova_blocks(t, count * l->threads, l->threads), a);
  return a->clears = 0;
}

static int nova_scan_there(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n) {
  const nv_i64 each = (nv_i64)l->threads * nova_cell_items;
  return nova_in_order(t, l, "", a, (n + each - 1) / each, l->value);
}

/// Scatters what a scan gives into columns of m elements. `stored`: the bytes of what each of its results takes.
static int nova_scan_scatter(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n, nv_i64 m, const int* stored, int count) {
  for (int k = 0; k < count; ++k)
    if (!nova_give_memory(t, a, n, stored[k], 0)) return 1;
  if (nova_scan_there(t, l, a, n) || !nova_give_memory(t, a, m, 8, 1)) return 1;
  if (n <= 0) return a->clears = 0;
  nova_launch puts = *l;
  puts.shared = 0; // only the scan itself needs it
  const nv_i64 blocks = nova_blocks(t, n, l->threads);
  return nova_start(t, &puts, "_claim", blocks, a) || nova_start(t, &puts, "_write", blocks, a);
}

/// A filter. `counts`: where the numbers of elements are written. Columns that are not kept follow in `a` for a second count.
static int nova_filter_there(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n, const void* counted, int count,
                             nv_i64* counts) {
  const nv_i64 each = (nv_i64)l->threads * l->items;
  return nova_clear(t, counted, 8 * (nv_u64)count) || nova_in_order(t, l, "", a, (n + each - 1) / each, 8) ||
         nova_fetch(t, counts, counted, 8 * (nv_u64)count);
}

// ---- rows ----

/// Writes the running sums of n lengths to `offsets`.
static int nova_offsets(nova_task* t, const nova_launch* l, nv_i64 n, const void* lengths, const void* offsets) {
  if (n <= 0) return 0;
  nova_launch sums = *l;
  sums.arena = 0, sums.shared = l->threads * 8 * (2 + nova_cell_pitch);
  const nv_i64 each = (nv_i64)l->threads * nova_cell_items;
  nova_arguments a;
  nova_arguments_begin(&a, n);
  nova_give_column(&a, lengths), nova_give_column(&a, offsets);
  return nova_in_order(t, &sums, "_offsets", &a, (n + each - 1) / each, 8);
}

/// Writes where each of n rows begins, and where the last one ends. `nulls`: how many columns do not exist yet.
static int nova_row_starts(nova_task* t, const nova_launch* l, const nova_arguments* a, int nulls, nv_i64 n, const void* starts) {
  nova_arguments counting;
  counting.count = a->count, counting.clears = 0;
  __builtin_memcpy(counting.w, a->w, (size_t)a->count * sizeof *a->w);
  for (int k = 0; k < nulls; ++k) nova_give_column(&counting, 0);
  void* const lengths = nova_give_memory(t, &counting, n, 8, 0);
  if (!lengths || nova_clear(t, starts, 8)) return 1;
  if (n > 0 && nova_start(t, l, "", nova_blocks(t, n, l->threads), &counting)) return 1;
  return nova_offsets(t, l, n, lengths, starts);
}

/// How the elements of rows are computed, as Launch::Fill in emit/cuda/emit_cuda.hpp.
enum { NOVA_FILL_WHOLE, NOVA_FILL_ELEMENTS, NOVA_FILL_SCANS };

static int nova_row_scans(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n, nv_i64 total, int cuts_all) {
  const nv_i64 whole = nova_whole_leaves * nova_cell_items;
  const nv_i64 room = 2 * (total / (nova_cell_items * (nv_i64)l->threads)) + nova_most_cut_rows;
  if (!nova_give_memory(t, a, nova_cut_bytes, 1, 1)) return 1;
  nova_give_i64(a, room);
  if (nova_start(t, l, "_fill", nova_blocks(t, nova_least(n, 0x7fffffff) * l->threads, l->threads), a)) return 1;
  if (total <= whole && !cuts_all) return 0;
  if (!nova_give_memory(t, a, 2 * room, l->value, 0) || !nova_give_memory(t, a, 2 * room, 4, 1) ||
      !nova_give_memory(t, a, 4, 1, 1))
    return 1;
  return nova_start(t, l, "_cut", nova_blocks(t, 1ll << 40, l->threads), a);
}

/// Makes rows: their `offsets`, the `total` of their lengths, and `count` columns, whose elements have so many bytes.
static int nova_rows_there(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n, int fill, int cuts_all, void* offsets,
                           nv_i64* total, void** columns, const int* bytes, int count) {
  if (nova_row_starts(t, l, a, fill == NOVA_FILL_WHOLE ? count : 0, n, offsets)) return 1;
  if (nova_fetch(t, total, (nv_i64*)offsets + n, 8)) return 1;
  if (*total < 0 || *total > NOVA_MOST) return nova_no_memory(nova_context_of(t)), 1;
  for (int k = 0; k < count; ++k)
    if (!(columns[k] = nova_give_memory(t, a, *total, bytes[k], 0))) return 1;
  nova_give_column(a, offsets);
  if (n <= 0) return 0;
  if (fill == NOVA_FILL_SCANS) return nova_row_scans(t, l, a, n, *total, cuts_all);
  const nv_i64 units = fill == NOVA_FILL_WHOLE ? n : (*total + nova_row_map_items - 1) / nova_row_map_items;
  return nova_start(t, l, "_fill", nova_blocks(t, units, l->threads), a);
}

/// A part of the elements of an `each`: a column of scalars, or offsets and items.
typedef struct {
  int bytes, is_rows, word;
  void *column, *items, *lengths;
} nova_part;

static int nova_each(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n, nova_part* parts, int count) {
  for (nova_part* p = parts; p < parts + count; ++p) {
    if (!(p->column = nova_give_memory(t, a, p->is_rows ? n + 1 : n, p->is_rows ? 8 : p->bytes, 0))) return 1;
    if (!p->is_rows) continue;
    p->word = a->count, nova_give_column(a, 0);
    if (nova_clear(t, p->column, 8)) return 1;
  }
  for (nova_part* p = parts; p < parts + count; ++p)
    if (p->is_rows && !(p->lengths = nova_give_memory(t, a, n, 8, 0))) return 1;
  if (nova_elements(t, l, a, n)) return 1;
  for (nova_part* p = parts; p < parts + count; ++p) {
    nv_i64 total = 0;
    if (!p->is_rows) continue;
    if (nova_offsets(t, l, n, p->lengths, p->column) || nova_fetch(t, &total, (nv_i64*)p->column + n, 8)) return 1;
    if (total < 0 || total > NOVA_MOST) return nova_no_memory(nova_context_of(t)), 1;
    if (!(p->items = nova_make(t, total, p->bytes))) return 1;
    a->w[p->word].i64 = (nv_i64)nova_address(p->items);
  }
  return n > 0 && nova_start(t, l, "_fill", nova_blocks(t, n, l->threads), a);
}

// ---- scatters ----

/// Scatters m elements into columns of n. `claims`: whether a kernel finds the last writer of each place first.
static int nova_scatter_there(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n, nv_i64 m, int claims) {
  if (m <= 0) return 0;
  if (!claims) return nova_elements(t, l, a, m);
  const nv_i64 blocks = nova_blocks(t, m, l->threads);
  return !nova_give_memory(t, a, n, 8, 1) || nova_start(t, l, "", blocks, a) || nova_start(t, l, "_write", blocks, a);
}

/// Scatters n rows into columns of m elements. `counting`: the arguments of the kernel that computes the rows' lengths.
static int nova_scatter_rows(nova_task* t, const nova_launch* l, nova_arguments* a, const nova_arguments* counting, nv_i64 n,
                             nv_i64 m, int fill) {
  if (n <= 0) return 0;
  nv_i64* const starts = nova_make(t, n + 1, 8);
  if (!starts || nova_row_starts(t, l, counting, 0, n, starts)) return 1;
  nova_give_column(a, starts);
  if (!nova_give_memory(t, a, m, 8, 1)) return 1;
  nv_i64 units = n;
  if (fill == NOVA_FILL_ELEMENTS) {
    nv_i64 total = 0;
    if (nova_fetch(t, &total, starts + n, 8)) return 1;
    units = total / nova_row_map_items + 1;
  }
  const nv_i64 blocks = nova_blocks(t, units, l->threads);
  return nova_start(t, l, "_claim", blocks, a) || nova_start(t, l, "_write", blocks, a);
}

// ---- sorts ----

/// Sorts n keys of `key` bytes, which differ in their lowest `digits` bytes at most. `out` gets the keys, `order` the places
/// where they stood; one of the two may be null. `l` names the sort's kernels.
static int nova_by_digits(nova_task* t, const char* kernel, nv_i64 n, const void* keys, int key, int digits, void* out, void* order) {
  if (n <= 0) return 0;
  if (n >= NOVA_MOST_BY_DIGITS) return nova_fail(t, 0); // the text for the host goes on
  const nv_i64 tile = nova_pass_threads * (key == 8 ? nova_wide_key_items : nova_narrow_key_items);
  const nv_i64 tiles = (n + tile - 1) / tile, between = digits > 1 ? n : 0, more = digits > 2 ? n : 0;
  const nova_launch counts = {kernel, nova_count_threads, (unsigned)key * 4 * nova_digits, 0, 0, 0, 0, 0},
                    starts = {kernel, nova_digits, 32, 0, 0, 0, 0, 0},
                    pass = {kernel, nova_pass_threads, nova_sort_room + 2 * 4 * nova_digits + 64, 0, 0, 0, 0, 0};
  nova_arguments a;
  nova_arguments_begin(&a, n);
  nova_give_column(&a, keys);
  void* const plan = nova_give_memory(t, &a, nova_sort_plan_bytes, 1, 1);
  if (!plan || nova_start(t, &counts, "_counts", nova_blocks(t, n / 16, nova_count_threads), &a)) return 1;
  nova_arguments_begin(&a, n);
  nova_give_column(&a, plan);
  if (nova_start(t, &starts, "_starts", 1, &a)) return 1;
  nova_arguments_begin(&a, n);
  nova_give_column(&a, keys);
  if (!nova_give_memory(t, &a, between, key, 0) || !nova_give_memory(t, &a, more, key, 0)) return 1;
  nova_give_column(&a, out);
  if (!nova_give_memory(t, &a, order ? between : 0, 4, 0) || !nova_give_memory(t, &a, order ? more : 0, 4, 0)) return 1;
  nova_give_column(&a, order), nova_give_column(&a, plan);
  void *const nodes = nova_make(t, tiles * nova_digits, 4), *const ticket = nova_make(t, 4, 1);
  if (!nodes || !ticket) return 1;
  const int shared = a.count;
  for (nv_i64 k = 0; k < digits; ++k) {
    a.count = shared;
    nova_give_i64(&a, k), nova_give_column(&a, nodes), nova_give_column(&a, ticket);
    if (nova_clear(t, nodes, (nv_u64)tiles * 4 * nova_digits) || nova_clear(t, ticket, 4)) return 1;
    if (nova_start(t, &pass, "_pass", nova_blocks(t, tiles * nova_pass_threads, nova_pass_threads), &a)) return 1;
  }
  return 0;
}

/// Sorts the places 0 .. n - 1 by merging, with the kernel's comparison. *order: memory for them, and the result.
static int nova_by_merging(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n, void** order) {
  nova_arguments first;
  void* to = nova_make(t, n, 8);
  nova_arguments_begin(&first, n);
  nova_give_column(&first, *order);
  if (!to) return 1;
  if (n > 0 && nova_start(t, l, "_first", nova_blocks(t, n, l->threads), &first)) return 1;
  const int shared = a->count;
  for (nv_i64 width = 1; width < n; width *= 2) {
    a->count = shared;
    nova_give_column(a, *order), nova_give_column(a, to), nova_give_i64(a, width);
    if (nova_elements(t, l, a, n)) return 1;
    void* const other = *order;
    *order = to, to = other;
  }
  return 0;
}

// ---- histograms ----

/// Joins each run of neighbours with the same place. A second kernel joins the long ones.
static int nova_join_runs(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 m) {
  if (l->shared == 0) return nova_elements(t, l, a, m); // one thread for each run
  const nv_i64 most = m / (nova_short_run + 1);
  if (!nova_give_memory(t, a, most, 8, 0) || !nova_give_memory(t, a, 4, 1, 1) || nova_elements(t, l, a, m)) return 1;
  if (!nova_give_memory(t, a, 4, 1, 1)) return 1;
  if (most > 0) return nova_start(t, l, "_long", nova_blocks(t, most * l->threads, l->threads), a);
  return a->clears = 0;
}

/// Joins m elements into columns of n. `sort`: the name of the kernels that sort by place; null if any order gives the same.
static int nova_histogram_there(nova_task* t, const nova_launch* l, nova_arguments* a, nv_i64 n, nv_i64 m, const char* sort) {
  if (m <= 0) return 0;
  if (!sort) return nova_give_i64(a, n), nova_elements(t, l, a, m);
  void *const keys = nova_make(t, m, 8), *const sorted = nova_make(t, m, 8), *const order = nova_make(t, m, 8);
  if (!keys || !sorted || !order) return 1;
  const int shared = a->count;
  nova_give_column(a, keys);
  if (nova_start(t, l, "_keys", nova_blocks(t, m, l->threads), a)) return 1;
  int digits = 1;
  while (digits < 8 && (n - 1) >> 8 * digits) ++digits;
  if (nova_by_digits(t, sort, m, keys, 8, digits, sorted, order)) return 1;
  a->count = shared;
  nova_give_column(a, sorted), nova_give_column(a, order);
  return nova_join_runs(t, l, a, m);
}

#endif
