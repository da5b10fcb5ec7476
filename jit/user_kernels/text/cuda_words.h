// CUDA's everyday words in C++, for a CUDA text that a user has written. A thread is a fiber of KernelMachine (launch.cpp). The
// text is compiled without optimisation and with ThreadSanitizer's calls, so that a call comes before each access to memory that
// other threads may see. The headers that the text includes stand before these words.
#ifndef NOVA_CUDA_WORDS_H
#define NOVA_CUDA_WORDS_H

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDA_ARCH__ 800
#define __global__
#define __device__
#define __host__
#define __grid_constant__
#define __constant__ __attribute__((aligned(64)))
// A shared variable is a thread's own variable for the compiler, which asks __tls_get_addr where it lies.
#define __shared__ thread_local
#undef __forceinline__
#undef __noinline__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __builtin_align__(n) __attribute__((aligned(n)))
#define warpSize 32

// A GPU converts a floating-point number that is out of range to the nearest integer. It converts a NaN to 0 if the number and the
// integer have 32 bits, else to 2^(bits - 1) or the least integer (PTX ISA, cvt). The instructions of x86 give the least integer.
// So the names of these instructions are macros of the assembler, which go on from there; without a suffix they are the
// instructions themselves. The text is compiled without a red zone, so that the macros may use the stack. Unsigned integers
// have no instruction of their own. GCC calls a handler before it converts a number that is out of range, perhaps several before
// it converts the first one. So nova_machine.bounds has such numbers, each with what it becomes. A text that has more of them pending
// is not judged.
#ifdef __x86_64__
__asm__(
    ".macro nova_saturate convert, load, compare, from, to, same, least, most, if_nan\n"
    "  cmpq $0, nova_bounded(%rip)\n  je 773f\n"
    "  pushq %r11\n  pushq %r10\n  pushq %r9\n  subq $16, %rsp\n  movups %xmm15, (%rsp)\n"
    "  xorps %xmm15, %xmm15\n  \\load \\from, %xmm15\n  movq %xmm15, %r11\n  movups (%rsp), %xmm15\n"
    "  addq $16, %rsp\n"
    "  leaq nova_bounded+8(%rip), %r10\n  leaq nova_bounded+8+24*64(%rip), %r9\n"  // the 64 slots of `bounds`
    "776:\n  cmpq $0, (%r10)\n  je 775f\n  cmpq %r11, 8(%r10)\n  jne 775f\n"
    "  mov 16(%r10), \\to\n  decq nova_bounded(%rip)\n  movq $0, (%r10)\n"
    "  popq %r9\n  popq %r10\n  popq %r11\n  jmp 774f\n"
    "775:\n  addq $24, %r10\n  cmpq %r9, %r10\n  jne 776b\n"
    "  popq %r9\n  popq %r10\n  popq %r11\n"
    "773:\n  \\convert \\from, \\to\n"
    "  pushq %r11\n  pushq %r10\n  subq $16, %rsp\n  movups %xmm15, (%rsp)\n"
    "  movabsq $\\least, %r11\n  \\same \\to, %r10\n  cmpq %r11, %r10\n  jne 771f\n"
    "  xorps %xmm15, %xmm15\n  \\compare \\from, %xmm15\n  jp \\if_nan\n  jae 771f\n"
    "  mov $\\most, \\to\n  jmp 771f\n"
    "772:\n  xor \\to, \\to\n"
    "771:\n  movups (%rsp), %xmm15\n  addq $16, %rsp\n  popq %r10\n  popq %r11\n"
    "774:\n"
    ".endm\n"
    ".macro cvttss2sil from, to\n"
    "  nova_saturate cvttss2si, movss, ucomiss, \\from, \\to, movslq, -0x80000000, 0x7fffffff, 772f\n.endm\n"
    ".macro cvttsd2sil from, to\n"
    "  nova_saturate cvttsd2si, movsd, ucomisd, \\from, \\to, movslq, -0x80000000, 0x7fffffff, 771f\n.endm\n"
    ".macro cvttss2siq from, to\n"
    "  nova_saturate cvttss2si, movss, ucomiss, \\from, \\to, movq, -0x8000000000000000, 0x7fffffffffffffff, 771f\n.endm\n"
    ".macro cvttsd2siq from, to\n"
    "  nova_saturate cvttsd2si, movsd, ucomisd, \\from, \\to, movq, -0x8000000000000000, 0x7fffffffffffffff, 771f\n.endm\n");
