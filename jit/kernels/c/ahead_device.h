// A GPU for generated C where no Nova is, as `nova build --to cuda` writes it into other programs: CUDA's driver, memory of the
// GPU, and launches of kernels. The driver's library is opened at the first call, so that a program can be built and started
// without it. A context has its own stream and its own memory; the memory is used again by later calls.
#ifndef NOVA_JIT_AHEAD_DEVICE_H
#define NOVA_JIT_AHEAD_DEVICE_H

#include "jit/kernels/c/ahead.h"
#include "jit/kernels/cuda/sizes.h"

/// The functions of the driver. All return 0, or the number of an error. Memory of the GPU has addresses of 64 bits.
#define NOVA_DRIVER(CALL)                                                                                    \
  CALL(cuInit, init, (unsigned))                                                                             \
  CALL(cuGetErrorName, error_name, (int, const char**))                                                      \
  CALL(cuDeviceGet, get_device, (int*, int))                                                                 \
  CALL(cuDeviceGetName, device_name, (char*, int, int))                                                      \
  CALL(cuDeviceGetAttribute, attribute, (int*, int, int))                                                    \
  CALL(cuDevicePrimaryCtxRetain, retain, (void**, int))                                                      \
  CALL(cuDevicePrimaryCtxRelease_v2, leave, (int))                                                           \
  CALL(cuCtxPushCurrent_v2, push, (void*))                                                                   \
  CALL(cuCtxPopCurrent_v2, pop, (void**))                                                                    \
  CALL(cuCtxSetLimit, set_limit, (int, size_t))                                                              \
  CALL(cuStreamCreate, make_stream, (void**, unsigned))                                                      \
  CALL(cuStreamDestroy_v2, end_stream, (void*))                                                              \
  CALL(cuStreamQuery, query, (void*))                                                                        \
  CALL(cuModuleLoadData, load, (void**, const void*))                                                        \
  CALL(cuModuleUnload, unload, (void*))                                                                      \
  CALL(cuModuleGetFunction, find, (void**, void*, const char*))                                              \
  CALL(cuFuncSetAttribute, set_attribute, (void*, int, int))                                                 \
  CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor, occupancy, (int*, void*, int, size_t))                   \
  CALL(cuLaunchKernel, launch,                                                                               \
       (void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**)) \
  CALL(cuMemAlloc_v2, allocate, (nv_u64*, size_t))                                                           \
  CALL(cuMemFree_v2, release, (nv_u64))                                                                      \
  CALL(cuMemcpyHtoDAsync_v2, upload, (nv_u64, const void*, size_t, void*))                                   \
  CALL(cuMemcpyDtoHAsync_v2, download, (void*, nv_u64, size_t, void*))                                       \
  CALL(cuMemcpyDtoDAsync_v2, copy, (nv_u64, nv_u64, size_t, void*))                                          \
  CALL(cuMemsetD8Async, fill, (nv_u64, unsigned char, size_t, void*))

#define NOVA_DRIVER_MEMBER(symbol, name, parameters) int(*name) parameters;
typedef struct {
  NOVA_DRIVER(NOVA_DRIVER_MEMBER)
} nova_driver;

enum { NOVA_CU_NO_MEMORY = 2, NOVA_CU_NOT_READY = 600 };

/// Code for the GPU: a cubin for the architecture `arch` alone (90 for sm_90), or PTX for it and all later ones.
typedef struct {
  int arch, is_ptx;
  const void* code;
} nova_image;

/// A block of memory of the GPU. It may hold a copy of a constant.
typedef struct {
  nv_u64 at, bytes;
  const void* from; ///< the address of the constant in host memory; null for other blocks
} nova_room;
typedef struct {
  nova_room* all;
  nv_i64 count, room;
} nova_rooms;

/// A kernel that was found in the module, by the names of its launch.
typedef struct {
  const char *kernel, *suffix;
  void* function;
  nv_i64 resident; ///< how many of its blocks the GPU runs at a time
} nova_kernel_entry;

/// The GPU of a context.
typedef struct {
  nova_driver call;
  void *library, *context, *module, *stream, *beside;
  int device, multiprocessors, threads, has_context, is_current;
  nova_rooms held, unused, constants; ///< memory of this call; memory that is free; constants
  nova_kernel_entry* kernels;
  nv_i64 kernel_count, kernel_room;
  nv_u64 state; ///< two ints, in which kernels tell failures (kernels/cuda/gpu.h), and behind them the int that stops them
  nv_i64 slice; ///< bytes of a thread's arena
  char why[320], name[256];
} nova_device;

