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

/// A block of bytes, filled once, then shared and never changed. Large blocks ask for 2 MiB pages and are recycled.
class Buffer {
public:
  explicit Buffer(uint64_t bytes);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  std::byte* bytes() { return data_; }
  const std::byte* bytes() const { return data_; }
  template <class T> T* as() { return reinterpret_cast<T*>(data_); }
  template <class T> const T* as() const { return reinterpret_cast<const T*>(data_); }
  uint64_t size() const { return size_; }
  /// Only while it is being filled: grows or shrinks it, keeping the bytes that fit (they may move).
  void resize(uint64_t bytes);

private:
  void recount(uint64_t bytes);
  std::byte* data_ = nullptr;
  uint64_t size_ = 0, capacity_ = 0;
};
using BufferRef = std::shared_ptr<Buffer>;

} // namespace nova