#endif

// ---- vector types ----

#define NOVA_VECTORS(T, name, a1, a2, a3, a4)                                                                                   \
  struct __attribute__((aligned(a1))) name##1 { T x; };                                                                         \
  struct __attribute__((aligned(a2))) name##2 { T x, y; };                                                                      \
  struct __attribute__((aligned(a3))) name##3 { T x, y, z; };                                                                   \
  struct __attribute__((aligned(a4))) name##4 { T x, y, z, w; };                                                                \
  static inline name##1 make_##name##1(T x) { return {x}; }                                                                     \
  static inline name##2 make_##name##2(T x, T y) { return {x, y}; }                                                             \
  static inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                                                     \
  static inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
NOVA_VECTORS(signed char, char, 1, 2, 1, 4)
NOVA_VECTORS(unsigned char, uchar, 1, 2, 1, 4)
NOVA_VECTORS(short, short, 2, 4, 2, 8)
NOVA_VECTORS(unsigned short, ushort, 2, 4, 2, 8)
NOVA_VECTORS(int, int, 4, 8, 4, 16)
NOVA_VECTORS(unsigned, uint, 4, 8, 4, 16)
NOVA_VECTORS(long, long, 8, 16, 8, 16)
NOVA_VECTORS(unsigned long, ulong, 8, 16, 8, 16)
NOVA_VECTORS(long long, longlong, 8, 16, 8, 16)
NOVA_VECTORS(unsigned long long, ulonglong, 8, 16, 8, 16)
NOVA_VECTORS(float, float, 4, 8, 4, 16)
NOVA_VECTORS(double, double, 8, 16, 8, 16)
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

// ---- the simulator's functions, which it stores in nova_machine ----

struct nova_place {
  uint3 thread, block;
  dim3 threads, blocks;
};
struct nova_lanes {
  unsigned long long values[32];
  unsigned present;  ///< the lanes that take part
};
/// `how`: 0 reads, 1 writes, 2 does both at once (atomic), 3 and 4 read and write a volatile, 5 exchanges
/// (atomic; what was there need not have been written). `at`: the caller's address.
struct nova_calls {
  unsigned long bounded;  ///< how many of `bounds` are set; the assembler reads all
  struct {
    unsigned long is_set, bits, becomes;
  } bounds[64];
  const nova_place* now;
  void (*touch)(const void* place, unsigned long bytes, int how, const void* at);
  int (*barrier)(int vote, const void* at);
  const nova_lanes* (*exchange)(int kind, unsigned mask, unsigned long long value, const void* at);
  unsigned (*converged)(const void* at);
  unsigned long long (*absent)(int lane, const void* at);  ///< what a lane gets from a lane that takes no part
  void (*fence)(int device);
  void* (*variable)(unsigned long module, unsigned long offset);  ///< where a shared variable of the block lies
  void (*pause)();
  void (*enter)(const void* at);  ///< a function of the text begins, called from there
  void (*fail)(int mistake, const char* text, long long number, const void* at);
};

#define NOVA_BARE __attribute__((noinline, unused, no_sanitize("thread"), no_sanitize("undefined")))
#define NOVA_CALLER __builtin_return_address(0)

