// Small blocks for values' objects: tuples, constructor cells, functions, vectors' headers.
//
// Blocks of one size come from chunks of 2 MiB: a bump pointer first, then the chunk's free list. A chunk
// whose last block is freed goes back to the machine, so that memory of a dead list serves a buffer later.
// Memory counts chunks, not blocks. A heap belongs to a thread; blocks may be freed by another one while the
// first rests.
#pragma once
#include <cstddef>

namespace nova {

/// A block of at least `bytes` (a multiple of 8), aligned to 8. Fails with E0601.
void* cell_allocate(size_t bytes);
/// `bytes` is what was asked for.
void cell_free(void* block, size_t bytes) noexcept;

} // namespace nova
