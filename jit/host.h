// What generated C and the device that runs it agree on: the same text is compiled into both.
//
// A function returns 0, or 1 where the run is over (why, the host knows). An arena is a task's own memory, taken from
// its front and given back all at once; what the host's `alloc` gives lives until the run ends, or `keep` finds it dead.
#ifndef NOVA_JIT_HOST_H
#define NOVA_JIT_HOST_H

/// A scalar or where a column begins.
typedef union {
  nv_i64 i64;
  nv_f32 f32;
  nv_f64 f64;
  void* column;
} nova_word;

typedef struct nova_task nova_task;
typedef int (*nova_kernel)(nova_task*, const void* given, nv_i64 begin, nv_i64 end);

typedef struct {
  /// A buffer of `count` elements.
  void* (*alloc)(nova_task*, nv_i64 count, nv_i64 size);
  /// A buffer (or null) with room for `need` elements, the first `used` of which stay; `room` becomes what fits.
  void* (*grow)(nova_task*, void* column, nv_i64 used, nv_i64 need, nv_i64* room, nv_i64 size);
  /// The buffer with `count` elements left.
  void* (*shrink)(nova_task*, void* column, nv_i64 count, nv_i64 size);
  void (*drop)(nova_task*, void* column);
  /// Buffers made since `mark` that hold none of the `live` columns are freed.
  nv_i64 (*mark)(nova_task*);
  void (*keep)(nova_task*, nv_i64 mark, const void* const* live, nv_i64 count);
  /// More room for the arena: at least `bytes` from `at`.
  int (*more)(nova_task*, nv_u64 bytes);
  /// Runs the kernel over 0 .. units - 1, in ranges of about `grain` (exactly -grain, taken in order, if below 0).
  int (*parallel)(nova_task*, nv_i64 units, nv_i64 grain, nova_kernel, const void* given);
  /// Ranges take their turn in order: waits until all units before `begin` have had theirs.
  int (*wait)(nova_task*, nv_i64* turn, nv_i64 begin);
  /// 1 where the run has to end.
  int (*poll)(nova_task*);
} nova_host;

struct nova_task {
  const nova_host* host;
  char *at, *end; ///< the arena's free part
  nv_i64 fuel;    ///< turns of loops until the next poll
  nv_i64 failed;  ///< 1 + the site of a failed check
  const char* stack_low; ///< where the thread's stack ends
};

#define NOVA_FUEL 4096
#define NOVA_INLINE static inline __attribute__((always_inline, unused))
#define NOVA_FUNCTION static
#define NOVA_SLOW static __attribute__((noinline, unused))
#define NOVA_IVDEP _Pragma("GCC ivdep")
#define NOVA_ANY void*
#define NOVA_PLACE(any) any

static __attribute__((noinline, cold, unused)) int nova_fail(nova_task* t, nv_i64 site) {
  t->failed = site + 1;
  return 1;
}

/// Is the stack nearly used up?
NOVA_INLINE int nova_deep(const nova_task* t) { return (const char*)__builtin_frame_address(0) < t->stack_low; }

NOVA_SLOW int nova_poll(nova_task* t) {
  t->fuel = NOVA_FUEL;
  return t->host->poll(t);
}
NOVA_INLINE int nova_more(nova_task* t, nv_u64 bytes) { return t->host->more(t, bytes); }

#include "jit/task.h"

/// The turn is the next range's.
NOVA_INLINE void nova_next(nv_i64* turn, nv_i64 end) { __atomic_store_n(turn, end, __ATOMIC_RELEASE); }

#endif