/// The kernels' first argument, laid out as nova_gpu in kernels/cuda/gpu.h.
typedef struct {
  nv_u64 arena;
  nv_i64 slice;
  nv_u64 state, stop;
  nv_i64 stack;
} nova_launch_task;

/// How a statement's kernels are launched, as Launch in emit/cuda/emit_cuda.hpp.
typedef struct {
  const char* kernel;
  unsigned threads, shared, value, leaves, items;
  int arena, free_threads; ///< whether threads need arenas; whether NOVA_BLOCK_SIZE may take fewer threads
} nova_launch;

/// The arguments of a kernel, and memory that is cleared before it starts.
enum { NOVA_ARGUMENTS = 500 };
typedef struct {
  int count, clears;
  nova_room clear[2];
  nova_word w[NOVA_ARGUMENTS];
} nova_arguments;

/// Bytes of stack for recursive calls in kernels.
enum { NOVA_GPU_STACK = 12288 };

NOVA_INLINE nova_device* nova_device_of(nova_task* t) { return nova_context_of(t)->device; }
NOVA_INLINE nv_u64 nova_address(const void* p) { return (nv_u64)(uintptr_t)p; }

/// Notes why the GPU can't be used, and returns 1. `status`: the driver's error in it; 0 if there was none.
static int nova_no_device(nova_context* c, const char* what, int status) {
  nova_device* const d = c->device;
  const char *name = "an error of CUDA", *about = "the GPU can't be used";
  if (status) d->call.error_name(status, &name);
  if (status) snprintf(d->why, sizeof d->why, "%s: %s in %s", about, name, what);
  else snprintf(d->why, sizeof d->why, "%s: %s", about, what);
  c->why = d->why, nova_end_run(c, NOVA_NO_DEVICE);
  return 1;
}

// ---- opening and closing ----

/// Whether a list has room for one more, which is made if need be.
static int nova_rooms_grow(nova_context* c, nova_rooms* list) {
  void** all = (void**)list->all;
  const nv_i64 words = (nv_i64)(sizeof(nova_room) / sizeof(void*));
  if (list->count < list->room) return 1;
  nv_i64 room = list->room * words;
  if (!nova_list_grows(c, &all, list->count * words, &room)) return 0;
  list->all = (nova_room*)all, list->room = room / words;
  return list->count < list->room;
}

