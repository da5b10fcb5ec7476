// The context of C without Nova, which owns memory, threads and the last error.
#ifndef NOVA_JIT_AHEAD_CONTEXT_H
#define NOVA_JIT_AHEAD_CONTEXT_H

#include "jit/kernels/c/host.h"

#if defined(__clang__) // has no shuffle by a vector of places
#define NOVA_SHUFFLE(a, b, places)                                                                           \
  __extension__({                                                                                            \
    const __typeof__(a) nova_a = (a), nova_b = (b);                                                          \
    const __typeof__(places) nova_at = (places);                                                             \
    __typeof__((a) + (a)) nova_got; /* not const */                                                          \
    const int nova_n = sizeof nova_at / sizeof nova_at[0];                                                   \
    for (int nova_k = 0; nova_k < nova_n; ++nova_k) {                                                        \
      const int nova_p = (int)nova_at[nova_k] & (2 * nova_n - 1);                                            \
      nova_got[nova_k] = nova_p < nova_n ? nova_a[nova_p] : nova_b[nova_p - nova_n];                         \
    }                                                                                                        \
    nova_got;                                                                                                \
  })
#define NOVA_SHUFFLE_ONE(a, places) NOVA_SHUFFLE(a, a, places)
#define NOVA_FOURTH(a, b, c, d, ...) d
#define __builtin_shuffle(...) NOVA_FOURTH(__VA_ARGS__, NOVA_SHUFFLE, NOVA_SHUFFLE_ONE, 0)(__VA_ARGS__)
#endif

/// A task of a context, which every nova_task of generated C is. Its arena is a list of blocks; those behind the one in use are
/// free.
typedef struct {
  nova_task task;
  struct NOVA_CONTEXT* ctx;
  void** arena;
  nv_i64 count, room;
} nova_worker;

enum { NOVA_POOL = 32, NOVA_TOLD = 8, NOVA_TOLD_TEXT = 800, NOVA_WORKERS = 256 };
/// Why a run ended, if no check failed.
enum { NOVA_NO_LIMIT, NOVA_NO_MEMORY, NOVA_STOPPED, NOVA_NO_DEVICE };

struct NOVA_CONTEXT {
  void* (*allocate)(void* user, size_t bytes);
  void (*release)(void* user, void* memory);
  void* user;
  void* pool[NOVA_POOL]; ///< free blocks
  void** held;           ///< the blocks that the run has allocated; null where one was dropped
  nv_i64 held_count, held_room;
  nv_i64 stack;              ///< bytes of stack that calls may use
  nova_worker** workers;     ///< one for each thread; the first is the caller's
  int threads, working;      ///< number of threads; whether threads share a range now
  int limit, over;           ///< why the run ended; whether it has ended
  int stop;                  ///< set by another thread to end the run
  char lock, list_lock;      ///< locks: of the pool of threads, and of the list `held`
  nv_i64 told[NOVA_TOLD];    ///< the numbers of the check that failed
  char text[NOVA_TOLD_TEXT]; ///< the text of the check that failed, the first bytes of `text_length`
  nv_i64 text_length;
  const char *code, *place;  ///< the error's code and source place
  void* device;              ///< the GPU (kernels/c/ahead_device.h); null if there is none
  const char* why;           ///< why the GPU can't be used
  struct nova_kept_region* kept;    ///< the regions that the context keeps, `kept_count` ones; null before the first
  int kept_count, widened;          ///< widened: how often the run has given a region more memory
  char message[1024];
};
typedef struct NOVA_CONTEXT nova_context;

/// A region that a context keeps between calls: columns with memory for `room` places, of which `used` have contents. A call
/// counts its places in `count`.
typedef struct nova_kept_region {
  void** columns;
  int width;
  nv_i64 used, room, count;
} nova_kept_region;

NOVA_INLINE nova_context* nova_context_of(nova_task* t) { return ((nova_worker*)t)->ctx; }
/// Whether another thread wants the run to end.
NOVA_INLINE int nova_is_stopped(const nova_context* c) { return __atomic_load_n(&c->stop, __ATOMIC_RELAXED); }
static void nova_take_lock(char* lock) {
  while (__atomic_test_and_set(lock, __ATOMIC_ACQUIRE)) {}
}
static void nova_give_lock(char* lock) { __atomic_clear(lock, __ATOMIC_RELEASE); }

#endif
