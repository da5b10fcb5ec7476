// What generated C needs where no Nova is: memory, ranges of work, and the messages of errors, as `nova build` writes them into
// other programs. It uses the C library alone. A context (NOVA_CONTEXT, a struct that the program names) owns all of it, so that
// there are no global variables. One thread at a time may use a context.
#ifndef NOVA_JIT_AHEAD_H
#define NOVA_JIT_AHEAD_H

#include "jit/kernels/c/digit_order.h"
#include "jit/kernels/c/self_test.h"
#include "jit/kernels/c/ahead_context.h"

// ---- blocks of memory ----

/// Stands 64 bytes before a block's memory, which is aligned to 64 bytes.
typedef struct {
  void* raw;
  nv_u64 bytes;
} nova_block;
NOVA_INLINE nova_block* nova_block_of(const void* memory) { return (nova_block*)((char*)memory - 64); }

/// Returns a free block of at least `bytes` bytes and not much more; null if the pool has none.
static void* nova_from_pool(nova_context* c, nv_u64 bytes) {
  int best = -1;
  for (int k = 0; k < NOVA_POOL; ++k) {
    const nv_u64 has = c->pool[k] ? nova_block_of(c->pool[k])->bytes : 0;
    if (has < bytes || has > bytes + bytes / 2 + 65536) continue;
    if (best < 0 || has < nova_block_of(c->pool[best])->bytes) best = k;
  }
  void* const got = best < 0 ? 0 : c->pool[best];
  if (got) c->pool[best] = 0;
  return got;
}

static void nova_empty_pool(nova_context* c) {
  for (int k = 0; k < NOVA_POOL; ++k)
    if (c->pool[k]) c->release(c->user, nova_block_of(c->pool[k])->raw), c->pool[k] = 0;
}

/// Asks for large pages of 2 MiB, with which writes to many places of a long block are faster.
static void nova_wants_large_pages(char* memory, nv_u64 bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  const uintptr_t page = 1u << 21, begin = ((uintptr_t)memory + page - 1) & ~(page - 1), end = ((uintptr_t)memory + bytes) & ~(page - 1);
  if (begin < end) (void)madvise((void*)begin, end - begin, MADV_HUGEPAGE);
#else
  (void)memory, (void)bytes;
#endif
}

/// Makes a block. One of 4 MiB and more begins at a large page and fills the last one, since a few small pages at its ends make
/// all of its uses slower.
static void* nova_new_block(nova_context* c, nv_u64 bytes) {
  const nv_u64 large = 1u << 21, page = bytes < 2 * large ? 64 : large;
  const nv_u64 spare = 8; // what code may read behind an empty column
  if (bytes > 1ull << 62 || bytes + 2 * large + 64 + spare > SIZE_MAX) return 0;
  const nv_u64 room = 64 + (page - 1) + ((bytes + spare + page - 1) & ~(page - 1)); // header, alignment
  char* raw = c->allocate(c->user, (size_t)room);
  if (!raw) nova_empty_pool(c), raw = c->allocate(c->user, (size_t)room);
  if (!raw) return 0;
  char* const memory = (char*)(((uintptr_t)raw + 64 + page - 1) & ~(uintptr_t)(page - 1));
  if (bytes >= large) nova_wants_large_pages(raw, room);
  nova_block_of(memory)->raw = raw, nova_block_of(memory)->bytes = bytes;
  return memory;
}

/// Returns a block of at least `bytes` bytes; null if there is no memory.
static void* nova_take(nova_context* c, nv_u64 bytes) {
  nova_take_lock(&c->lock);
  void* got = nova_from_pool(c, bytes);
  if (!got) got = nova_new_block(c, bytes);
  nova_give_lock(&c->lock);
  return got;
}

/// Gives a block back to the pool, which drops its smallest block if it is full.
static void nova_give(nova_context* c, void* memory) {
  if (!memory) return;
  nova_take_lock(&c->lock);
  int at = 0;
  for (int k = 0; k < NOVA_POOL && c->pool[at]; ++k)
    if (!c->pool[k] || nova_block_of(c->pool[k])->bytes < nova_block_of(c->pool[at])->bytes) at = k;
  if (c->pool[at] && nova_block_of(memory)->bytes < nova_block_of(c->pool[at])->bytes)
    c->release(c->user, nova_block_of(memory)->raw);
  else {
    if (c->pool[at]) c->release(c->user, nova_block_of(c->pool[at])->raw);
    c->pool[at] = memory;
  }
  nova_give_lock(&c->lock);
}

