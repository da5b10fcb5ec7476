// The check that n target indices below n are a permutation. Each write sets a bit for its index. At the end all n bits must be
// set, since a duplicate leaves a gap. There are several bit sets, so that threads need no atomic operations: a thread
// borrows a set for a range of elements. Threads that find no free set share the last one, by atomic operations.
#ifndef NOVA_JIT_MARKS_H
#define NOVA_JIT_MARKS_H
#include "jit/kernels/c/host.h"

enum { NOVA_MARK_SETS = 4 };
typedef struct {
  nv_i64 words; ///< the number of words of a set; each word has 64 bits
  nv_u64* sets; ///< all sets, one after the other, since one large block gets large pages
  int borrowed[NOVA_MARK_SETS]; ///< 1 for each set that a thread has borrowed
} nova_marks;

/// Makes empty sets for n indices. Returns 1 if there is no memory, which ends the run, else 0.
NOVA_INLINE int nova_no_marks(nova_task* t, nova_marks* m, nv_i64 n) {
  m->words = n / 64 + 1;
  for (int k = 0; k < NOVA_MARK_SETS; ++k) m->borrowed[k] = 0;
  if (!(m->sets = t->host->alloc(t, NOVA_MARK_SETS * m->words, sizeof(nv_u64)))) return 1;
  __builtin_memset(m->sets, 0, NOVA_MARK_SETS * (nv_u64)m->words * sizeof(nv_u64));
  return 0;
}

/// Returns the number of a set that no other thread has, or of the last set, which threads share.
NOVA_INLINE int nova_borrow_marks(nova_marks* m) {
  int k = 0;
  while (k < NOVA_MARK_SETS - 1 && __atomic_exchange_n(&m->borrowed[k], 1, __ATOMIC_ACQUIRE)) ++k;
  return k;
}
/// Gives a borrowed set back.
NOVA_INLINE void nova_return_marks(nova_marks* m, int set) { __atomic_store_n(&m->borrowed[set], 0, __ATOMIC_RELEASE); }

/// Sets the bit of index `place` in `set`, whose number is `borrowed`.
NOVA_INLINE void nova_mark_place(nv_u64* set, int borrowed, nv_i64 place) {
  const nv_u64 mark = 1ull << ((nv_u64)place % 64);
  if (borrowed < NOVA_MARK_SETS - 1) set[(nv_u64)place / 64] |= mark;
  else __atomic_fetch_or(&set[(nv_u64)place / 64], mark, __ATOMIC_RELAXED);
}

/// Writes an element to its place. Threads write to one place only if the check fails, and the elements are not used then.
/// ThreadSanitizer is told so by an atomic write.
#ifdef __SANITIZE_THREAD__
#define NOVA_PUT(place, element) __atomic_store(&(place), &(__typeof__(place)){element}, __ATOMIC_RELAXED)
#else
#define NOVA_PUT(place, element) (place) = (element)
#endif

/// Returns how many indices have their bit set in any of the sets.
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
