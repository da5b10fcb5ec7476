// What every kernel on a GPU stands on: a thread's task and arena, errors and stops, packs of 16 bytes, values passed
// between threads and between blocks. CUDA C++ without headers; the simulator compiles the same text after sim/cuda_shim.h.
//
// A skeleton (map.h, reduce.h, ..) is a template over a functor that the emitter prints from a plan's body. What it
// may ask of a functor f:
//   f.width                         elements that fill 16 bytes of the narrowest column that is read or written in order
//   f.flight                        how many such loads a thread has under way
//   value                           what an element's body gives, or the state of a reduction
//   lot<V>, f.load(i, wide, in)     elements i .. i + V - 1 of the columns that are read at i; wide: by 16 bytes
//   f.aligned()                     do those columns begin at multiples of 16 bytes?
//   f.element(t, bad, i, in, j, r)  element i, the j-th of `in`; 1: the thread's work is over
//   f.join(t, bad, a, b, r)         the operator
#ifndef NOVA_JIT_GPU_H
#define NOVA_JIT_GPU_H
#include "jit/kernels/cuda/sizes.h"

#define NOVA_DEVICE static __device__ __forceinline__
#define NOVA_MEMBER __device__ __forceinline__
#define NOVA_INLINE static __device__ __forceinline__
// NVRTC puts a function into itself again and again where it is free to, until its registers are memory.
#define NOVA_FUNCTION static __device__ __noinline__
#define NOVA_OUT_OF_LINE static __device__ __noinline__
#define NOVA_SLOW static __device__ __noinline__
// Code that a compiler is quick with, for the run that waits for it (compile/nvrtc_compiler.hpp): elements take one path, where
// whole packs or tiles of them have another one beside it, and what several places call stands once. The bits are the same.
#ifdef NOVA_QUICK
#define NOVA_ONCE __noinline__
enum { nova_quick = 1 };
#else
#define NOVA_ONCE __forceinline__
enum { nova_quick = 0 };
#endif
#define NOVA_IVDEP
#define NOVA_LANES
#define NOVA_CHAIN
#define NOVA_ONE_BY_ONE
#define NOVA_FUEL 4096
#define NOVA_ANY nova_any
#define NOVA_PLACE(any) any.place
#ifdef __CUDACC__
#define NOVA_FENCE() __threadfence()
// NVRTC has hardly any of GCC's built-in functions, which the bodies' text is written with.
#define __builtin_memcpy memcpy
#define __builtin_memset memset
#define __builtin_prefetch(...) ((void)0)
#define __builtin_ctzll(bits) (__ffsll(bits) - 1)
#define __builtin_clzll(bits) __clzll((nv_i64)(bits))
#define __builtin_popcount(bits) __popc(bits)
#define __builtin_popcountll(bits) __popcll(bits)
#define __builtin_inf() __longlong_as_double(0x7ff0000000000000ll)
#define __builtin_inff() __int_as_float(0x7f800000)
#define __builtin_nan(text) __longlong_as_double(0x7ff8000000000000ll)
#define __builtin_nanf(text) __int_as_float(0x7fc00000)
#define __builtin_add_overflow nova_add_overflow
#define __builtin_sub_overflow nova_sub_overflow
#define __builtin_mul_overflow nova_mul_overflow
NOVA_DEVICE bool nova_add_overflow(nv_i64 a, nv_i64 b, nv_i64* sum) {
  *sum = (nv_i64)((nv_u64)a + (nv_u64)b);
  return ((a ^ *sum) & (b ^ *sum)) < 0;
}
NOVA_DEVICE bool nova_sub_overflow(nv_i64 a, nv_i64 b, nv_i64* difference) {
  *difference = (nv_i64)((nv_u64)a - (nv_u64)b);
  return ((a ^ b) & (a ^ *difference)) < 0;
}
NOVA_DEVICE bool nova_mul_overflow(nv_i64 a, nv_i64 b, nv_i64* product) {
  *product = (nv_i64)((nv_u64)a * (nv_u64)b);
  return __mul64hi(a, b) != *product >> 63;
}
extern __shared__ __align__(16) unsigned char nova_shared[];
#endif