/// Makes room for one more pointer in a list. Returns 0 if there is no memory.
static int nova_list_grows(nova_context* c, void*** list, nv_i64 count, nv_i64* room) {
  if (count < *room) return 1;
  const nv_i64 more = *room ? 2 * *room : 64;
  void** const grown = nova_take(c, (nv_u64)more * sizeof *grown);
  if (!grown) return 0;
  if (count) __builtin_memcpy(grown, *list, (size_t)count * sizeof *grown);
  nova_give(c, *list);
  *list = grown, *room = more;
  return 1;
}

// ---- the functions of nova_host ----

/// Ends the run of all threads for this reason.
static void nova_end_run(nova_context* c, int why) {
  __atomic_store_n(&c->limit, why, __ATOMIC_RELAXED), __atomic_store_n(&c->over, 1, __ATOMIC_RELAXED);
}

static void* nova_no_memory(nova_context* c) {
  return nova_end_run(c, NOVA_NO_MEMORY), (void*)0;
}

static void* nova_host_alloc(nova_task* t, nv_i64 count, nv_i64 size) {
  nova_context* const c = nova_context_of(t);
  void* const got = nova_take(c, nova_arena_bytes(count, size));
  if (!got) return nova_no_memory(c);
  nova_take_lock(&c->list_lock);
  const int grown = nova_list_grows(c, &c->held, c->held_count, &c->held_room);
  if (grown) c->held[c->held_count++] = got;
  nova_give_lock(&c->list_lock);
  return grown ? got : (nova_give(c, got), nova_no_memory(c));
}

static nv_i64 nova_held_at(const nova_context* c, const void* memory) {
  for (nv_i64 k = c->held_count; k-- > 0;)
    if (c->held[k] == memory) return k;
  return -1;
}

static void nova_host_drop(nova_task* t, void* column) {
  nova_context* const c = nova_context_of(t);
  nova_take_lock(&c->list_lock);
  const nv_i64 at = column ? nova_held_at(c, column) : -1;
  if (at >= 0) c->held[at] = 0;
  nova_give_lock(&c->list_lock);
  if (at >= 0) nova_give(c, column);
}

static void* nova_host_grow(nova_task* t, void* column, nv_i64 used, nv_i64 need, nv_i64* room, nv_i64 size) {
  const nv_i64 wanted = need + need / 2 > 64 ? need + need / 2 : 64;
  void* const got = nova_host_alloc(t, wanted, size);
  if (!got) return 0;
  if (column && used > 0) __builtin_memcpy(got, column, (size_t)(used * size));
  nova_host_drop(t, column);
  *room = wanted;
  return got;
}

static void* nova_host_shrink(nova_task* t, void* column, nv_i64 count, nv_i64 size) {
  (void)t, (void)count, (void)size;
  return column;
}

static nv_i64 nova_host_mark(nova_task* t) { return nova_context_of(t)->held_count; }

static void nova_host_keep(nova_task* t, nv_i64 mark, const void* const* live, nv_i64 count) {
  nova_context* const c = nova_context_of(t);
  nv_i64 to = mark;
  for (nv_i64 k = mark; k < c->held_count; ++k) {
    char* const from = c->held[k];
    int is_live = 0;
    for (nv_i64 i = 0; from && i < count; ++i)
      is_live |= (const char*)live[i] >= from && (const char*)live[i] <= from + nova_block_of(from)->bytes;
    if (is_live) c->held[to++] = from;
    else nova_give(c, from);
  }
  c->held_count = to;
}

/// Returns the index of the arena's block that ends at `end`; the number of blocks if none does.
static nv_i64 nova_arena_part(const nova_worker* w, const char* end) {
  nv_i64 k = 0;
  while (k < w->count && (char*)w->arena[k] + nova_block_of(w->arena[k])->bytes != end) ++k;
  return k;
}

