// CUDA's keywords and built-in functions in C++, so that the unchanged text of kernels runs on the CPU. A thread is a fiber
// (cooperative thread), which the simulator (jit/sim/machine.cpp) switches. The text is compiled with
// -fsanitize=kernel-address, so that a call comes before every memory access that the compiler does not remove. These calls go
// to `touch`.
#ifndef NOVA_JIT_SIM_SHIM_H
#define NOVA_JIT_SIM_SHIM_H

#define __global__
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)

/// An index or a size of a grid, which has one dimension.
struct nova_sim_index {
  unsigned x;
};
/// The position of a thread: its indices, the grid's sizes, and the address of its block's shared memory.
struct nova_sim_thread {
  nova_sim_index thread, block, threads, blocks;
  unsigned char* shared;
};
/// The simulator's functions, which it stores here before a launch. `now`: the position of the running thread.
struct nova_sim_calls {
  const nova_sim_thread* now;
  int (*barrier)(int vote, int number);                   ///< waits for the block; returns how many of its threads vote
  unsigned (*shuffle)(unsigned value, int by);            ///< waits for the warp; returns the value of the lane `by` higher
  unsigned (*pick)(unsigned value, int lane);             ///< waits for the warp; returns the value of this lane
  unsigned (*ballot)(int vote);                           ///< waits for the warp; returns a mask with a bit for each vote
  void (*pause)();                                        ///< switches to other threads, in a loop that waits for them
  void (*touch)(const void* at, long bytes, int writes);  ///< checks and records an access to memory
};
// The functions that the compiler calls before an access: at address `at`, of n bytes.
extern "C" {
nova_sim_calls nova_sim;
void __asan_loadN_noabort(void* at, long n) { nova_sim.touch(at, n, 0); }
void __asan_storeN_noabort(void* at, long n) { nova_sim.touch(at, n, 1); }
#define NOVA_SIM_TOUCH(n)                                                                                              \
  void __asan_load##n##_noabort(void* at) { nova_sim.touch(at, n, 0); }                                                \
  void __asan_store##n##_noabort(void* at) { nova_sim.touch(at, n, 1); }
NOVA_SIM_TOUCH(1) NOVA_SIM_TOUCH(2) NOVA_SIM_TOUCH(4) NOVA_SIM_TOUCH(8) NOVA_SIM_TOUCH(16)
void __asan_handle_no_return() {}
}

#define threadIdx (nova_sim.now->thread)
#define blockIdx (nova_sim.now->block)
#define blockDim (nova_sim.now->threads)
#define gridDim (nova_sim.now->blocks)
#define nova_shared (nova_sim.now->shared)
#define NOVA_FENCE() __asm__ volatile("" ::: "memory")

// Each barrier in the text has a number, by which the simulator checks that all threads of a block wait at the same one. The
// address of the call would not do: a compiler may duplicate the call, for threads on different paths.
#define NOVA_SIM_BARRIER(vote) nova_sim.barrier(vote, __COUNTER__ + 1)
#define __syncthreads() ((void)NOVA_SIM_BARRIER(0))
#define __syncthreads_or(vote) (NOVA_SIM_BARRIER(vote) != 0)
#define __syncthreads_count(vote) NOVA_SIM_BARRIER(vote)
static inline unsigned __shfl_down_sync(unsigned, unsigned value, int by) { return nova_sim.shuffle(value, by); }
static inline int __shfl_up_sync(unsigned, int value, unsigned by) { return (int)nova_sim.shuffle((unsigned)value, -(int)by); }
static inline unsigned __shfl_sync(unsigned, unsigned value, int lane) { return nova_sim.pick(value, lane); }
static inline unsigned __ballot_sync(unsigned, int vote) { return nova_sim.ballot(vote); }
static inline void __syncwarp() { (void)nova_sim.ballot(0); }
static inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
static inline int __ffs(int bits) { return __builtin_ffs(bits); }
static inline int __popcll(nv_u64 bits) { return __builtin_popcountll(bits); }
static inline void __nanosleep(unsigned) { nova_sim.pause(); }
// Atomic operations: `name` replaces *at by the expression `result` of `old` and `with`, and returns the old value. The
// access is checked first. The function itself is not instrumented, so that no other thread runs between its load and its
// store.
#define NOVA_SIM_ATOMIC(name, result)                                                                                  \
  template <class T>                                                                                                   \
  static __attribute__((noinline, unused, no_sanitize("kernel-address"))) T name(T* at, T with) {                      \
    nova_sim.touch(at, sizeof *at, 1);                                                                                 \
    const T old = *at;                                                                                                 \
    return *at = result, old;                                                                                          \
  }
NOVA_SIM_ATOMIC(atomicAdd, old + with)
NOVA_SIM_ATOMIC(atomicMin, old < with ? old : with)
NOVA_SIM_ATOMIC(atomicMax, old > with ? old : with)
NOVA_SIM_ATOMIC(atomicAnd, old & with)
NOVA_SIM_ATOMIC(atomicOr, old | with)
NOVA_SIM_ATOMIC(atomicXor, old ^ with)

#endif