extern "C" {
__attribute__((visibility("default"))) nova_calls nova_machine;
extern __attribute__((alias("nova_machine"), visibility("hidden"))) nova_calls nova_bounded;  // its name in this object

NOVA_BARE void* __tls_get_addr(unsigned long* variable) { return nova_machine.variable(variable[0], variable[1]); }
NOVA_BARE void __tsan_init() {}
NOVA_BARE void __tsan_func_entry(void* caller) { nova_machine.enter(caller); }
NOVA_BARE void __tsan_func_exit(void*) {}
NOVA_BARE void __tsan_read_range(void* p, long n) { nova_machine.touch(p, n, 0, NOVA_CALLER); }
NOVA_BARE void __tsan_write_range(void* p, long n) { nova_machine.touch(p, n, 1, NOVA_CALLER); }
#define NOVA_TOUCH(name, n, how)                                                                                                \
  NOVA_BARE void __tsan_##name##n(void* p) { nova_machine.touch(p, n, how, NOVA_CALLER); }
#define NOVA_TOUCHES(prefix, n)                                                                                                 \
  NOVA_TOUCH(prefix##read, n, 0) NOVA_TOUCH(prefix##write, n, 1) NOVA_TOUCH(prefix##volatile_read, n, 3)                        \
  NOVA_TOUCH(prefix##volatile_write, n, 4)
NOVA_TOUCHES(, 1) NOVA_TOUCHES(, 2) NOVA_TOUCHES(, 4) NOVA_TOUCHES(, 8) NOVA_TOUCHES(, 16)
NOVA_TOUCHES(unaligned_, 2) NOVA_TOUCHES(unaligned_, 4) NOVA_TOUCHES(unaligned_, 8) NOVA_TOUCHES(unaligned_, 16)

// What the compiler calls for undefined behaviour. The numbers are those of KernelMistake (fault.hpp).
struct nova_type {
  unsigned short kind, info;
  char name[1];
};
struct nova_site {
  const char* file;
  unsigned line, column;
  const nova_type* type;
  unsigned char log_alignment;
};
NOVA_BARE void __ubsan_handle_divrem_overflow(void*, void*, void*) { nova_machine.fail(10, "", 0, NOVA_CALLER); }
NOVA_BARE void __ubsan_handle_type_mismatch_v1(void* site, void*) {
  nova_machine.fail(11, ((nova_site*)site)->type->name, 1ll << ((nova_site*)site)->log_alignment, NOVA_CALLER);
}
NOVA_BARE void __ubsan_handle_out_of_bounds(void* site, void* index) {
  nova_machine.fail(12, ((nova_site*)site)->type->name, (long long)index, NOVA_CALLER);
}
NOVA_BARE void __ubsan_handle_shift_out_of_bounds(void* site, void*, void* by) {
  nova_machine.fail(13, ((nova_site*)site)->type->name, (long long)by, NOVA_CALLER);
}
struct nova_conversion {
  const char* file;
  unsigned line, column;
  const nova_type *from, *to;  ///< `info` of a float is its bits; of an integer twice the logarithm of its bits, plus 1 if it is signed
};
/// A number as an unsigned word, as on a GPU. An instruction that converts it would be one of the macros above.
NOVA_BARE unsigned long nova_unsigned_word(double x, bool is_double) {
  if (x != x) return is_double ? 0x80000000ul : 0;
  if (x < 1) return 0;
  if (x >= 4294967295.0) return 0xfffffffful;
  unsigned long bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return ((bits & ((1ul << 52) - 1)) | 1ul << 52) >> (52 + 1023 - (bits >> 52));
}
/// A number is about to be converted to an integer type that does not hold it. This is no mistake. Smaller unsigned types have the
/// low bits of a word; signed ones need no help.
NOVA_BARE void __ubsan_handle_float_cast_overflow(void* conversion, void* bits) {
#ifdef __x86_64__
  const nova_conversion& c = *(const nova_conversion*)conversion;
  const bool long_word = c.to->info == 6 << 1, is_float = c.from->info == 32;
  float single;
  double x;
  if (is_float)
    __builtin_memcpy(&single, &bits, sizeof single), x = single;
  else
    __builtin_memcpy(&x, &bits, sizeof x);
  // A long word's conversion begins with a comparison with 2^63, and bounds large numbers by itself.
  if (c.to->info % 2 || c.to->info > 6 << 1 || (long_word && !(x <= 0))) return;
  for (auto& b : nova_machine.bounds)
    if (!b.is_set) {
      b = {1, (unsigned long)bits, long_word ? 0 : nova_unsigned_word(x, !is_float)}, ++nova_machine.bounded;
      return;
    }
  nova_machine.fail(20, "", sizeof nova_machine.bounds / sizeof nova_machine.bounds[0], __builtin_return_address(0));
#endif
}
}

// ---- positions ----

static inline NOVA_BARE const uint3 nova_thread() { return nova_machine.now->thread; }
static inline NOVA_BARE const uint3 nova_block() { return nova_machine.now->block; }
static inline NOVA_BARE const dim3 nova_threads() { return nova_machine.now->threads; }
static inline NOVA_BARE const dim3 nova_blocks() { return nova_machine.now->blocks; }
#define threadIdx (nova_thread())
#define blockIdx (nova_block())
#define blockDim (nova_threads())
#define gridDim (nova_blocks())

/// What a declaration `extern __shared__ T name[]` in a function becomes: T (&name)[] = nova_dynamic().
struct nova_dynamic {
  template <class T>
  NOVA_BARE operator T&() const { return *(T*)nova_machine.variable(0, 0); }
};

// ---- barriers and fences ----

static inline NOVA_BARE void __syncthreads() { nova_machine.barrier(0, NOVA_CALLER); }
static inline NOVA_BARE int __syncthreads_count(int vote) { return nova_machine.barrier(vote != 0, NOVA_CALLER); }
static inline NOVA_BARE int __syncthreads_or(int vote) { return nova_machine.barrier(vote != 0, NOVA_CALLER) != 0; }
static inline NOVA_BARE int __syncthreads_and(int vote) { return nova_machine.barrier(vote == 0, NOVA_CALLER) == 0; }
static inline NOVA_BARE void __threadfence() { nova_machine.fence(1); }
static inline NOVA_BARE void __threadfence_system() { nova_machine.fence(1); }
static inline NOVA_BARE void __threadfence_block() { nova_machine.fence(0); }
static inline NOVA_BARE void __nanosleep(unsigned) { nova_machine.pause(); }
static inline NOVA_BARE void __trap() { nova_machine.fail(15, "", 0, NOVA_CALLER); }
#define __brkpt() __trap()

// ---- the lanes of a warp ----

enum { nova_shuffle, nova_ballot, nova_any, nova_all, nova_match, nova_reduce, nova_sync };
static inline NOVA_BARE unsigned nova_lane() {
  const nova_place& p = *nova_machine.now;
  return (p.thread.x + p.threads.x * (p.thread.y + p.threads.y * p.thread.z)) % 32;
}
static inline NOVA_BARE void __syncwarp(unsigned mask = 0xffffffffu) { nova_machine.exchange(nova_sync, mask, 0, NOVA_CALLER); }
static inline NOVA_BARE unsigned __activemask() { return nova_machine.converged(NOVA_CALLER); }

template <class T>
NOVA_BARE T nova_taken(unsigned mask, T value, int from, const void* at) {
  static_assert(sizeof(T) <= 8, "a shuffle passes values of at most 8 bytes");
  unsigned long long word = 0;
  __builtin_memcpy(&word, &value, sizeof value);
  const nova_lanes* got = nova_machine.exchange(nova_shuffle, mask, word, at);
  word = got->present >> from & 1 ? got->values[from] : nova_machine.absent(from, at);
  __builtin_memcpy(&value, &word, sizeof value);
  return value;
}
template <class T>
NOVA_BARE T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  const int base = nova_lane() & ~(width - 1);
  return nova_taken(mask, value, base + (lane & (width - 1)), NOVA_CALLER);
}
template <class T>
NOVA_BARE T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32) {
  const int lane = nova_lane(), base = lane & ~(width - 1), from = lane - (int)by;
  return nova_taken(mask, value, from < base ? lane : from, NOVA_CALLER);
}
template <class T>
NOVA_BARE T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) {
  const int lane = nova_lane(), base = lane & ~(width - 1), from = lane + (int)by;
  return nova_taken(mask, value, from >= base + width ? lane : from, NOVA_CALLER);
}
template <class T>
NOVA_BARE T __shfl_xor_sync(unsigned mask, T value, int by, int width = 32) {
  const int lane = nova_lane(), base = lane & ~(width - 1), from = lane ^ by;
  return nova_taken(mask, value, from >= base + width ? lane : from, NOVA_CALLER);
}
static inline NOVA_BARE unsigned nova_votes(const nova_lanes* got) {
  unsigned votes = 0;
  for (int l = 0; l < 32; ++l) votes |= (got->present >> l & 1 & (unsigned)got->values[l]) << l;
  return votes;
}
static inline NOVA_BARE unsigned __ballot_sync(unsigned mask, int vote) {
  return nova_votes(nova_machine.exchange(nova_ballot, mask, vote != 0, NOVA_CALLER));
}
static inline NOVA_BARE int __any_sync(unsigned mask, int vote) {
  return nova_votes(nova_machine.exchange(nova_any, mask, vote != 0, NOVA_CALLER)) != 0;
}
static inline NOVA_BARE int __all_sync(unsigned mask, int vote) {
  return nova_votes(nova_machine.exchange(nova_all, mask, vote == 0, NOVA_CALLER)) == 0;
}
template <class T>
NOVA_BARE unsigned nova_matching(unsigned mask, T value, const void* at, unsigned& present) {
  unsigned long long word = 0;
  __builtin_memcpy(&word, &value, sizeof value);
  const nova_lanes* got = nova_machine.exchange(nova_match, mask, word, at);
  unsigned same = 0;
  for (int l = 0; l < 32; ++l) same |= (got->present >> l & 1 & (unsigned)(got->values[l] == word)) << l;
  return present = got->present, same;
}
template <class T>
NOVA_BARE unsigned __match_any_sync(unsigned mask, T value) {
  unsigned present;
  return nova_matching(mask, value, NOVA_CALLER, present);
}
template <class T>
NOVA_BARE unsigned __match_all_sync(unsigned mask, T value, int* all) {
  unsigned present, same = nova_matching(mask, value, NOVA_CALLER, present);
  return *all = same == present, *all ? present : 0;
}
#define NOVA_REDUCE(name, T, result)                                                                                            \
  static inline NOVA_BARE T __reduce_##name##_sync(unsigned mask, T value) {                                                    \
    const nova_lanes* got = nova_machine.exchange(nova_reduce, mask, (unsigned long long)value, NOVA_CALLER);                   \
    bool first = true;                                                                                                          \
    T a = value;                                                                                                                \
    for (int l = 0; l < 32; ++l) {                                                                                              \
      if (!(got->present >> l & 1)) continue;                                                                                   \
      const T b = (T)got->values[l];                                                                                            \
      a = first ? b : (result), first = false;                                                                                  \
    }                                                                                                                           \
    return a;                                                                                                                   \
  }