static int nova_host_more(nova_task* t, nv_u64 bytes) {
  nova_worker* const w = (nova_worker*)t;
  const nv_i64 current = nova_arena_part(w, t->end), next = current == w->count ? 0 : current + 1;
  nv_i64 k = next;
  while (k < w->count && nova_block_of(w->arena[k])->bytes < bytes) ++k;
  if (k == w->count) {
    const nv_u64 last = w->count ? 2 * nova_block_of(w->arena[w->count - 1])->bytes : 1u << 16;
    const nv_u64 grown = last < (8u << 20) ? last : 8u << 20;
    while (w->count > next) nova_give(w->ctx, w->arena[--w->count]);
    void* const made = nova_take(w->ctx, bytes > grown ? bytes : grown);
    if (!made || !nova_list_grows(w->ctx, &w->arena, w->count, &w->room))
      return nova_give(w->ctx, made), nova_no_memory(w->ctx), 1;
    k = w->count, w->arena[w->count++] = made;
  }
  void* const found = w->arena[k];
  w->arena[k] = w->arena[next], w->arena[next] = found;
  t->at = found, t->end = t->at + nova_block_of(found)->bytes;
  return 0;
}

/// Whether a column lies in the arena above the mark, in the blocks from `first` on. Adds to *used the bytes of these blocks
/// that are in use, if `column` is null.
static int nova_is_above(const nova_worker* w, nv_i64 first, const char* mark, const char* column, nv_u64* used) {
  const nv_i64 last = nova_arena_part(w, w->task.end);
  for (nv_i64 k = first; k <= last && k < w->count; ++k) {
    const char* const begin = k == first && mark ? mark : w->arena[k];
    const char* const end = k == last ? w->task.at : (char*)w->arena[k] + nova_block_of(w->arena[k])->bytes;
    if (!column) *used += (nv_u64)(end - begin);
    else if (column >= begin && column <= end) return 1;
  }
  return 0;
}

static int nova_host_settle(nova_task* t, char* at, char* end, void** columns, const nv_u64* bytes, nv_i64 count) {
  nova_worker* const w = (nova_worker*)t;
  if (count > 64) return 0; // `moved` has a bit for each column
  const nv_i64 part = nova_arena_part(w, end), first = part < w->count ? part : 0;
  const char* const mark = part < w->count ? at : 0;
  nv_u64 used = 0, live = 0, done = 0;
  nova_is_above(w, first, mark, 0, &used);
  for (nv_i64 k = 0; k < count; ++k)
    if (nova_is_above(w, first, mark, columns[k], 0)) live += (bytes[k] + 64) & ~63ull;
  if (used < 2 * live + 32768) return 0;
  char* const kept = nova_take(w->ctx, live + 64);
  if (!kept) return nova_no_memory(w->ctx), 1;
  nv_u64 moved = 0;
  for (nv_i64 k = 0; k < count; ++k)
    if (nova_is_above(w, first, mark, columns[k], 0)) {
      __builtin_memcpy(kept + done, columns[k], (size_t)bytes[k]);
      done += bytes[k], moved |= 1ull << k;
    }
  t->at = at, t->end = end;
  done = 0;
  for (nv_i64 k = 0; k < count; ++k) {
    if (!(moved >> k & 1)) continue;
    const nv_u64 room = (bytes[k] + 64) & ~63ull;
    if (room > (nv_u64)(t->end - t->at) && nova_host_more(t, room)) return nova_give(w->ctx, kept), 1;
    columns[k] = t->at;
    __builtin_memcpy(columns[k], kept + done, (size_t)bytes[k]);
    t->at += room, done += bytes[k];
  }
  nova_give(w->ctx, kept);
  return 0;
}

static int nova_host_poll(nova_task* t) {
  nova_context* const c = nova_context_of(t);
  if (nova_is_stopped(c)) nova_end_run(c, NOVA_STOPPED);
  return __atomic_load_n(&c->over, __ATOMIC_RELAXED);
}

