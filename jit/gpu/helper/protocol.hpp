// The protocol between a session and the helper process of its GPU: frames over a socket pair, and columns through a
// ring in shared memory. Either side may die or send garbage, so all received data are validated before use.
//
//   session              helper
//                        Hello good, name, about; or bad, why
//   Load plan, text      Loaded plan, good, error
//   Upload buffer ..     Moved slot, good, error       one slot's bytes; the first Upload of a buffer allocates it
//   Download buffer ..   Moved slot, good, error
//   Run plan, next id, room, words   Ran status, device time, whether the code is new, results; or the error
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
/// How a run ended.
enum class GpuEnd : uint32_t {
  Done,
  Failed, ///< a check failed
  Stopped,
  Memory, ///< the device has no memory left
  Limit,  ///< the session's memory limit was reached
  Broken, ///< the device can no longer be used, and the helper ends
  Unfit,  ///< the plan's kernels need more than the device has
  Deep    ///< the plan's calls need more stack than the device has
};

struct GpuFrame {
  GpuSays kind{};
  std::string body;
};

/// Thrown if the other side has ended, or has sent something invalid.
struct WireError {
  std::string what;
};

/// Assembles a frame's body.
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

/// Reads values from a frame's body; throws a WireError if it is too short.
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

/// Result columns of at most this many bytes are sent with a run's answer, which is cheaper than to request them
/// later.
constexpr uint64_t gpu_small = 4096;

/// The file descriptors of the socket and of the ring in the helper.
constexpr int gpu_socket = 3, gpu_ring = 4;

void send_frame(int socket, GpuSays kind, const std::string& body);
/// Waits for a frame and returns it. Until a frame arrives, calls `meanwhile` every two milliseconds. If `meanwhile`
/// throws, no part of a frame has been read. Throws a WireError if the other side ends or sends no valid frame.
GpuFrame receive_frame(int socket, const std::function<void()>& meanwhile);
/// Whether there is something to receive, or the other side has closed the socket.
bool has_frame(int socket);
/// Whether the other side has closed the socket.
bool is_hung_up(int socket);

/// Memory that both processes share: a word that stops kernels, and slots for pieces of columns.
class GpuRing {
 public:
  static constexpr uint32_t slots = 4;
  static constexpr uint64_t slot_bytes = uint64_t{16} << 20;
  /// Creates a ring. Throws a WireError if the system provides no shared memory.
  GpuRing();
  /// Maps the ring that another process has created.
  explicit GpuRing(int descriptor);
  ~GpuRing();
  GpuRing(const GpuRing&) = delete;

  int descriptor() const { return descriptor_; }
  /// Returns the word that the session sets to stop the helper's kernels.
  std::atomic<uint32_t>& stop() { return *reinterpret_cast<std::atomic<uint32_t>*>(memory_); }
  std::byte* slot(uint32_t k) { return memory_ + page + k * slot_bytes; }
  static constexpr uint64_t page = 4096, bytes = page + slots * slot_bytes;

 private:
  void map();
  int descriptor_;
  std::byte* memory_ = nullptr;
};

} // namespace nova::plan