NOVA_REDUCE(add, unsigned, a + b) NOVA_REDUCE(add, int, (int)((unsigned)a + (unsigned)b))
NOVA_REDUCE(min, unsigned, a < b ? a : b) NOVA_REDUCE(min, int, a < b ? a : b)
NOVA_REDUCE(max, unsigned, a < b ? b : a) NOVA_REDUCE(max, int, a < b ? b : a)
NOVA_REDUCE(and, unsigned, a & b) NOVA_REDUCE(or, unsigned, a | b) NOVA_REDUCE(xor, unsigned, a ^ b)

// ---- atomic operations, and accesses by functions ----

#define NOVA_ATOMIC(name, T, result) NOVA_ATOMIC_AS(2, name, T, result)
#define NOVA_ATOMIC_AS(how, name, T, result)                                                                                            \
  static inline NOVA_BARE T name(T* p, T v) {                                                                                   \
    nova_machine.touch(p, sizeof *p, how, NOVA_CALLER);                                                                           \
    const T old = *p;                                                                                                           \
    return *p = (T)(result), old;                                                                                               \
  }                                                                                                                             \
  static inline NOVA_BARE T name##_block(T* p, T v) {                                                                           \
    nova_machine.touch(p, sizeof *p, how, NOVA_CALLER);                                                                           \
    const T old = *p;                                                                                                           \
    return *p = (T)(result), old;                                                                                               \
  }                                                                                                                             \
  static inline NOVA_BARE T name##_system(T* p, T v) {                                                                          \
    nova_machine.touch(p, sizeof *p, how, NOVA_CALLER);                                                                           \
    const T old = *p;                                                                                                           \
    return *p = (T)(result), old;                                                                                               \
  }
