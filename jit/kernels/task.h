// A task's memory: what generated C and CUDA share. Before it stand nova_task, nova_more and the macros for functions.
#ifndef NOVA_JIT_TASK_H
#define NOVA_JIT_TASK_H

#define nova_unlikely(x) __builtin_expect(!!(x), 0)
NOVA_INLINE nv_i64 nova_least(nv_i64 a, nv_i64 b) { return a < b ? a : b; }

typedef struct {
  char *at, *end;
} nova_mark;
NOVA_INLINE nova_mark nova_arena_mark(nova_task* t) {
  nova_mark m = {t->at, t->end};
  return m;
}
NOVA_INLINE void nova_arena_reset(nova_task* t, nova_mark m) { t->at = m.at, t->end = m.end; }

/// Plans' most_elements. A run with more of them ends as one that has no memory: the interpreter tells the
/// error.
#define NOVA_MOST (1ll << 47)
NOVA_SLOW int nova_too_long(nova_task* t) { return nova_more(t, 1ull << 62), 1; }

/// Bytes of so many elements, rounded up to 64; more than there can be where they are too many.
NOVA_INLINE nv_u64 nova_arena_bytes(nv_i64 count, nv_i64 size) {
  const nv_u64 most = 1ull << 62, n = (nv_u64)(count > 0 ? count : 1); // no column lies nowhere
  return n > most / (nv_u64)size ? most : (n * (nv_u64)size + 63) & ~63ull;
}

/// The bytes of what a column holds.
NOVA_INLINE nv_u64 nova_column_bytes(nv_i64 count, nv_i64 size) { return count > 0 ? (nv_u64)count * (nv_u64)size : 0; }

NOVA_INLINE NOVA_ANY nova_arena(nova_task* t, nv_i64 count, nv_i64 size) {
  const nv_u64 bytes = nova_arena_bytes(count, size);
  NOVA_ANY got = {0};
  if (bytes > (nv_u64)(t->end - t->at) && nova_more(t, bytes)) return got;
  NOVA_PLACE(got) = t->at;
  t->at += bytes;
  return got;
}

NOVA_SLOW NOVA_ANY nova_arena_grow(nova_task* t, void* column, nv_i64 used, nv_i64 need, nv_i64* room, nv_i64 size) {
  *room = need + need / 2 + 16;
  NOVA_ANY got = nova_arena(t, *room, size);
  if (NOVA_PLACE(got) && used) __builtin_memcpy(NOVA_PLACE(got), column, (nv_u64)(used * size));
  return got;
}

#endif