static int nova_host_wait(nova_task* t, nv_i64* turn, nv_i64 begin) {
  for (nv_u32 k = 1; !nova_is_turn(turn, begin); ++k)
    if (k % 256 == 0 && nova_host_poll(t)) return 1;
  return 0;
}

/// Runs a range on the calling thread.
static int nova_alone(nova_task* t, nv_i64 units, nv_i64 grain, nova_kernel kernel, const void* given) {
  const nv_i64 step = grain < 0 ? -grain : units;
  for (nv_i64 begin = 0; begin < units; begin += step)
    if (kernel(t, given, begin, nova_least(begin + step, units)) || nova_host_poll(t)) return 1;
  return 0;
}

#ifdef NOVA_OPENMP
/// Runs ranges on all threads of the context, which take them in order.
static int nova_host_parallel(nova_task* t, nv_i64 units, nv_i64 grain, nova_kernel kernel, const void* given) {
  nova_context* const c = nova_context_of(t);
  const nv_i64 each = units / (8ll * c->threads), least = grain > 0 ? grain : 1;
  const nv_i64 step = grain < 0 ? -grain : each > least ? each : least;
  if (c->threads < 2 || c->working || units <= step) return nova_alone(t, units, grain, kernel, given);
  nv_i64 next = 0;
  int failed = 0;
  c->working = 1;
#pragma omp parallel num_threads(c->threads)
  {
    nova_task* const own = &c->workers[omp_get_thread_num()]->task;
    const char* const low = own->stack_low;
    if (own != t) own->stack_low = (const char*)__builtin_frame_address(0) - c->stack;
    for (;;) {
      const nv_i64 begin = __atomic_fetch_add(&next, step, __ATOMIC_RELAXED);
      if (begin >= units || __atomic_load_n(&c->over, __ATOMIC_RELAXED)) break;
      if (kernel(own, given, begin, nova_least(begin + step, units)) || nova_host_poll(own)) {
        __atomic_store_n(&failed, 1, __ATOMIC_RELAXED), __atomic_store_n(&c->over, 1, __ATOMIC_RELAXED);
      }
    }
    own->stack_low = low;
  }
  c->working = 0;
  for (int k = 0; k < c->threads && failed && !t->failed; ++k) t->failed = c->workers[k]->task.failed;
  return failed || c->over;
}
#else
static int nova_host_parallel(nova_task* t, nv_i64 units, nv_i64 grain, nova_kernel kernel, const void* given) {
  return nova_alone(t, units, grain, kernel, given);
}
#endif

static int nova_host_shared(nova_task* t, nv_i64 units, nv_i64 grain, nova_kernel kernel, const void* given,
                            const nova_filled* filled, nv_i64 count) {
  (void)filled, (void)count;
  return grain == 0 ? kernel(t, given, 0, units) : nova_host_parallel(t, units, grain, kernel, given);
}

static int nova_host_beside(nova_task* t, nv_i64 count, nova_kernel kernel, const void* given) {
  return nova_alone(t, count, -1, kernel, given);
}

#include "jit/kernels/c/ahead_trees.h"
#include "jit/kernels/c/ahead_scans.h"

#ifdef NOVA_JIT_DIGIT_ORDER_H // absent where nothing is sorted
#define NOVA_HOST_SORTS nova_sort, nova_order,
#else
#define NOVA_HOST_SORTS 0, 0,
#endif
#ifdef NOVA_JIT_AHEAD_TREES_H // absent where no floating numbers are reduced
#define NOVA_HOST_TREES nova_host_tree, nova_host_levels,
#else
#define NOVA_HOST_TREES 0, 0,
#endif
#ifdef NOVA_JIT_AHEAD_SCANS_H // absent where none are scanned
#define NOVA_HOST_SCANS nova_host_cells, nova_host_runs
#else
#define NOVA_HOST_SCANS 0, 0
#endif

static const nova_host nova_own_host = {
    nova_host_alloc,    nova_host_grow,   nova_host_shrink, nova_host_drop, nova_host_mark, nova_host_keep,
    nova_host_more,     nova_host_settle, nova_host_parallel, nova_host_shared, nova_host_beside,
    nova_host_wait,     nova_host_poll,   NOVA_HOST_SORTS     NOVA_HOST_TREES   NOVA_HOST_SCANS, 0};