#define NOVA_ATOMICS(name, result)                                                                                              \
  NOVA_ATOMIC(name, unsigned, result) NOVA_ATOMIC(name, unsigned long long, result)
#define NOVA_SIGNED_ATOMICS(name, result)                                                                                       \
  NOVA_ATOMICS(name, result) NOVA_ATOMIC(name, int, result) NOVA_ATOMIC(name, long long, result)
NOVA_ATOMICS(atomicAdd, old + v)
NOVA_ATOMIC(atomicAdd, int, (unsigned)old + (unsigned)v)
NOVA_ATOMIC(atomicAdd, float, old + v) NOVA_ATOMIC(atomicAdd, double, old + v)
NOVA_ATOMIC(atomicSub, unsigned, old - v) NOVA_ATOMIC(atomicSub, int, (unsigned)old - (unsigned)v)
NOVA_SIGNED_ATOMICS(atomicMin, old < v ? old : v) NOVA_SIGNED_ATOMICS(atomicMax, old < v ? v : old)
NOVA_SIGNED_ATOMICS(atomicAnd, old & v) NOVA_SIGNED_ATOMICS(atomicOr, old | v) NOVA_SIGNED_ATOMICS(atomicXor, old ^ v)
NOVA_ATOMIC_AS(5, atomicExch, unsigned, v) NOVA_ATOMIC_AS(5, atomicExch, unsigned long long, v)
NOVA_ATOMIC_AS(5, atomicExch, int, v) NOVA_ATOMIC_AS(5, atomicExch, float, v)
NOVA_ATOMIC(atomicInc, unsigned, old >= v ? 0u : old + 1)
NOVA_ATOMIC(atomicDec, unsigned, old == 0 || old > v ? v : old - 1)
#define NOVA_CAS(name, T)                                                                                                       \
  static inline NOVA_BARE T name(T* p, T expected, T v) {                                                                       \
    nova_machine.touch(p, sizeof *p, 2, NOVA_CALLER);                                                                           \
    const T old = *p;                                                                                                           \
    if (old == expected) *p = v;                                                                                                \
    return old;                                                                                                                 \
  }
