// The arena of a task (a thread's context in a run): a bump allocator for columns inside of kernels. Generated C and CUDA share
// this text. It requires nova_task, nova_more, and macros such as NOVA_INLINE, which host.h and gpu.h define before it.
#ifndef NOVA_JIT_TASK_H
#define NOVA_JIT_TASK_H

/// Tells the compiler that the condition x is rarely true.
#define nova_unlikely(x) __builtin_expect(!!(x), 0)
/// Returns the lesser of a and b.
NOVA_INLINE nv_i64 nova_least(nv_i64 a, nv_i64 b) { return a < b ? a : b; }

/// A saved position of an arena: the start and the end of its free part.
typedef struct {
  char *at, *end;
} nova_mark;
/// Returns the arena's current position.
NOVA_INLINE nova_mark nova_arena_mark(nova_task* t) {
  nova_mark m = {t->at, t->end};
  return m;
}
/// Frees all that was taken from the arena since mark m.
NOVA_INLINE void nova_arena_reset(nova_task* t, nova_mark m) { t->at = m.at, t->end = m.end; }

/// The maximal number of elements of a column, as `most_elements` in runtime/lengths.hpp. A run that needs more ends as if it
/// had no memory; the interpreter then reports the error.
#define NOVA_MOST (1ll << 47)
/// Ends the run by a request for more memory than there can be. Returns 1.
NOVA_SLOW int nova_too_long(nova_task* t) { return nova_more(t, 1ull << 62), 1; }

/// Returns the bytes that `count` elements of `size` bytes take in an arena, rounded up to a multiple of 64. At least one
/// element is counted. Returns 2^62, which is more than there can be, if the elements take more than that.
NOVA_INLINE nv_u64 nova_arena_bytes(nv_i64 count, nv_i64 size) {
  const nv_u64 most = 1ull << 62, n = (nv_u64)(count > 0 ? count : 1); // even an empty column has an address
  return n > most / (nv_u64)size ? most : (n * (nv_u64)size + 63) & ~63ull;
}

/// Returns the bytes of a column's `count` elements of `size` bytes; 0 if `count` is not positive.
NOVA_INLINE nv_u64 nova_column_bytes(nv_i64 count, nv_i64 size) { return count > 0 ? (nv_u64)count * (nv_u64)size : 0; }

/// Takes memory for `count` elements of `size` bytes from the arena. Returns null if there is none, which ends the run.
NOVA_INLINE NOVA_ANY nova_arena(nova_task* t, nv_i64 count, nv_i64 size) {
  const nv_u64 bytes = nova_arena_bytes(count, size);
  NOVA_ANY got = {0};
  if (bytes > (nv_u64)(t->end - t->at) && nova_more(t, bytes)) return got;
  NOVA_PLACE(got) = t->at;
  t->at += bytes;
  return got;
}

/// Takes memory for at least `need` elements of `size` bytes, and copies the first `used` elements of `column` to it. Sets
/// `*room` to the number of elements that fit. Returns null if there is no memory. The old memory is not freed.
NOVA_SLOW NOVA_ANY nova_arena_grow(nova_task* t, void* column, nv_i64 used, nv_i64 need, nv_i64* room, nv_i64 size) {
  *room = need + need / 2 + 16;
  NOVA_ANY got = nova_arena(t, *room, size);
  if (NOVA_PLACE(got) && used) __builtin_memcpy(NOVA_PLACE(got), column, (nv_u64)(used * size));
  return got;
}

#endif