/// A scalar or where a column begins.
union nova_word {
  nv_i64 i64;
  nv_f32 f32;
  nv_f64 f64;
  void* column;
};
template <int N> struct nova_words {
  nova_word w[N];
};

/// Memory for any column.
struct nova_any {
  void* place;
  template <class T> NOVA_MEMBER operator T*() const { return (T*)place; }
};

/// What a launch gives to all threads.
struct nova_gpu {
  char* arena;              ///< a slice for each thread
  nv_i64 slice;             ///< its bytes
  volatile int* state;      ///< [0] 1 + the site of a failed check; [1] 1 where an arena was too small, 2 where rows had more elements than room
  const volatile int* stop; ///< set by the host
  nv_i64 stack;             ///< bytes that a thread's calls may take
};

struct nova_task {
  char *at, *end; ///< the arena's free part
  nv_i64 fuel;    ///< turns of loops until the next poll
  const nova_gpu* gpu;
  const char* stack; ///< the address at which the thread's stack begins
};

NOVA_DEVICE nv_i64 nova_thread() { return (nv_i64)blockIdx.x * blockDim.x + threadIdx.x; }
NOVA_DEVICE nv_i64 nova_threads() { return (nv_i64)gridDim.x * blockDim.x; }

static __device__ int nova_fail(nova_task* t, nv_i64 site) {
  t->gpu->state[0] = (int)(site + 1);
  return 1;
}
/// The next n free places of a region; -1 where it lacks them.
NOVA_DEVICE nv_i64 nova_cells(const nova_task*, nv_i64 room, nv_i64* count, nv_i64 n) {
  const nv_i64 at = (nv_i64)atomicAdd((unsigned long long*)count, (unsigned long long)n);
  return at <= room - n ? at : -1;
}

static __device__ int nova_poll(nova_task* t) {
  t->fuel = NOVA_FUEL;
  return *t->gpu->stop || t->gpu->state[0] || t->gpu->state[1];
}
static __device__ int nova_more(nova_task* t, nv_u64) {
  t->gpu->state[1] = 1;
  return 1;
}

#include "jit/kernels/task.h"

/// Is much of the arena behind the mark in use?
NOVA_INLINE int nova_is_full(const nova_task* t, nova_mark from) { return t->at - from.at > (t->end - from.at) / 4; }
/// Of what the arena holds from the mark on, only some columns are needed: they move to its front, by way of its free end.
static __device__ int nova_settle(nova_task* t, nova_mark from, void** columns, const nv_u64* bytes, int count) {
  nv_u64 live = 0;
  for (int k = 0; k < count; ++k)
    if ((char*)columns[k] >= from.at && (char*)columns[k] <= t->at) live += (bytes[k] + 64) & ~63ull;
  if (live * 2 > (nv_u64)(t->at - from.at) || live > (nv_u64)(t->end - t->at)) return 0;
  char *to = from.at, *by = t->at;
  for (int k = 0; k < count; ++k) {
    if ((char*)columns[k] < from.at || (char*)columns[k] > t->at) continue;
    __builtin_memcpy(by, columns[k], bytes[k]);
    columns[k] = to;
    to += (bytes[k] + 64) & ~63ull, by += (bytes[k] + 64) & ~63ull;
  }
  __builtin_memcpy(from.at, t->at, live);
  t->at = to;
  return 0;
}

NOVA_DEVICE nova_task nova_begin(const nova_gpu& g) {
  char* const from = g.arena + nova_thread() * g.slice;
  const volatile char here = 0;
  nova_task t = {from, from + g.slice, NOVA_FUEL, &g, (const char*)&here};
  return t;
}
/// Is the stack nearly used up? It may grow up or down.
NOVA_DEVICE int nova_deep(const nova_task* t) {
  const volatile char here = 0;
  const nv_i64 used = (const char*)&here - t->stack;
  return used > t->gpu->stack || used < -t->gpu->stack;
}
/// Has an earlier kernel failed? The same answer for all threads of a block.
NOVA_DEVICE bool nova_is_over(const nova_gpu& g) { return __syncthreads_or(g.state[0] | g.state[1] | *g.stop); }
NOVA_DEVICE void nova_end(nova_task* t, int bad) {
  if (bad) nova_fail(t, 0);
}