// ---- contexts and runs ----

static void* nova_c_allocate(void* user, size_t bytes) { return (void)user, malloc(bytes); }
static void nova_c_release(void* user, void* memory) { (void)user, free(memory); }

static void nova_free_workers(nova_context* c) {
  for (int k = 0; c->workers && k < c->threads && c->workers[k]; ++k) {
    for (nv_i64 b = 0; b < c->workers[k]->count; ++b) nova_give(c, c->workers[k]->arena[b]);
    nova_give(c, c->workers[k]->arena), nova_give(c, c->workers[k]);
  }
  nova_give(c, c->workers), c->workers = 0;
}

/// Makes a worker for each thread. Returns 0 if there is no memory.
static int nova_make_workers(nova_context* c) {
  if (c->workers) return 1;
  c->workers = nova_take(c, (nv_u64)c->threads * sizeof *c->workers);
  if (!c->workers) return 0;
  __builtin_memset(c->workers, 0, (size_t)c->threads * sizeof *c->workers);
  for (int k = 0; k < c->threads; ++k) {
    nova_worker* const w = c->workers[k] = nova_take(c, sizeof *w);
    if (!w) return nova_free_workers(c), 0;
    __builtin_memset(w, 0, sizeof *w);
    w->ctx = c;
  }
  return 1;
}

/// Sets the number of threads that share ranges; 1 without OpenMP.
static void nova_set_threads(nova_context* c, int threads) {
#ifdef NOVA_OPENMP
  if (threads < 1) threads = omp_get_max_threads();
  if (threads > NOVA_WORKERS) threads = NOVA_WORKERS;
#else
  threads = 1;
#endif
  nova_free_workers(c);
  c->threads = threads;
}

static nova_context* nova_new_context(void* (*allocate)(void*, size_t), void (*release)(void*, void*), void* user) {
  nova_context* const c = allocate(user, sizeof *c);
  if (!c) return 0;
  __builtin_memset(c, 0, sizeof *c);
  c->allocate = allocate, c->release = release, c->user = user;
  c->threads = 1, c->stack = 1 << 20, c->code = c->place = "";
  nova_set_threads(c, 0);
  return c;
}

static void nova_free_kept(nova_context* c) {
  for (int k = 0; k < c->kept_count; ++k) {
    for (int i = 0; c->kept[k].columns && i < c->kept[k].width; ++i) nova_give(c, c->kept[k].columns[i]);
    nova_give(c, c->kept[k].columns);
  }
  nova_give(c, c->kept), c->kept = 0, c->kept_count = 0;
}

static void nova_free_context(nova_context* c) {
  if (!c) return;
  nova_free_workers(c);
  nova_free_kept(c);
  nova_give(c, c->held);
  nova_empty_pool(c);
  c->release(c->user, c);
}

/// Begins a run on so many threads, and returns its task; null if there is no memory.
static nova_task* nova_begin(nova_context* c, int threads) {
  c->limit = NOVA_NO_LIMIT, c->over = c->working = 0, c->held_count = 0;
  if (!nova_make_workers(c)) return nova_no_memory(c);
  for (int k = 0; k < c->threads; ++k) {
    nova_task* const t = &c->workers[k]->task;
    __builtin_memset(t, 0, sizeof *t);
    t->host = &nova_own_host, t->fuel = NOVA_FUEL, t->threads = threads, t->number = k, t->alone = 1;
    t->stack_low = (const char*)__builtin_frame_address(0) - c->stack;
  }
  c->working = threads == 1;
  return &c->workers[0]->task;
}

/// Ends a run: its buffers can be used again.
static void nova_end(nova_context* c) {
  for (nv_i64 k = 0; k < c->held_count; ++k) nova_give(c, c->held[k]);
  c->held_count = 0;
}

/// A column of a result, and where the caller wants it: in memory with room for `room` elements, or in memory of its own, for
/// which *to is null.
typedef struct {
  void** to;
  nv_i64 room;
  const void* column;
  nv_i64 count, size;
} nova_result;

