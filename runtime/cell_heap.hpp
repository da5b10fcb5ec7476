// The allocator of small blocks for the heap objects of values: tuples, constructor cells, functions, vector headers.
//
// Blocks of one size come from chunks of 2 MiB: from the chunk's free list, else by a bump pointer. A chunk is
// unmapped when its last block is freed, unless it is the one from which blocks are being allocated. So the memory of
// a list that was freed can be used for a buffer. Class Memory counts blocks of up to 256 bytes by their chunks, and
// larger ones, which come from malloc, one by one. Each thread has a heap of its own, unless it uses
// a CellHeap. Another thread may free blocks of a heap only while nobody allocates from it or frees in it.
#pragma once
#include <cstddef>

namespace nova {

/// Returns a block of `bytes` bytes (a multiple of 8), aligned to 8. Fails with E0601 if there is no memory.
void* cell_allocate(size_t bytes);
/// Frees a block; `bytes` is the size that was passed to cell_allocate.
void cell_free(void* block, size_t bytes) noexcept;

/// A heap that threads use one after the other, for values that several threads hold: those of a session of another
/// program. Its blocks may outlive it.
class CellHeap {
 public:
  CellHeap();
  ~CellHeap();
  CellHeap(const CellHeap&) = delete;
  /// While it exists, this thread allocates from the heap.
  class Use {
   public:
    explicit Use(CellHeap& heap);
    ~Use();
    Use(const Use&) = delete;

   private:
    void* before_; ///< the heap that the thread used before
  };

 private:
  void* heap_;
};

} // namespace nova