// ---- packs: V elements by accesses of 16 bytes

template <class T, int V> struct __align__(sizeof(T) * V < 16 ? sizeof(T) * V : 16) nova_pack {
  T v[V];
};

template <class T> NOVA_DEVICE bool nova_aligned(const T* column) { return (nv_u64)column % 16 == 0; }

template <int V, class T> NOVA_DEVICE nova_pack<T, V> nova_load(const T* column, nv_i64 i, bool wide) {
  if (V > 1 && wide) return *(const nova_pack<T, V>*)(column + i);
  nova_pack<T, V> p;
#pragma unroll
  for (int j = 0; j < V; ++j) p.v[j] = column[i + j];
  return p;
}
template <int V, class T> NOVA_DEVICE void nova_store(T* column, nv_i64 i, bool wide, const nova_pack<T, V>& p) {
  if (V > 1 && wide) *(nova_pack<T, V>*)(column + i) = p;
  else {
#pragma unroll
    for (int j = 0; j < V; ++j) column[i + j] = p.v[j];
  }
}

// ---- between threads

/// A value as words, each moved between the warp's threads; all 32 take part.
template <class T, class F> NOVA_DEVICE T nova_by_words(const T& value, const F& moved) {
  union {
    T value;
    unsigned words[(sizeof(T) + 3) / 4];
  } u = {value};
#pragma unroll
  for (unsigned k = 0; k < (sizeof(T) + 3) / 4; ++k) u.words[k] = moved(u.words[k]);
  return u.value;
}
/// The value of the thread `by` further in the warp.
template <class T> NOVA_DEVICE T nova_shift(const T& value, int by) {
  return nova_by_words(value, [by](unsigned word) { return __shfl_down_sync(0xffffffffu, word, by); });
}
/// The value of that thread of the warp.
template <class T> NOVA_DEVICE T nova_from(const T& value, int lane) {
  return nova_by_words(value, [lane](unsigned word) { return __shfl_sync(0xffffffffu, word, lane); });
}

// ---- between blocks: a value is published once, and read by blocks that wait for it

template <bool Long, bool Word> struct nova_unit {
  typedef unsigned char type;
};
template <> struct nova_unit<false, true> {
  typedef unsigned type;
};
template <> struct nova_unit<true, true> {
  typedef nv_u64 type;
};
/// The value as it stands in memory, by reads of U that no cache answers.
template <class U, class T> NOVA_DEVICE T nova_read_anew(const T* place) {
  union {
    T value;
    U units[sizeof(T) / sizeof(U)];
  } u;
#pragma unroll
  for (unsigned k = 0; k < sizeof(T) / sizeof(U); ++k) u.units[k] = ((const volatile U*)place)[k];
  return u.value;
}

template <class T> NOVA_DEVICE void nova_publish(T* place, volatile unsigned* flag, const T& value) {
  *place = value;
  NOVA_FENCE();
  *flag = 1;
}
/// What was published; where all is over before it comes, which whoever was to publish it knows too, false.
template <class T> NOVA_DEVICE bool nova_await(const nova_gpu& g, const T* place, const volatile unsigned* flag, T* value) {
  for (unsigned turn = 1; !*flag; ++turn) {
    __nanosleep(40);
    if (turn % 64 == 0 && (*g.stop || g.state[0] || g.state[1])) return false;
  }
  NOVA_FENCE();
  *value = nova_read_anew<typename nova_unit<sizeof(T) % 8 == 0 && alignof(T) % 8 == 0, sizeof(T) % 4 == 0 && alignof(T) % 4 == 0>::type>(place);
  return true;
}
/// A word that says all by itself, never 0.
NOVA_DEVICE void nova_tell(volatile unsigned* place, unsigned word) { *place = word; }
NOVA_DEVICE unsigned nova_hear(const volatile unsigned* place) {
  for (;;) {
    const unsigned word = *place;
    if (word) return word;
    __nanosleep(40);
  }
}

#endif