/// Whether a result goes to memory of the caller's in which the column of another one lies.
NOVA_INLINE int nova_overwrites(const nova_result* r, const nova_result* other) {
  const char *const to = *r->to, *const from = other->column;
  return to && r->room >= r->count && to < from + other->count * other->size && from < to + r->count * r->size;
}

/// Copies columns that are arguments, and lie where other results go. Returns 1 if there is no memory.
static int nova_copy_aside(nova_context* c, nova_result* results, int n) {
  for (int k = 0; k < n; ++k) {
    int lost = 0;
    for (int i = 0; i < n; ++i) lost |= i != k && nova_overwrites(&results[i], &results[k]);
    if (!lost) continue;
    void* const aside = nova_host_alloc(&c->workers[0]->task, results[k].count, results[k].size);
    if (!aside) return 1;
    __builtin_memcpy(aside, results[k].column, (size_t)nova_column_bytes(results[k].count, results[k].size));
    results[k].column = aside;
  }
  return 0;
}

/// Hands a column of a result over to the caller. Returns 1 if there is no memory.
static int nova_hand_over_one(nova_context* c, const nova_result* r) {
  const nv_u64 bytes = nova_column_bytes(r->count, r->size);
  if (*r->to && r->room >= r->count) {
    if (bytes) __builtin_memmove(*r->to, r->column, (size_t)bytes);
    return 0;
  }
  const nv_i64 at = nova_held_at(c, r->column);
  if (at >= 0) return *r->to = c->held[at], c->held[at] = 0, 0;
  void* const made = nova_take(c, bytes ? bytes : 64);
  if (!made) return nova_no_memory(c), 1;
  if (bytes) __builtin_memcpy(made, r->column, (size_t)bytes);
  return *r->to = made, 0;
}

/// Hands the columns of all results over to the caller. Returns 1 if there is no memory.
static int nova_hand_over(nova_context* c, nova_result* results, int n) {
  int no_memory = nova_copy_aside(c, results, n);
  for (int k = 0; k < n && !no_memory; ++k) no_memory = nova_hand_over_one(c, &results[k]);
  return no_memory;
}

/// Returns the column, or an address of memory that may be read if it is null.
NOVA_INLINE void* nova_column(const void* column) {
  static const nv_u64 nothing[8] = {0};
  return (void*)(column ? column : nothing);
}

/// Keeps the numbers of a failed check for its message, and ends the run.
static int nova_tell(nova_task* t, nv_i64 site, int count, const nv_i64* numbers) {
  for (int k = 0; k < count && k < NOVA_TOLD; ++k) nova_context_of(t)->told[k] = numbers[k];
  return nova_fail(t, site);
}

/// Keeps the text of a failed check for its message, and ends the run.
NOVA_INLINE int nova_tell_text(nova_task* t, nv_i64 site, const void* text, nv_i64 length) {
  nova_context* const c = nova_context_of(t);
  c->text_length = length;
  if (length) __builtin_memcpy(c->text, text, (size_t)(length < NOVA_TOLD_TEXT ? length : NOVA_TOLD_TEXT));
  return nova_fail(t, site);
}

/// Returns how many bytes of the check's text a message has: all, or a number up to `most` that splits no code point.
static nv_i64 nova_told_bytes(const nova_context* c, nv_i64 most) {
  if (c->text_length <= most) return c->text_length;
  while (most > 0 && ((unsigned char)c->text[most] & 0xC0) == 0x80) --most;
  return most;
}

/// Appends the check's text to the message, shortened if `shortens`. Returns how long the message is then.
static size_t nova_put_text(nova_context* c, size_t at, int shortens) {
  const nv_i64 n = nova_told_bytes(c, shortens ? 60 : NOVA_TOLD_TEXT - 1);
  __builtin_memcpy(c->message + at, c->text, (size_t)n);
  if (n < c->text_length) __builtin_memcpy(c->message + at + n, "...", 3), at += 3;
  return at + (size_t)n;
}

/// A source place at which a run may fail. In `message`, {0}, {1}, .. stand for the numbers of the check, {t} for its text, {s}
/// for its text as errors shorten it, and {{ for a brace.
typedef struct {
  const char *code, *place, *message;
} nova_site;