/// Finds the driver's functions. Returns 0 if all are there.
static int nova_open_driver(nova_context* c, nova_device* d) {
  const char* missing = 0;
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return nova_no_device(c, "there is no libcuda.so.1, CUDA's driver", 0);
#define NOVA_DRIVER_FIND(symbol, name, parameters)                                                           \
  if (!(*(void**)&d->call.name = dlsym(library, #symbol))) missing = "the driver is too old, it has no " #symbol;
  NOVA_DRIVER(NOVA_DRIVER_FIND)
  if (missing) return dlclose(library), nova_no_device(c, missing, 0);
  return d->library = library, 0;
}

/// Loads the code that fits the GPU best: its own, else the newest PTX that is not too new.
static int nova_load_code(nova_context* c, nova_device* d, const nova_image* images, int count) {
  int major = 0, minor = 0, best = -1;
  d->call.attribute(&major, 75, d->device), d->call.attribute(&minor, 76, d->device);
  const int arch = 10 * major + minor;
  for (int k = 0; k < count; ++k)
    if (images[k].is_ptx ? images[k].arch <= arch && (best < 0 || (images[best].is_ptx && images[best].arch < images[k].arch))
                         : images[k].arch == arch)
      best = k;
  if (best < 0) return nova_no_device(c, "there is no code for this GPU in the program", 0);
  const int status = d->call.load(&d->module, images[best].code);
  return status ? nova_no_device(c, "loading the kernels", status) : 0;
}

static void* nova_make(nova_task* t, nv_i64 count, nv_i64 size);

/// Opens the first GPU for the context, if that was not done before, and makes it the thread's. Returns 1 if there is none.
static int nova_open_device(nova_task* t, const nova_image* images, int count) {
  nova_context* const c = nova_context_of(t);
  nova_device* d = c->device;
  if (!d) {
    if (!(d = c->device = nova_take(c, sizeof *d))) return nova_no_memory(c), 1;
    __builtin_memset(d, 0, sizeof *d);
    d->slice = 4096;
  }
  if (!d->library && nova_open_driver(c, d)) return 1;
  int status = d->has_context ? d->call.push(d->context) : 0;
  d->is_current = d->has_context && !status;
  if (d->state) return status ? nova_no_device(c, "using the GPU", status) : 0;
  if (!status) status = d->call.init(0);
  if (!status) status = d->call.get_device(&d->device, 0);
  if (status) return nova_no_device(c, "opening the GPU", status);
  if (!d->has_context) {
    if ((status = d->call.retain(&d->context, d->device))) return nova_no_device(c, "opening the GPU", status);
    d->has_context = 1;
    if ((status = d->call.push(d->context))) return nova_no_device(c, "using the GPU", status);
    d->is_current = 1;
  }
  d->call.device_name(d->name, (int)sizeof d->name, d->device);
  d->call.attribute(&d->multiprocessors, 16, d->device), d->call.attribute(&d->threads, 39, d->device);
  if (d->multiprocessors < 1) d->multiprocessors = 1;
  if (d->threads < 1024) d->threads = 1024;
  if (!status && !d->stream) status = d->call.make_stream(&d->stream, 1);
  if (!status && !d->beside) status = d->call.make_stream(&d->beside, 1);
  if (status) return nova_no_device(c, "making a stream", status);
  if (!d->module && nova_load_code(c, d, images, count)) return 1;
#ifdef NOVA_DEEP_KERNELS
  if ((status = d->call.set_limit(0, NOVA_GPU_STACK))) return nova_no_device(c, "the threads' stacks", status);
#endif
  void* const state = nova_make(t, 16, 1);
  if (!state) return 1;
  d->held.count = 0, d->state = nova_address(state), d->why[0] = 0;
  return (status = d->call.fill(d->state, 0, 16, d->stream)) ? nova_no_device(c, "clearing memory", status) : 0;
}

static void nova_release_rooms(nova_context* c, nova_rooms* list) {
  nova_device* const d = c->device;
  for (nv_i64 k = 0; k < list->count; ++k) d->call.release(list->all[k].at);
  list->count = 0;
}

static void nova_close_device(nova_context* c) {
  nova_device* const d = c ? c->device : 0;
  if (!d) return;
  if (d->has_context) {
    void* before = 0;
    d->call.push(d->context);
    nova_rooms* const lists[] = {&d->held, &d->unused, &d->constants};
    for (int k = 0; k < 3; ++k) nova_release_rooms(c, lists[k]), nova_give(c, lists[k]->all);
    if (d->state) d->call.release(d->state);
    if (d->module) d->call.unload(d->module);
    if (d->stream) d->call.end_stream(d->stream);
    if (d->beside) d->call.end_stream(d->beside);
    d->call.pop(&before), d->call.leave(d->device);
  }
  if (d->library) dlclose(d->library);
  nova_give(c, d->kernels), nova_give(c, d), c->device = 0;
}

/// The GPU's name, or why none can be used; null before the first call.
static const char* nova_device_text(const nova_context* c) {
  const nova_device* const d = c->device;
  return !d ? 0 : d->why[0] ? d->why : d->name;
}

// ---- memory: it is used in the order of the stream, so that what a kernel has used can be given to the next one ----

/// Takes the free memory that fits best, or new one.
static nova_room nova_take_room(nova_context* c, nv_u64 bytes) {
  nova_device* const d = c->device;
  nv_i64 best = -1;
  for (nv_i64 k = 0; k < d->unused.count; ++k) {
    const nv_u64 has = d->unused.all[k].bytes;
    if (has >= bytes && has <= bytes + bytes / 2 + 65536 && (best < 0 || has < d->unused.all[best].bytes)) best = k;
  }
  nova_room got = {0, bytes, 0};
  if (best >= 0) {
    got = d->unused.all[best];
    d->unused.all[best] = d->unused.all[--d->unused.count];
    return got;
  }
  int status = d->call.allocate(&got.at, (size_t)bytes);
  if (status == NOVA_CU_NO_MEMORY) { // `release` waits for the kernels that use the memory
    nova_release_rooms(c, &d->unused);
    status = d->call.allocate(&got.at, (size_t)bytes);
  }
  if (status) got.at = 0;
  if (status == NOVA_CU_NO_MEMORY) nova_no_memory(c);
  else if (status) nova_no_device(c, "an allocation", status);
  return got;
}

/// Returns memory of the GPU for `count` elements of `size` bytes; null if there is none.
static void* nova_make(nova_task* t, nv_i64 count, nv_i64 size) {
  nova_context* const c = nova_context_of(t);
  nova_device* const d = c->device;
  if (!nova_rooms_grow(c, &d->held)) return nova_no_memory(c);
  const nova_room got = nova_take_room(c, nova_arena_bytes(count, size));
  if (!got.at) return 0;
  d->held.all[d->held.count++] = got;
  return (void*)(uintptr_t)got.at;
}

static nv_i64 nova_made(nova_task* t) { return nova_device_of(t)->held.count; }

/// Returns how many elements of `size` bytes may be read behind `column`.
static nv_i64 nova_readable(nova_task* t, const void* column, nv_i64 size) {
  const nova_device* const d = nova_device_of(t);
  const nv_u64 at = nova_address(column);
  for (nv_i64 k = d->held.count; k-- > 0;)
    if (at >= d->held.all[k].at && at <= d->held.all[k].at + d->held.all[k].bytes)
      return (nv_i64)((d->held.all[k].at + d->held.all[k].bytes - at) / (nv_u64)size);
  for (nv_i64 k = d->constants.count; k-- > 0;)
    if (at >= d->constants.all[k].at && at <= d->constants.all[k].at + d->constants.all[k].bytes)
      return (nv_i64)((d->constants.all[k].at + d->constants.all[k].bytes - at) / (nv_u64)size);
  return 0;
}

/// Frees what was made since the mark, but for what holds one of the columns `live`. Returns 1 if the run is over.
static int nova_free_made(nova_task* t, nv_i64 mark, int count, const void* const* live) {
  nova_context* const c = nova_context_of(t);
  nova_device* const d = c->device;
  nv_i64 to = mark;
  for (nv_i64 k = mark; k < d->held.count; ++k) {
    const nova_room room = d->held.all[k];
    int is_live = 0;
    for (int i = 0; i < count; ++i)
      is_live |= nova_address(live[i]) >= room.at && nova_address(live[i]) <= room.at + room.bytes;
    if (is_live) d->held.all[to++] = room;
    else if (nova_rooms_grow(c, &d->unused)) d->unused.all[d->unused.count++] = room;
    else d->call.release(room.at);
  }
  d->held.count = to;
  return c->over;
}

/// Returns a copy on the GPU of `count` elements; null if there is no memory. Constants are copied once.
static void* nova_upload(nova_task* t, const void* from, nv_i64 count, nv_i64 size, int is_constant) {
  nova_context* const c = nova_context_of(t);
  nova_device* const d = c->device;
  for (nv_i64 k = 0; is_constant && k < d->constants.count; ++k)
    if (d->constants.all[k].from == from) return (void*)(uintptr_t)d->constants.all[k].at;
  char* const got = nova_make(t, count, size);
  if (!got) return 0;
  const nv_u64 bytes = nova_column_bytes(count, size);
  const int status = bytes ? d->call.upload(nova_address(got), from, (size_t)bytes, d->stream) : 0;
  if (status) return nova_no_device(c, "a copy to the GPU", status), (void*)0;
  if (is_constant && nova_rooms_grow(c, &d->constants)) {
    d->constants.all[d->constants.count] = d->held.all[--d->held.count];
    d->constants.all[d->constants.count++].from = from;
  }
  return got;
}

// ---- waiting ----

/// Waits for all that was started. Returns 1 if the run is over.
static int nova_finish_kernels(nova_task* t) {
  nova_context* const c = nova_context_of(t);
  nova_device* const d = c->device;
  const int stop = 1;
  int status, told = 0;
  for (nv_i64 turn = 1; (status = d->call.query(d->stream)) == NOVA_CU_NOT_READY; ++turn) {
    if (turn % 64 == 0) sched_yield();
    if (nova_is_stopped(c) && !told) told = 1, d->call.upload(d->state + 8, &stop, sizeof stop, d->beside);
  }
  while (told && d->call.query(d->beside) == NOVA_CU_NOT_READY) {}
  return status ? nova_no_device(c, "running kernels", status) : nova_host_poll(t);
}

/// Copies bytes from the GPU when all kernels have run. Returns 1 if one of them has failed, or the run is over.
static int nova_fetch(nova_task* t, void* to, const void* from, nv_u64 bytes) {
  nova_device* const d = nova_device_of(t);
  int state[2] = {0, 0};
  int status = bytes ? d->call.download(to, nova_address(from), (size_t)bytes, d->stream) : 0;
  if (!status) status = d->call.download(state, d->state, sizeof state, d->stream);
  if (status) return nova_no_device(nova_context_of(t), "a copy from the GPU", status);
  if (nova_finish_kernels(t)) return 1;
  if (state[0]) return nova_fail(t, state[0] - 1);
  return state[1] != 0 && nova_fail(t, 0);
}

/// Returns `count` elements of a column in memory here; null if the run is over.
static void* nova_download(nova_task* t, const void* column, nv_i64 count, nv_i64 size) {
  void* const got = nova_host_alloc(t, count, size);
  return !got || nova_fetch(t, got, column, nova_column_bytes(count, size)) ? 0 : got;
}

static int nova_copy(nova_task* t, void* to, const void* from, nv_i64 count, nv_i64 size) {
  nova_device* const d = nova_device_of(t);
  const nv_u64 bytes = nova_column_bytes(count, size);
  const int status = bytes ? d->call.copy(nova_address(to), nova_address(from), (size_t)bytes, d->stream) : 0;
  return status ? nova_no_device(nova_context_of(t), "a copy on the GPU", status) : 0;
}

/// Returns a copy on the GPU of a column there; null if the run is over.
static void* nova_copied(nova_task* t, const void* column, nv_i64 count, nv_i64 size) {
  void* const got = nova_make(t, count, size);
  return !got || nova_copy(t, got, column, count, size) ? 0 : got;
}

// ---- arguments and launches ----

NOVA_INLINE void nova_arguments_begin(nova_arguments* a, nv_i64 n) { a->count = 1, a->clears = 0, a->w[0].i64 = n; }
NOVA_INLINE void nova_give_i64(nova_arguments* a, nv_i64 x) { a->w[a->count++].i64 = x; }
NOVA_INLINE void nova_give_f64(nova_arguments* a, nv_f64 x) { a->w[a->count++].f64 = x; }
NOVA_INLINE void nova_give_f32(nova_arguments* a, nv_f32 x) { a->w[a->count].i64 = 0, a->w[a->count++].f32 = x; }
NOVA_INLINE void nova_give_column(nova_arguments* a, const void* x) { a->w[a->count++].i64 = (nv_i64)nova_address(x); }

/// Gives the kernel new memory of so many bytes, which is cleared before it starts if `clear`. Returns it; null if there is none.
static void* nova_give_memory(nova_task* t, nova_arguments* a, nv_i64 count, nv_i64 size, int clear) {
  void* const got = nova_make(t, count, size);
  nova_give_column(a, got);
  if (clear && got) {
    a->clear[a->clears].at = nova_address(got);
    a->clear[a->clears++].bytes = nova_column_bytes(count, size);
  }
  return got;
}

static int nova_clear(nova_task* t, const void* at, nv_u64 bytes) {
  nova_device* const d = nova_device_of(t);
  const int status = bytes ? d->call.fill(nova_address(at), 0, (size_t)bytes, d->stream) : 0;
  return status ? nova_no_device(nova_context_of(t), "clearing memory", status) : 0;
}

/// Returns the kernel of a launch; null if there is none that the GPU can run.
static const nova_kernel_entry* nova_kernel_of(nova_task* t, const nova_launch* l, const char* suffix, unsigned threads) {
  nova_context* const c = nova_context_of(t);
  nova_device* const d = c->device;
  for (nv_i64 k = 0; k < d->kernel_count; ++k)
    if (d->kernels[k].kernel == l->kernel && d->kernels[k].suffix == suffix) return &d->kernels[k];
  if (d->kernel_count == d->kernel_room) {
    nova_kernel_entry* const more = nova_take(c, (nv_u64)(2 * d->kernel_room + 32) * sizeof *more);
    if (!more) return nova_no_memory(c);
    if (d->kernel_count) __builtin_memcpy(more, d->kernels, (size_t)d->kernel_count * sizeof *more);
    nova_give(c, d->kernels);
    d->kernels = more, d->kernel_room = 2 * d->kernel_room + 32;
  }
  nova_kernel_entry* const k = &d->kernels[d->kernel_count];
  char name[256];
  int per = 0;
  snprintf(name, sizeof name, "%s%s", l->kernel, suffix);
  k->kernel = l->kernel, k->suffix = suffix;
  int status = d->call.find(&k->function, d->module, name);
  if (!status && l->shared > 49152) status = d->call.set_attribute(k->function, 8, (int)l->shared);
  if (!status) status = d->call.occupancy(&per, k->function, (int)threads, l->shared);
  if (status) return nova_no_device(c, name, status), (const nova_kernel_entry*)0;
  if (per < 1) return nova_no_device(c, "a kernel needs more than the GPU has", 0), (const nova_kernel_entry*)0;
  k->resident = (nv_i64)per * d->multiprocessors;
  return ++d->kernel_count, k;
}

/// Returns how many blocks of a launch share so many units of work.
static nv_i64 nova_blocks(nova_task* t, nv_i64 units, unsigned threads) {
  const nova_device* const d = nova_device_of(t);
  const nv_i64 most = (nv_i64)d->multiprocessors * (d->threads / (int)threads);
  const nv_i64 wanted = units / threads + (units % threads != 0);
  return wanted < 1 ? 1 : wanted < most ? wanted : most;
}

/// Starts a kernel. One whose threads need arenas is waited for, and starts again with more memory if that was too little.
static int nova_start(nova_task* t, const nova_launch* l, const char* suffix, nv_i64 blocks, nova_arguments* a) {
  nova_context* const c = nova_context_of(t);
  nova_device* const d = c->device;
  const unsigned threads = l->free_threads && l->threads > NOVA_BLOCK_SIZE ? NOVA_BLOCK_SIZE : l->threads;
  const nova_kernel_entry* const k = c->over ? 0 : nova_kernel_of(t, l, suffix, threads);
  const nv_i64 mark = nova_made(t);
  if (!k || nova_host_poll(t)) return 1;
  blocks = nova_least(nova_least(blocks, k->resident), NOVA_MAX_BLOCKS);
  for (;; d->slice *= 8) {
    nova_launch_task task = {0, l->arena ? d->slice : 0, d->state, d->state + 8, NOVA_GPU_STACK / 2};
    void* const arena = l->arena ? nova_make(t, blocks * threads, d->slice) : 0;
    if (l->arena && !arena) return 1;
    task.arena = nova_address(arena);
    for (int i = 0; i < a->clears; ++i)
      if (nova_clear(t, (void*)(uintptr_t)a->clear[i].at, a->clear[i].bytes)) return 1;
    void* arguments[] = {&task, a->w};
    const int status = d->call.launch(k->function, (unsigned)blocks, 1, 1, threads, 1, 1, l->shared, d->stream, arguments, 0);
    if (status) return nova_no_device(c, "launching a kernel", status);
    if (!l->arena) break;
    int state[2] = {0, 0};
    if (d->call.download(state, d->state, sizeof state, d->stream)) return nova_no_device(c, "a copy from the GPU", 0);
    if (nova_finish_kernels(t) || nova_free_made(t, mark, 0, 0)) return 1;
    if (state[0]) return nova_fail(t, state[0] - 1);
    if (!state[1]) break;
    if (nova_clear(t, (void*)(uintptr_t)d->state, 8)) return 1;
  }
  a->clears = 0;
  return 0;
}

/// Ends a call on the GPU: its memory can be used again, and failures that kernels have told are forgotten.
static int nova_end_there(nova_task* t, int over) {
  nova_context* const c = nova_context_of(t);
  nova_device* const d = c->device;
  void* before = 0;
  if (d && d->state) {
    if (over) nova_finish_kernels(t), nova_clear(t, (void*)(uintptr_t)d->state, 16);
    nova_free_made(t, 0, 0, 0);
  }
  if (d && d->is_current) d->call.pop(&before), d->is_current = 0;
  return over;
}

/// Whether a GPU can be used. The self-test notes once why there is none.
static int nova_test_device(nova_context* c, nova_notes* n, const nova_image* images, int count) {
  nova_task* const t = nova_begin(c, 1);
  const int opened = t && !nova_end_there(t, nova_open_device(t, images, count));
  nova_end(c), ++n->all;
  if (!opened) ++n->wrong, nova_note(n, "the functions with kernels are not tested, since ", c->why ? c->why : "there is no memory");
  return opened;
}

#endif
