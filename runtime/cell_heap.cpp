#include "runtime/cell_heap.hpp"
#include "runtime/buffer.hpp"
#include "runtime/fault.hpp"
#include "runtime/forks.hpp"
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <sys/mman.h>
#include <vector>

namespace nova {
namespace {

constexpr size_t chunk_bytes = 2 << 20;
constexpr size_t step_bytes = 64 << 10; // class Memory counts a first chunk in such steps, as it fills
constexpr size_t largest = 256;         // larger blocks come from malloc
constexpr size_t classes = largest / 8 + 1;

struct Heap;

/// The header of a chunk, whose address is a multiple of chunk_bytes.
struct Chunk {
  Heap* heap;
  void* free = nullptr;       // freed blocks, linked through their first word
  char *bump, *counted, *end; // unused memory starts at bump; class Memory counts it up to `counted`
  Chunk *next = nullptr, *previous = nullptr; // neighbours in the list Heap::partial
  uint32_t live = 0;
  bool listed = false;
};
constexpr size_t header_bytes = (sizeof(Chunk) + 63) / 64 * 64;

struct Heap {
  Chunk* current[classes] = {};
  Chunk* partial[classes] = {}; // lists of chunks that have room but are not current
  bool grown[classes] = {};     // whether there was a chunk before: later ones request a 2 MiB page
};

/// Heaps of threads and sessions that have ended. They may have live blocks, so they are kept, and new threads take them over.
struct RestingHeaps {
  RestingHeaps() { free_in_children(mutex); }
  std::mutex mutex;
  std::vector<Heap*> heaps;
};
RestingHeaps& resting() {
  static RestingHeaps* r = new RestingHeaps; // never destroyed, as its heaps are not
  return *r;
}

Heap* take_heap() {
  RestingHeaps& r = resting();
  const std::lock_guard lock(r.mutex);
  if (r.heaps.empty()) return new Heap;
  Heap* const heap = r.heaps.back();
  r.heaps.pop_back();
  return heap;
}
void let_rest(Heap* heap) {
  RestingHeaps& r = resting();
  const std::lock_guard lock(r.mutex);
  r.heaps.push_back(heap);
}

constinit thread_local Heap* thread_heap = nullptr;

struct HeapOfThread {
  HeapOfThread() { thread_heap = take_heap(); }
  ~HeapOfThread() { let_rest(std::exchange(thread_heap, nullptr)); }
};

Heap& heap() {
  if (!thread_heap) [[unlikely]] {
    static thread_local HeapOfThread owner;
    if (!thread_heap)
      thread_heap = new Heap; // an ending thread may still free blocks after `owner` is destroyed
  }
  return *thread_heap;
}

Chunk* chunk_of(void* block) {
  return reinterpret_cast<Chunk*>(reinterpret_cast<uintptr_t>(block) & ~(chunk_bytes - 1));
}

Chunk* map_chunk(Heap& h, bool large_page) {
  const size_t first = large_page ? chunk_bytes : step_bytes;
  Memory::charge(first);
  void* got = mmap(nullptr, 2 * chunk_bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) {
    Memory::release(first);
    fail("E0601", {"2.0 MiB", "all that the machine gives", "none"});
  }
  char* base = static_cast<char*>(got);
  char* data =
      reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(base) + chunk_bytes - 1) & ~(chunk_bytes - 1));
  if (data > base) munmap(base, static_cast<size_t>(data - base));
  munmap(data + chunk_bytes, static_cast<size_t>(base + 2 * chunk_bytes - (data + chunk_bytes)));
  if (large_page) madvise(data, chunk_bytes, MADV_HUGEPAGE);
  auto* c = new (data) Chunk;
  c->heap = &h, c->bump = data + header_bytes, c->counted = data + first, c->end = data + chunk_bytes;
  return c;
}

void list(Heap& h, size_t k, Chunk* c) {
  c->listed = true, c->previous = nullptr, c->next = h.partial[k];
  if (c->next) c->next->previous = c;
  h.partial[k] = c;
}
void unlist(Heap& h, size_t k, Chunk* c) {
  (c->previous ? c->previous->next : h.partial[k]) = c->next;
  if (c->next) c->next->previous = c->previous;
  c->listed = false;
}

void release_chunk(Chunk* c) {
  Memory::release(static_cast<uint64_t>(c->counted - reinterpret_cast<char*>(c)));
  munmap(c, chunk_bytes);
}

/// Allocates a block of size class k (k * 8 bytes) when the current chunk has neither a freed block nor unused memory
/// that class Memory counts already. Counts more of the chunk; if all of the chunk is counted, makes another chunk
/// the current one.
void* allocate_slowly(Heap& h, size_t k) {
  Chunk* c = h.current[k];
  if (c && c->counted < c->end) {
    Memory::charge(step_bytes);
    c->counted += step_bytes;
  } else if (h.partial[k]) {
    unlist(h, k, h.current[k] = h.partial[k]);
  } else {
    h.current[k] = map_chunk(h, h.grown[k]);
    h.grown[k] = true;
  }
  return cell_allocate(k * 8);
}

/// Handles a free in chunk c, which is not the current one. Adds c to the list `partial` if it was full before, and
/// unmaps it if no block of it is in use.
void free_slowly(Chunk* c, size_t k) {
  Heap& h = *c->heap;
  if (!c->listed) list(h, k, c);
  if (c->live == 0) unlist(h, k, c), release_chunk(c);
}

void* allocate_large(size_t bytes) {
  Memory::charge(bytes);
  if (void* block = std::malloc(bytes)) return block;
  Memory::release(bytes);
  fail("E0601", {std::to_string(bytes) + " bytes", "all that the machine gives", "none"});
}

#ifdef NOVA_ADDRESS_SANITIZER
constexpr bool all_large = true; // malloc, so that the sanitizer sees every object
#else
constexpr bool all_large = false;
#endif

} // namespace

void* cell_allocate(size_t bytes) {
  if (bytes > largest || all_large) [[unlikely]]
    return allocate_large(bytes);
  Heap& h = heap();
  const size_t k = bytes / 8;
  Chunk* c = h.current[k];
  if (c) [[likely]] {
    if (void* block = c->free) return c->free = *static_cast<void**>(block), ++c->live, block;
    if (c->bump + bytes <= c->counted) return ++c->live, std::exchange(c->bump, c->bump + bytes);
  }
  return allocate_slowly(h, k);
}

void cell_free(void* block, size_t bytes) noexcept {
  if (bytes > largest || all_large) [[unlikely]]
    return std::free(block), Memory::release(bytes);
  Chunk* c = chunk_of(block);
  *static_cast<void**>(block) = c->free;
  c->free = block;
  --c->live;
  const size_t k = bytes / 8;
  if (c != c->heap->current[k] && (!c->listed || c->live == 0)) free_slowly(c, k);
}

CellHeap::CellHeap() : heap_(take_heap()) {}
CellHeap::~CellHeap() { let_rest(static_cast<Heap*>(heap_)); }
CellHeap::Use::Use(CellHeap& heap) : before_(std::exchange(thread_heap, static_cast<Heap*>(heap.heap_))) {}
CellHeap::Use::~Use() { thread_heap = static_cast<Heap*>(before_); }

} // namespace nova