/// Returns an error's code as a number, E0402 as 402.
static int nova_code_number(const char* code) {
  int n = 0;
  for (const char* c = code; *c; ++c)
    if (*c >= '0' && *c <= '9') n = 10 * n + (*c - '0');
  return n ? n : -1;
}

/// Notes the error for the caller, and returns its number.
static int nova_report(nova_context* c, const nova_site* site) {
  size_t at = 0;
  c->code = site->code, c->place = site->place;
  for (const char* m = site->message; *m && at + 24 < sizeof c->message; ++m) {
    if (m[0] == '{' && m[1] >= '0' && m[1] < '0' + NOVA_TOLD && m[2] == '}') {
      at += (size_t)snprintf(c->message + at, 24, "%lld", (long long)c->told[m[1] - '0']);
      m += 2;
    } else if (m[0] == '{' && (m[1] == 't' || m[1] == 's') && m[2] == '}' && at < 200) {
      at = nova_put_text(c, at, m[1] == 's');
      m += 2;
    } else
      m += m[0] == '{' && m[1] == '{', c->message[at++] = *m;
  }
  c->message[at] = 0;
  nova_end(c);
  return nova_code_number(site->code);
}

/// Notes why a run ended for which no check failed, and returns the error's number.
static int nova_report_limit(nova_context* c, const char* place) {
  const nova_site memory = {"E0601", place, "there is no memory for the values of this call"},
                  stopped = {"E0603", place, "the evaluation was interrupted"}, device = {"E0426", place, c->why};
  return nova_report(c, c->limit == NOVA_STOPPED ? &stopped : c->limit == NOVA_NO_DEVICE ? &device : &memory);
}

/// Returns literals that a compiler can't know. With known ones GCC's choices between a number and 0, and its sums of weighted
/// numbers, are slower.
NOVA_INLINE const nova_word* nova_unknown(const nova_word* literals) {
  __asm__("" : "+r"(literals));
  return literals;
}

/// An exported function: its kernels, and the same kernels before the optimiser, which say which error comes first.
typedef struct {
  int (*run)(nova_task*, const nova_word*, const nova_word*, nova_word*);
  int (*exact)(nova_task*, const nova_word*, const nova_word*, nova_word*);
  /// Gives the inputs memory for new cells; null if the function makes none. `grow` says which regions get more of it: with 1
  /// those that were full, with 2 all. Returns 1 if there is no memory.
  int (*prepare)(nova_task*, nova_word* in, int grow);
  const unsigned char* full; ///< for each site of `run`, whether a region is full there
  const nova_site* sites;
  const char* place;
  const nova_word* literals; ///< of `run`
} nova_function;

/// Runs a function. Returns 0, or the number of the error, which is then noted. Where a region is full, the kernels run again
/// with twice the memory. The exact kernels run where the others have failed. If they give a value, that is the result.
static int nova_call(nova_context* c, const nova_function* f, nova_word* in, nova_word* out) {
  int grow = 0;
  for (int exact = 0;;) {
    nova_task* const t = nova_begin(c, exact ? 1 : c->threads);
    c->widened = 0;
    if (!t || (f->prepare && f->prepare(t, in, grow))) return nova_report_limit(c, f->place);
    if (grow == 1 && !c->widened && f->prepare(t, in, 2)) return nova_report_limit(c, f->place); // threads share the room
    if (!(exact ? f->exact : f->run)(t, in, nova_unknown(f->literals), out)) return 0;
    if (exact ? c->limit : c->limit > NOVA_NO_MEMORY) return nova_report_limit(c, f->place);
    const int site = t->failed ? t->failed - 1 : 0;
    grow = f->prepare && t->failed && !c->limit &&
           (exact ? __builtin_strcmp(f->sites[site].code, "room") == 0 : f->full[site]);
    if (exact && !grow) return nova_report(c, &f->sites[site]);
    exact |= !grow;
    nova_end(c);
  }
}

/// Ends a call whose results were handed over, unless `no_memory`.
static int nova_finish(nova_context* c, const nova_function* f, int no_memory) {
  if (no_memory) return nova_report_limit(c, f->place);
  nova_end(c);
  return 0;
}

#endif
