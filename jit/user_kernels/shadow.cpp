#include "jit/user_kernels/shadow.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <sys/mman.h>

namespace nova::plan {
namespace {

uint64_t cell_bytes(uint64_t bytes, uint32_t granule, size_t cell) { return (bytes / granule + 1) * cell; }

/// Returns zeros, which take memory only where they are written.
void* zeros(uint64_t bytes) {
  void* const made =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) fail("E0601", {"the simulator's memory", "all that the machine gives", "none"});
  return made;
}

} // namespace

Shadow& Shadow::operator=(Shadow&& from) noexcept {
  std::swap(cells_, from.cells_), std::swap(bytes_, from.bytes_), std::swap(granule_, from.granule_);
  return *this;
}

void Shadow::release() {
  if (cells_) munmap(cells_, cell_bytes(bytes_, granule_, slots * sizeof(Slot)));
  cells_ = nullptr;
}

void Shadow::reset(uint64_t bytes, uint32_t element) {
  release();
  bytes_ = bytes, granule_ = element == 2 || element == 4 || element == 8 ? element : 1;
  cells_ = static_cast<Slot*>(zeros(cell_bytes(bytes_, granule_, slots * sizeof(Slot))));
}

/// Gives each byte a cell of its own, since there are accesses of fewer bytes than thought.
void Shadow::refine() {
  const Shadow old = std::move(*this);
  cells_ = nullptr;
  reset(old.bytes_, 1);
  for (uint64_t k = 0; k < bytes_; ++k)
    if (const Slot* from = old.cells_ + k / old.granule_ * slots; from[0].thread || from[1].thread)
      std::copy_n(from, slots, cells_ + k * slots);
}

/// Returns the slot of a full cell that is lost least: a read with another read of the same warp, or else the last one.
Shadow::Slot* Shadow::dispensable(Slot* cell, uint32_t thread) {
  for (Slot* s = cell; s != cell + slots; ++s) {
    if (s->how() != Touch::Read) continue;
    const uint32_t warp = (s->thread - 1) / 32;
    bool twin = warp == thread / 32;
    for (const Slot* other = cell; other != s; ++other) twin = twin || (other->thread - 1) / 32 == warp;
    if (twin) return s;
  }
  return cell + slots - 1;
}

} // namespace nova::plan