#define NOVA_CASES(T) NOVA_CAS(atomicCAS, T) NOVA_CAS(atomicCAS_block, T) NOVA_CAS(atomicCAS_system, T)
NOVA_CASES(int) NOVA_CASES(unsigned) NOVA_CASES(unsigned long long) NOVA_CASES(unsigned short)

#define NOVA_LOAD(name)                                                                                                         \
  template <class T>                                                                                                            \
  NOVA_BARE T name(const T* p) { return nova_machine.touch(p, sizeof *p, 0, NOVA_CALLER), *p; }
#define NOVA_STORE(name)                                                                                                        \
  template <class T>                                                                                                            \
  NOVA_BARE void name(T* p, T v) { nova_machine.touch(p, sizeof *p, 1, NOVA_CALLER), *p = v; }
NOVA_LOAD(__ldg) NOVA_LOAD(__ldca) NOVA_LOAD(__ldcg) NOVA_LOAD(__ldcs) NOVA_LOAD(__ldlu) NOVA_LOAD(__ldcv)
NOVA_STORE(__stcg) NOVA_STORE(__stcs) NOVA_STORE(__stwb) NOVA_STORE(__stwt)
static inline NOVA_BARE void* nova_copy(void* to, const void* from, unsigned long n) {
  if (n) nova_machine.touch(from, n, 0, NOVA_CALLER), nova_machine.touch(to, n, 1, NOVA_CALLER);
  return __builtin_memcpy(to, from, n);
}
static inline NOVA_BARE void* nova_fill(void* to, int byte, unsigned long n) {
  if (n) nova_machine.touch(to, n, 1, NOVA_CALLER);
  return __builtin_memset(to, byte, n);
}
#define memcpy nova_copy
#define memset nova_fill

