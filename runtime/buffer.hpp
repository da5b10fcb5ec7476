// Counted memory. Everything whose size a program decides (columns, closures, tuples, constructor cells) is counted
// before it is allocated, so that `--max-memory` is an error and never the machine's out-of-memory killer.
//
// The count belongs to the process, as the machine's memory does; Session sets the limit.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace nova {

/// What the process holds and may hold, in bytes.
class Memory {
 public:
  static void set_limit(uint64_t bytes);
  static uint64_t limit();
  static uint64_t used();
  /// Counts the bytes, or fails with E0601 (which names the size asked for, what is held and the limit).
  static void charge(uint64_t bytes);
  static void release(uint64_t bytes) noexcept;
};

/// A count of bytes that is released with its owner.
class Charge {
 public:
  Charge() = default;
  explicit Charge(uint64_t bytes) { grow(bytes); }
  Charge(Charge&& o) noexcept : bytes_(std::exchange(o.bytes_, 0)) {}
  Charge& operator=(Charge&& o) noexcept { return std::swap(bytes_, o.bytes_), *this; }
  ~Charge() { Memory::release(bytes_); }
  /// Counts more, or fails with E0601.
  void grow(uint64_t bytes) { Memory::charge(bytes), bytes_ += bytes; }
  uint64_t bytes() const { return bytes_; }

 private:
  uint64_t bytes_ = 0;
};

/// Lets a standard container count what it holds.
template <class T> struct CountingAllocator {
  using value_type = T;
  CountingAllocator() = default;
  template <class U> CountingAllocator(const CountingAllocator<U>&) {}
  T* allocate(size_t n) {
    Memory::charge(n * sizeof(T));
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T* p, size_t n) noexcept {
    std::allocator<T>().deallocate(p, n);
    Memory::release(n * sizeof(T));
  }
  bool operator==(const CountingAllocator&) const { return true; }
};

/// count * element_size, or the fault E0601 where the product does not fit (a vector of 1e18 elements).
uint64_t checked_bytes(uint64_t count, uint64_t element_size);

/// What a device holds of a buffer.
struct Mirror {
  virtual ~Mirror() = default;
  /// Brings the bytes here.
  virtual void fetch(std::byte* to, uint64_t bytes) = 0;
};

/// A block of bytes, filled once, then shared and never changed. Large blocks ask for 2 MiB pages and are recycled.
/// Where a device made the bytes, they come here when they are first asked for.
class Buffer {
 public:
  enum class Contents : uint8_t { Any, Zeros };
  explicit Buffer(uint64_t bytes, Contents contents = Contents::Any);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  std::byte* bytes() { return is_away() ? fetched() : data_; }
  const std::byte* bytes() const { return const_cast<Buffer*>(this)->bytes(); }
  template <class T> T* as() { return reinterpret_cast<T*>(bytes()); }
  template <class T> const T* as() const { return reinterpret_cast<const T*>(bytes()); }
  /// Where the bytes are, or will be.
  const std::byte* place() const { return data_; }
  bool is_away() const { return away_.load(std::memory_order_acquire); }
  /// Not filled here: the device has the bytes.
  void leave_at(std::shared_ptr<Mirror> mirror) { mirror_ = std::move(mirror), away_ = true; }
  /// The device has the bytes too.
  void mirror_at(std::shared_ptr<Mirror> mirror) { mirror_ = std::move(mirror); }
  const std::shared_ptr<Mirror>& mirror() const { return mirror_; }
  uint64_t size() const { return size_; }
  /// Only while it is being filled: grows or shrinks it, keeping the bytes that fit (they may move).
  void resize(uint64_t bytes);

 private:
  void recount(uint64_t bytes);
  std::byte* fetched();
  std::byte* data_ = nullptr;
  uint64_t size_ = 0, capacity_ = 0;
  std::atomic<bool> away_{false};
  std::shared_ptr<Mirror> mirror_;
};
using BufferRef = std::shared_ptr<Buffer>;

} // namespace nova
