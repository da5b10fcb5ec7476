// The allocator of small blocks for the heap objects of values: tuples, constructor cells, functions, vector headers.
//
// Blocks of one size come from chunks of 2 MiB: from the chunk's free list, else by a bump pointer. A chunk is
// unmapped when its last block is freed, unless it is the one from which blocks are being allocated. So the memory of
// a list that was freed can be used for a buffer. Class Memory counts blocks of up to 256 bytes by their chunks, and
// larger ones, which come from malloc, one by one. Each thread has a heap of its own. Another thread may free blocks
// of that heap only while its owner neither allocates nor frees.
#pragma once
#include <cstddef>

namespace nova {

/// Returns a block of `bytes` bytes (a multiple of 8), aligned to 8. Fails with E0601 if there is no memory.
void* cell_allocate(size_t bytes);
/// Frees a block; `bytes` is the size that was passed to cell_allocate.
void cell_free(void* block, size_t bytes) noexcept;

} // namespace nova