// ---- printing, assertions, clocks ----

template <class... T>
static inline int nova_ignored(const T&...) { return 0; }
#define printf(...) nova_ignored(__VA_ARGS__)
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
static inline NOVA_BARE void nova_assertion(const char* text) { nova_machine.fail(14, text, 0, NOVA_CALLER); }
#define assert(condition) ((condition) ? (void)0 : nova_assertion(#condition))
#endif
static inline NOVA_BARE long long clock64() { return (long long)__builtin_ia32_rdtsc(); }
#define clock() ((clock_t)clock64())

// ---- mathematics ----

#define NOVA_LESSER(T)                                                                                                          \
  static inline T min(T a, T b) { return b < a ? b : a; }                                                                       \
  static inline T max(T a, T b) { return a < b ? b : a; }
NOVA_LESSER(int) NOVA_LESSER(unsigned) NOVA_LESSER(long) NOVA_LESSER(unsigned long) NOVA_LESSER(long long)
NOVA_LESSER(unsigned long long)
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }
template <class A, class B, class = typename std::enable_if<!std::is_same<A, B>::value>::type>
static inline typename std::common_type<A, B>::type min(A a, B b) {
  using T = typename std::common_type<A, B>::type;
  return min((T)a, (T)b);
}
template <class A, class B, class = typename std::enable_if<!std::is_same<A, B>::value>::type>
static inline typename std::common_type<A, B>::type max(A a, B b) {
  using T = typename std::common_type<A, B>::type;
  return max((T)a, (T)b);
}

static inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline double rsqrt(double x) { return 1.0 / sqrt(x); }
static inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
static inline double rcbrt(double x) { return 1.0 / cbrt(x); }
static inline float sinpif(float x) { return (float)sin(3.14159265358979323846 * x); }
static inline float cospif(float x) { return (float)cos(3.14159265358979323846 * x); }
static inline double sinpi(double x) { return sin(3.14159265358979323846 * x); }
static inline double cospi(double x) { return cos(3.14159265358979323846 * x); }
static inline float normcdff(float x) { return 0.5f * erfcf(-x * 0.70710678118654752440f); }
static inline double normcdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }
static inline float fdividef(float a, float b) { return a / b; }
static inline float __fdividef(float a, float b) { return a / b; }
#define __expf expf
#define __exp10f exp10f
#define __logf logf
#define __log2f log2f
#define __log10f log10f
#define __sinf sinf
#define __cosf cosf
#define __tanf tanf
#define __powf powf
#define __sincosf sincosf
static inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
static inline float __frcp_rn(float x) { return 1.0f / x; }
static inline float __fsqrt_rn(float x) { return sqrtf(x); }
static inline float __frsqrt_rn(float x) { return 1.0f / sqrtf(x); }
static inline float __fadd_rn(float a, float b) { return a + b; }
static inline float __fsub_rn(float a, float b) { return a - b; }
static inline float __fmul_rn(float a, float b) { return a * b; }
static inline float __fdiv_rn(float a, float b) { return a / b; }
static inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
static inline double __dadd_rn(double a, double b) { return a + b; }
static inline double __dmul_rn(double a, double b) { return a * b; }
static inline double __ddiv_rn(double a, double b) { return a / b; }
static inline double __dsqrt_rn(double x) { return sqrt(x); }
static inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }

