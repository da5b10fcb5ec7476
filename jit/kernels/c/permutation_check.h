// Are n places below n all different? Each is marked by a bit, and in the end n bits have to be set. Threads mark in sets
// of their own, which they borrow for a range; the last set is for all who find none, and marked by atomic operations.
#ifndef NOVA_JIT_MARKS_H
#define NOVA_JIT_MARKS_H
#include "jit/kernels/c/host.h"

enum { NOVA_MARK_SETS = 4 };
typedef struct {
  nv_i64 words; ///< 64 marks each, in a set
  nv_u64* sets; ///< side by side: one large block has large pages
  int borrowed[NOVA_MARK_SETS];
} nova_marks;

NOVA_INLINE int nova_no_marks(nova_task* t, nova_marks* m, nv_i64 n) {
  m->words = n / 64 + 1;
  for (int k = 0; k < NOVA_MARK_SETS; ++k) m->borrowed[k] = 0;
  if (!(m->sets = t->host->alloc(t, NOVA_MARK_SETS * m->words, sizeof(nv_u64)))) return 1;
  __builtin_memset(m->sets, 0, NOVA_MARK_SETS * (nv_u64)m->words * sizeof(nv_u64));
  return 0;
}

/// The number of a set that nobody else has, or of the last.
NOVA_INLINE int nova_borrow_marks(nova_marks* m) {
  int k = 0;
  while (k < NOVA_MARK_SETS - 1 && __atomic_exchange_n(&m->borrowed[k], 1, __ATOMIC_ACQUIRE)) ++k;
  return k;
}
NOVA_INLINE void nova_return_marks(nova_marks* m, int set) { __atomic_store_n(&m->borrowed[set], 0, __ATOMIC_RELEASE); }

NOVA_INLINE void nova_mark_place(nv_u64* set, int borrowed, nv_i64 place) {
  const nv_u64 mark = 1ull << ((nv_u64)place % 64);
  if (borrowed < NOVA_MARK_SETS - 1) set[(nv_u64)place / 64] |= mark;
  else __atomic_fetch_or(&set[(nv_u64)place / 64], mark, __ATOMIC_RELAXED);
}

NOVA_INLINE nv_i64 nova_count_marks(const nova_marks* m) {
  nv_i64 count = 0;
  for (nv_i64 w = 0; w < m->words; ++w) {
    nv_u64 any = 0;
    for (int k = 0; k < NOVA_MARK_SETS; ++k) any |= m->sets[k * m->words + w];
    count += __builtin_popcountll(any);
  }
  return count;
}

#endif
