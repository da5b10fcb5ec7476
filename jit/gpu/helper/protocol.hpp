// What a session and the helper process of its GPU say to each other: frames over a socket pair, and columns
// through a ring in shared memory. Either side may die or go mad; nothing is believed before it was looked
// at.
//
//   session              helper
//                        Hello good, name, about; or bad, why
//   Load plan, text      Loaded plan, good, error
//   Upload buffer ..     Moved slot, good, error       one slot's bytes; the first of a buffer makes it
//   Download buffer ..   Moved slot, good, error
//   Run plan, room, words   Ran status, the device's time, is the code new, results; or what went wrong
//   Release buffers
//   Forget plan
#pragma once
#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>

namespace nova::plan {

enum class GpuSays : uint32_t { Hello = 1, Load, Loaded, Upload, Download, Moved, Run, Ran, Release, Forget };
enum class GpuEnd : uint32_t {
  Done,
  Failed, ///< a check
  Stopped,
  Memory, ///< the device has none left
  Limit,  ///< there is no room for what the run makes
  Broken, ///< the helper ends
  Unfit,  ///< the plan's kernels need more than the device has
  Deep    ///< its calls need more stack than the device has
};

struct GpuFrame {
  GpuSays kind{};
  std::string body;
};

/// The other side is gone, or what it says makes no sense.
struct WireError {
  std::string what;
};

/// Puts a frame's body together.
class FrameWriter {
 public:
  template <class T> FrameWriter& put(const T& v) {
    static_assert(std::is_trivially_copyable_v<T>);
    body.append(reinterpret_cast<const char*>(&v), sizeof v);
    return *this;
  }
  FrameWriter& text(std::string_view t) {
    put<uint64_t>(t.size()), body.append(t);
    return *this;
  }
  std::string body;
};

/// Takes it apart; a WireError where it is too short.
class FrameReader {
 public:
  explicit FrameReader(std::string_view body) : rest_(body) {}
  template <class T> T take() {
    if constexpr (std::is_same_v<T, bool>) return take<uint8_t>() != 0;
    T v;
    std::memcpy(&v, bytes(sizeof v).data(), sizeof v);
    return v;
  }
  std::string text() { return std::string(bytes(take<uint64_t>())); }
  bool is_done() const { return rest_.empty(); }

 private:
  std::string_view bytes(uint64_t n) {
    if (n > rest_.size()) throw WireError{"a frame that ends too soon"};
    const std::string_view got = rest_.substr(0, n);
    rest_ = rest_.substr(n);
    return got;
  }
  std::string_view rest_;
};

/// Columns of so few bytes come back with the answer: cheaper than to ask for them.
constexpr uint64_t gpu_small = 4096;

/// Descriptors in the helper.
constexpr int gpu_socket = 3, gpu_ring = 4;

void send_frame(int socket, GpuSays kind, const std::string& body);
/// Waits; `meanwhile` is asked every other millisecond and may throw, and then nothing of a frame is lost.
GpuFrame receive_frame(int socket, const std::function<void()>& meanwhile);
/// Is there something to receive (or the end)?
bool has_frame(int socket);
/// Has the other side closed it?
bool is_hung_up(int socket);

/// Shared memory of both processes.
class GpuRing {
 public:
  static constexpr uint32_t slots = 4;
  static constexpr uint64_t slot_bytes = uint64_t{16} << 20;
  /// A new one; a WireError where the machine gives none.
  GpuRing();
  /// The one that another process has made.
  explicit GpuRing(int descriptor);
  ~GpuRing();
  GpuRing(const GpuRing&) = delete;

  int descriptor() const { return descriptor_; }
  /// Set by the session: kernels are to stop.
  std::atomic<uint32_t>& stop() { return *reinterpret_cast<std::atomic<uint32_t>*>(memory_); }
  std::byte* slot(uint32_t k) { return memory_ + page + k * slot_bytes; }
  static constexpr uint64_t page = 4096, bytes = page + slots * slot_bytes;

 private:
  void map();
  int descriptor_;
  std::byte* memory_ = nullptr;
};

} // namespace nova::plan
