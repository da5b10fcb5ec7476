// Counted memory. Everything whose size a program decides (columns, closures, tuples, constructor cells) is counted
// before it is allocated. So a program that exceeds `--max-memory` gets an error, before the system's out-of-memory
// killer could end the process.
//
// There is one count for the process, since it shares the machine's memory. Session sets the limit.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace nova {

/// The process' count of allocated bytes, and its limit.
class Memory {
 public:
  static void set_limit(uint64_t bytes);
  static uint64_t limit();
  static uint64_t used();
  /// Starts or stops to count what is allocated, whether it is freed later or not.
  static void count_charged(bool on);
  /// Returns how many bytes were allocated while that was counted.
  static uint64_t charged();
  /// Adds `bytes` to the count, or fails with E0601 if the count would exceed the limit.
  static void charge(uint64_t bytes);
  static void release(uint64_t bytes) noexcept;
};

/// Counts bytes against the memory limit while this object lives.
class Charge {
 public:
  Charge() = default;
  explicit Charge(uint64_t bytes) { grow(bytes); }
  Charge(Charge&& o) noexcept : bytes_(std::exchange(o.bytes_, 0)) {}
  Charge& operator=(Charge&& o) noexcept { return std::swap(bytes_, o.bytes_), *this; }
  ~Charge() { Memory::release(bytes_); }
  /// Counts `bytes` more, or fails with E0601.
  void grow(uint64_t bytes) { Memory::charge(bytes), bytes_ += bytes; }
  uint64_t bytes() const { return bytes_; }

 private:
  uint64_t bytes_ = 0;
};

/// An allocator for standard containers that counts their memory against the limit.
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

/// Returns count * element_size, or fails with E0601 if the product exceeds 2^63 - 1.
uint64_t checked_bytes(uint64_t count, uint64_t element_size);

/// The copy of a buffer in a device's memory.
struct Mirror {
  virtual ~Mirror() = default;
  /// Writes the buffer's content, `bytes` bytes, to host memory at `to`. The caller holds `mutex()`.
  virtual void fetch(std::byte* to, uint64_t bytes) = 0;
  /// Returns the device's mutex. It is recursive, since recomputing the content of one buffer may fetch others.
  virtual std::recursive_mutex& mutex() = 0;
};

/// A block of bytes, which is filled once, then shared and never changed. Large blocks request 2 MiB pages, and are
/// reused after they are freed. Bytes that a device has computed are copied to the host when they are first read
/// there.
class Buffer {
 public:
  enum class Contents : uint8_t { Any, Zeros };
  explicit Buffer(uint64_t bytes, Contents contents = Contents::Any);
  /// Borrows bytes of another owner, which stay where they are and must not change. Requires can_borrow. Calls
  /// `release` when nothing refers to the buffer any more. The bytes do not count against the memory limit.
  Buffer(const void* bytes, uint64_t size, std::function<void()> release);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  std::byte* bytes() { return is_away() ? fetched() : data_; }
  const std::byte* bytes() const { return const_cast<Buffer*>(this)->bytes(); }
  template <class T> T* as() { return reinterpret_cast<T*>(bytes()); }
  template <class T> const T* as() const { return reinterpret_cast<const T*>(bytes()); }
  /// Returns the host address of the bytes without fetching them from a device.
  const std::byte* place() const { return data_; }
  /// Whether bytes of another owner can be borrowed. They can unless they end at the end of a page: code may load an
  /// element behind them, which it ignores, and the next page may be missing.
  static bool can_borrow(const void* bytes, uint64_t size);
  /// Whether the buffer's only holder may change its bytes in place: they are no other owner's, and no device has a
  /// copy.
  bool may_change() const { return !release_ && !is_away() && !mirror(); }
  /// Whether only a device has the bytes.
  bool is_away() const { return away_.load(std::memory_order_acquire); }
  /// Records that only the device has the bytes; they are fetched when they are first read.
  void leave_at(std::shared_ptr<Mirror> mirror) { mirror_at(std::move(mirror)), away_ = true; }
  /// Records that the device has a copy of the bytes, besides the host.
  void mirror_at(std::shared_ptr<Mirror> mirror);
  /// Returns the device's copy, or null.
  std::shared_ptr<Mirror> mirror() const;
  uint64_t size() const { return size_; }
  /// Grows or shrinks the buffer; allowed only while it is being filled. The bytes that fit are kept, but their
  /// address may change.
  void resize(uint64_t bytes);

 private:
  void recount(uint64_t bytes);
  std::byte* fetched();
  std::byte* data_ = nullptr;
  uint64_t size_ = 0, capacity_ = 0;
  std::atomic<bool> away_{false};
  std::shared_ptr<Mirror> mirror_;
  std::function<void()> release_; ///< of borrowed bytes, else empty
};
using BufferRef = std::shared_ptr<Buffer>;

} // namespace nova
