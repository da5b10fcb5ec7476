#include "runtime/buffer.hpp"
#include "runtime/fault.hpp"
#include "runtime/forks.hpp"
#include "runtime/lengths.hpp"
#include "runtime/limit_text.hpp"
#include "runtime/process_memory.hpp"
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <malloc.h>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace nova {
namespace {

constexpr uint64_t KiB = 1024, MiB = 1024 * KiB;
constexpr uint64_t page = 4 * KiB, huge_page = 2 * MiB;
constexpr uint64_t slack =
    8; // extra bytes after the end: code may load an element there for an empty view, and ignores it
constexpr uint64_t mapped_from =
    128 * KiB;                          // smaller blocks come from malloc, which larger ones would fragment
constexpr uint64_t step = 32 * KiB;     // a recycled block may be larger than requested by this much
constexpr uint64_t huge_from = 2 * MiB; // blocks from this size on request 2 MiB pages

std::atomic<uint64_t> limit_bytes{UINT64_MAX};
std::atomic<uint64_t> used_bytes{0};
std::atomic<uint64_t> charged_bytes{0};
std::atomic<bool> counts_charged{false};
std::atomic<uint64_t> start_bytes{UINT64_MAX}; // until note_start_memory: the process is not measured

uint64_t round_up(uint64_t n, uint64_t unit) { return (n + unit - 1) / unit * unit; }

[[noreturn]] void fail_at_limit(std::string asked, uint64_t used) {
  const uint64_t limit = Memory::limit();
  fail("E0601", {std::move(asked), size_text(used), limit == UINT64_MAX ? "none" : size_text(limit)});
}

} // namespace

uint64_t private_bytes() {
#if defined(NOVA_ADDRESS_SANITIZER) || defined(__SANITIZE_THREAD__)
  return 0; // a sanitizer holds more than the program
#endif
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[128];
  const ssize_t n = ::read(file, text, sizeof text - 1);
  ::close(file);
  text[std::max<ssize_t>(n, 0)] = 0;
  unsigned long long all = 0, resident = 0, shared = 0;
  if (std::sscanf(text, "%llu %llu %llu", &all, &resident, &shared) != 3) return 0;
  return (resident - std::min(resident, shared)) * page;
}

namespace {

/// Returns by how many bytes private_bytes() has grown since note_start_memory().
uint64_t grown_bytes() {
  const uint64_t now = private_bytes(), start = start_bytes.load(std::memory_order_relaxed);
  return now - std::min(now, start);
}

/// Keeps freed large blocks for the next allocations of their size, since fresh pages cost five times as much as
/// recycled ones. The blocks do not count as used, and are unmapped before the memory limit would be exceeded.
class Pool {
 public:
  Pool() { free_in_children(mutex_); }
  /// Takes a block of at least `need` bytes from the pool, and sets `capacity` to its size, which exceeds `need` by
  /// at most need / 64 bytes or one `step`. Returns null if the pool has no such block.
  std::byte* take(uint64_t need, uint64_t& capacity) {
    std::lock_guard lock(mutex_);
    for (Block& b : blocks_)
      if (b.data && b.capacity >= need && b.capacity <= need + std::max(need / 64, step)) {
        held_ -= capacity = b.capacity;
        return std::exchange(b, {}).data;
      }
    return nullptr;
  }
  /// Takes from the pool the largest block with less than `need` and more than need / 16 bytes, and sets `capacity`
  /// to its size. Returns null if the pool has no such block.
  std::byte* take_below(uint64_t need, uint64_t& capacity) {
    std::lock_guard lock(mutex_);
    Block* best = nullptr;
    for (Block& b : blocks_)
      if (b.data && b.capacity < need && b.capacity > std::max(need / 16, best ? best->capacity : 0))
        best = &b;
    if (!best) return nullptr;
    held_ -= capacity = best->capacity;
    return std::exchange(*best, {}).data;
  }
  /// Keeps a freed block. If there is no room for it, the oldest blocks are unmapped. Returns false, and does not
  /// keep the block, if it is too large for the pool or would exceed the memory limit.
  bool put(std::byte* data, uint64_t capacity) {
    std::lock_guard lock(mutex_);
    const uint64_t bound = std::min<uint64_t>(512 * MiB, Memory::limit() / 16);
    if (capacity > bound) return false;
    Block& place = *std::ranges::min_element(blocks_, {}, &Block::since); // an empty one, else the oldest
    drop(place);
    while (held_ + capacity > bound) drop(*std::ranges::min_element(blocks_, {}, &Block::age));
    if (Memory::used() + held_ + capacity > Memory::limit()) return false;
    place = {data, capacity, ++time_}, held_ += capacity;
    return true;
  }
  uint64_t held() const { return held_; }
  void clear() {
    std::lock_guard lock(mutex_);
    for (Block& b : blocks_) drop(b);
  }

 private:
  struct Block {
    std::byte* data = nullptr;
    uint64_t capacity = 0;
    uint64_t since = 0; ///< value of time_ when the block was put here; 0: no block
    uint64_t age() const { return data ? since : UINT64_MAX; }
  };
  void drop(Block& b) {
    if (b.data) munmap(b.data, b.capacity), held_ -= b.capacity;
    b = {};
  }
  std::mutex mutex_;
  std::array<Block, 64> blocks_;
  std::atomic<uint64_t> held_{0};
  uint64_t time_ = 0; ///< number of blocks put so far, as a clock
};

Pool& pool() {
  static Pool* p = new Pool; // never destroyed: buffers may be freed while the process ends
  return *p;
}

/// Maps fresh pages and returns their address, or null if there is no memory. If they are huge_from bytes or more,
/// they start at a 2 MiB boundary and request 2 MiB pages. The rest after the last whole 2 MiB has small pages.
std::byte* map_pages(uint64_t capacity) {
  const bool huge = capacity >= huge_from;
  const uint64_t span = capacity + (huge ? huge_page : 0);
  void* got = mmap(nullptr, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) return nullptr;
  auto* base = static_cast<std::byte*>(got);
  if (!huge) return base;
  auto* data = reinterpret_cast<std::byte*>(round_up(reinterpret_cast<uintptr_t>(base), huge_page));
  if (data > base) munmap(base, static_cast<size_t>(data - base));
  if (base + span > data + capacity)
    munmap(data + capacity, static_cast<size_t>(base + span - data - capacity));
  madvise(data, capacity, MADV_HUGEPAGE);
  return data;
}

/// Moves the pages of a block to the beginning of a range of `larger` bytes at another address, without copying.
/// Returns that address, or null if it fails.
std::byte* move_pages(std::byte* data, uint64_t capacity, uint64_t larger) {
  std::byte* place = map_pages(larger);
  if (!place) return nullptr;
  if (mremap(data, capacity, larger, MREMAP_MAYMOVE | MREMAP_FIXED, place) != MAP_FAILED) {
    if (larger >= huge_from) madvise(place, larger, MADV_HUGEPAGE);
    return place;
  }
  munmap(place, larger);
  return nullptr;
}

/// Allocates a block of at least `bytes` bytes. Sets `capacity` to its size, and `used` to how many bytes at its
/// beginning may hold old content; all bytes after them are zero. Returns null if there is no memory.
std::byte* obtain(uint64_t bytes, uint64_t& capacity, uint64_t& used) {
  const uint64_t alignment = bytes < 64 ? 16 : 64;
  used = capacity = round_up(bytes, alignment);
  if (capacity < mapped_from) return static_cast<std::byte*>(std::aligned_alloc(alignment, capacity));
  capacity = round_up(bytes, bytes < MiB ? step : page);
  if (std::byte* recycled = pool().take(capacity, capacity)) return used = capacity, recycled;
  // The pages of a smaller freed block become the beginning of the new one; the other pages are fresh. If the buffer
  // is shrunk later to the size of the smaller block, the fresh pages were never written and take no memory.
  if (uint64_t less; std::byte* small = pool().take_below(capacity, less)) {
    if (std::byte* moved = move_pages(small, less, capacity)) return used = less, moved;
    munmap(small, less);
  }
  used = 0;
  std::byte* fresh = map_pages(capacity);
  if (!fresh) pool().clear(), fresh = map_pages(capacity);
  return fresh;
}

void give_back(std::byte* data, uint64_t capacity) noexcept {
  if (capacity < mapped_from) return std::free(data);
  if (!pool().put(data, capacity)) munmap(data, capacity);
}

} // namespace

void fail_memory(std::string asked) { fail_at_limit(std::move(asked), Memory::used()); }

void Memory::set_limit(uint64_t bytes) {
  limit_bytes = bytes;
  if (pool().held() > bytes / 16) pool().clear();
}
uint64_t Memory::limit() { return limit_bytes.load(std::memory_order_relaxed); }
uint64_t Memory::used() { return used_bytes.load(std::memory_order_relaxed); }

void Memory::count_charged(bool on) { counts_charged = on; }
uint64_t Memory::charged() { return charged_bytes.load(std::memory_order_relaxed); }

void Memory::charge(uint64_t bytes) {
  const uint64_t limit = Memory::limit();
  if (counts_charged.load(std::memory_order_relaxed)) [[unlikely]]
    charged_bytes.fetch_add(bytes, std::memory_order_relaxed);
  const uint64_t before = used_bytes.fetch_add(bytes, std::memory_order_relaxed);
  if (bytes <= limit && before <= limit - bytes) {
    if (before + bytes + pool().held() > limit) pool().clear();
    return;
  }
  used_bytes.fetch_sub(bytes, std::memory_order_relaxed);
  fail_memory(size_text(bytes));
}

void note_start_memory() { start_bytes = private_bytes(); }

void check_process_memory() {
  constexpr uint64_t least = 8 * MiB; // a tolerance: small tables grow by doubling, and threads start
  const uint64_t limit = Memory::limit();
  if (limit == UINT64_MAX || start_bytes == UINT64_MAX) return;
  const uint64_t most = limit + std::max(limit / 20, least);
  if (grown_bytes() <= most) return;
  pool().clear(), malloc_trim(0); // return freed memory to the system, then measure again
  if (const uint64_t grown = grown_bytes(); grown > most)
    fail_at_limit("more of what the program is made of", grown);
}

void Memory::release(uint64_t bytes) noexcept { used_bytes.fetch_sub(bytes, std::memory_order_relaxed); }

uint64_t checked_bytes(uint64_t count, uint64_t element_size) {
  uint64_t bytes;
  // Other code computes with signed sizes, so the bound is 2^63 - 1.
  if (!__builtin_mul_overflow(count, element_size, &bytes) && bytes <= INT64_MAX) return bytes;
  fail_memory(std::to_string(count) + " elements of " + std::to_string(element_size) + " bytes");
}

Buffer::Buffer(uint64_t bytes, Contents contents) : size_(bytes) {
  if (bytes == 0) return;
  Memory::charge(bytes);
  uint64_t used = 0;
  data_ = obtain(bytes + slack, capacity_, used);
  if (data_ && contents == Contents::Zeros) std::memset(data_, 0, std::min(used, bytes + slack));
  if (data_) return;
  Memory::release(bytes);
  fail_memory(size_text(bytes));
}

bool Buffer::can_borrow(const void* bytes, uint64_t size) {
  const auto at = reinterpret_cast<uintptr_t>(bytes);
  return size > 0 && (at + size - 1) / page == (at + size - 1 + slack) / page;
}

/// The address loses its const, since a buffer that is filled has the same type. Nobody changes borrowed bytes
/// (may_change).
Buffer::Buffer(const void* bytes, uint64_t size, std::function<void()> release)
    : data_(const_cast<std::byte*>(static_cast<const std::byte*>(bytes))), size_(size),
      release_(std::move(release)) {}

Buffer::~Buffer() {
  if (release_)
    release_();
  else if (data_)
    give_back(data_, capacity_), Memory::release(size_);
}

namespace {
/// Guards each buffer's mirror_, which one thread may replace while another reads it.
std::mutex& mirrors_mutex() {
  static std::mutex* const m = [] {
    auto* const made = new std::mutex; // never destroyed: buffers may be freed while the process ends
    free_in_children(*made);
    return made;
  }();
  return *m;
}
} // namespace

void Buffer::mirror_at(std::shared_ptr<Mirror> mirror) {
  const std::lock_guard lock(mirrors_mutex());
  mirror_.swap(mirror); // the old one is destroyed behind the lock
}

std::shared_ptr<Mirror> Buffer::mirror() const {
  const std::lock_guard lock(mirrors_mutex());
  return mirror_;
}

/// The mutex is the device's, not one of the buffers: a run on the device holds it while it reads buffers.
std::byte* Buffer::fetched() {
  const std::shared_ptr<Mirror> from = mirror();
  if (!from) return data_; // another thread has fetched the bytes and dropped the device's copy
  const std::lock_guard lock(from->mutex());
  if (is_away()) from->fetch(data_, size_), away_.store(false, std::memory_order_release);
  return data_;
}

void Buffer::recount(uint64_t bytes) {
  if (bytes > size_)
    Memory::charge(bytes - size_);
  else
    Memory::release(size_ - bytes);
  size_ = bytes;
}

void Buffer::resize(uint64_t bytes) {
  // A large block keeps its capacity unless it shrinks to less than a quarter of it, so that the pool can reuse it.
  // Its pages that were never written take no memory.
  const uint64_t least = capacity_ >= huge_from ? capacity_ / 4 : capacity_ - capacity_ / 128;
  const bool is_small = capacity_ <= 256; // not worth a reallocation
  const bool in_place = bytes + slack <= capacity_ && (bytes >= least || is_small);
  if (in_place) return recount(bytes);
  if (const uint64_t kept = round_up(bytes + slack, page); kept < capacity_ && kept >= mapped_from) {
    recount(bytes);
    munmap(data_ + kept, capacity_ - kept); // shrinking a mapped block moves nothing
    capacity_ = kept;
    return;
  }
  if (capacity_ >= huge_from && bytes > capacity_) {
    const uint64_t before = size_, larger = round_up(bytes + slack, page);
    recount(bytes);
    if (std::byte* place = move_pages(data_, capacity_, larger)) {
      data_ = place, capacity_ = larger;
      return;
    }
    recount(before);
  }
  Buffer moved(bytes);
  if (const uint64_t n = std::min(size_, bytes)) std::memcpy(moved.data_, data_, n);
  std::swap(data_, moved.data_), std::swap(size_, moved.size_), std::swap(capacity_, moved.capacity_);
}

} // namespace nova