template <class To, class From>
static inline To nova_bits(From v) {
  To to;
  __builtin_memcpy(&to, &v, sizeof to);
  return to;
}
static inline int __float_as_int(float x) { return nova_bits<int>(x); }
static inline unsigned __float_as_uint(float x) { return nova_bits<unsigned>(x); }
static inline float __int_as_float(int x) { return nova_bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return nova_bits<float>(x); }
static inline long long __double_as_longlong(double x) { return nova_bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return nova_bits<double>(x); }
/// A number as an integer, as on a GPU: the nearest one if it is out of range; of NaN as above.
template <class T, class F>
static inline T nova_rounded(F x) {
  constexpr T high = (T)(((unsigned long long)1 << (8 * sizeof(T) - ((T)-1 < 0))) - 1), low = (T)-1 < 0 ? -high - 1 : 0;
  if (x != x) return sizeof(T) + sizeof(F) > 8 ? (T)(1ull << (8 * sizeof(T) - 1)) : 0;
  return x >= (F)high ? high : x <= (F)low ? low : (T)x;
}
#define NOVA_ROUND(type, T, F, f)                                                                                               \
  static inline T type##_rn(F x) { return nova_rounded<T>(rint##f(x)); }                                                        \
  static inline T type##_rz(F x) { return nova_rounded<T>(trunc##f(x)); }                                                       \
  static inline T type##_rd(F x) { return nova_rounded<T>(floor##f(x)); }                                                       \
  static inline T type##_ru(F x) { return nova_rounded<T>(ceil##f(x)); }
NOVA_ROUND(__float2int, int, float, f) NOVA_ROUND(__float2uint, unsigned, float, f)
NOVA_ROUND(__float2ll, long long, float, f) NOVA_ROUND(__double2int, int, double, )
NOVA_ROUND(__double2uint, unsigned, double, ) NOVA_ROUND(__double2ll, long long, double, )
static inline float __int2float_rn(int x) { return (float)x; }
static inline float __uint2float_rn(unsigned x) { return (float)x; }
static inline float __ll2float_rn(long long x) { return (float)x; }
static inline float __double2float_rn(double x) { return (float)x; }
static inline double __int2double_rn(int x) { return x; }
static inline double __ll2double_rn(long long x) { return (double)x; }

static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline unsigned __brev(unsigned x) {
  unsigned r = 0;
  for (int k = 0; k < 32; ++k) r |= (x >> k & 1) << (31 - k);
  return r;
}
static inline unsigned long long __brevll(unsigned long long x) {
  return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
static inline int __mul24(int a, int b) { return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8)); }
static inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
static inline int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
static inline long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}
static inline unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
  const unsigned long long all = (unsigned long long)b << 32 | a;
  unsigned r = 0;
  for (int k = 0; k < 4; ++k) r |= (unsigned)(all >> 8 * (s >> 4 * k & 7) & 255) << 8 * k;
  return r;
}
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
  return (unsigned)((((unsigned long long)high << 32 | low) << (by & 31)) >> 32);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (by & 31));
}
static inline unsigned __sad(int a, int b, unsigned c) { return (a < b ? (unsigned)b - a : (unsigned)a - b) + c; }
static inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c; }
static inline int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
static inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }

#define CUDART_INF_F (__builtin_inff())
#define CUDART_NAN_F (__builtin_nanf(""))
#define CUDART_INF (__builtin_inf())
#define CUDART_NAN (__builtin_nan(""))
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931

// ---- the check of a kernel's parameters ----

template <class A, class B>
constexpr bool nova_alike = std::is_same<A, B>::value || (std::is_integral<A>::value && std::is_integral<B>::value &&
                            !std::is_same<A, bool>::value && !std::is_same<B, bool>::value && sizeof(A) == sizeof(B) &&
                            std::is_signed<A>::value == std::is_signed<B>::value);
template <class A, class B>
constexpr bool nova_alike<A*, B*> = nova_alike<A, B>;
template <class A, class B>
constexpr bool nova_alike<const A*, const B*> = nova_alike<A, B>;
template <class F>
struct nova_signature;
template <class R, class... A>
struct nova_signature<R (*)(A...)> {
  static constexpr bool is_void = std::is_same<R, void>::value;
  static constexpr int count = sizeof...(A);
  template <int k, class B, class First, class... Rest>
  static constexpr bool alike_in() {
    if constexpr (k == 0)
      return nova_alike<First, B>;
    else
      return alike_in<k - 1, B, Rest...>();
  }
  /// Whether parameter k has the type B. A count that differs is an error of its own.
  template <int k, class B>
  static constexpr bool alike() {
    if constexpr (k < count)
      return alike_in<k, B, A...>();
    else
      return true;
  }
};

#endif
