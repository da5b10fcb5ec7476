#include "jit/gpu/helper/protocol.hpp"
#include <cerrno>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace nova::plan {
namespace {

constexpr uint32_t magic = 0x4770764e;
constexpr uint64_t most_body = uint64_t{64} << 20;

struct Header {
  uint32_t magic, kind;
  uint64_t bytes;
};

bool readable(int socket, int milliseconds) {
  pollfd p{socket, POLLIN, 0};
  return poll(&p, 1, milliseconds) > 0;
}

/// Receives exactly `bytes` bytes of a frame that has begun. Throws a WireError if no more come for five seconds.
void receive_all(int socket, char* to, size_t bytes) {
  constexpr int patience_ms = 5000;
  while (bytes > 0) {
    if (!readable(socket, patience_ms)) throw WireError{"half a frame"};
    const ssize_t n = recv(socket, to, bytes, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw WireError{"it closed the connection"};
    to += n, bytes -= static_cast<size_t>(n);
  }
}

} // namespace

void send_frame(int socket, GpuSays kind, const std::string& body) {
  const Header h{magic, static_cast<uint32_t>(kind), body.size()};
  std::string all(reinterpret_cast<const char*>(&h), sizeof h);
  all += body;
  for (size_t done = 0; done < all.size();) {
    const ssize_t n = send(socket, all.data() + done, all.size() - done, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw WireError{"it closed the connection"};
    done += static_cast<size_t>(n);
  }
}

GpuFrame receive_frame(int socket, const std::function<void()>& meanwhile) {
  while (!readable(socket, meanwhile ? 2 : -1))
    if (meanwhile) meanwhile();
  Header h{};
  receive_all(socket, reinterpret_cast<char*>(&h), sizeof h);
  if (h.magic != magic || h.kind < static_cast<uint32_t>(GpuSays::Hello) ||
      h.kind > static_cast<uint32_t>(GpuSays::Forget) || h.bytes > most_body)
    throw WireError{"it says what is no frame"};
  GpuFrame f{static_cast<GpuSays>(h.kind), std::string(h.bytes, '\0')};
  receive_all(socket, f.body.data(), f.body.size());
  return f;
}

bool has_frame(int socket) { return readable(socket, 0); }

bool is_hung_up(int socket) {
  pollfd p{socket, POLLRDHUP, 0};
  return poll(&p, 1, 0) > 0;
}

GpuRing::GpuRing() : descriptor_(memfd_create("nova-gpu", MFD_CLOEXEC)) {
  if (descriptor_ < 0 || ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0)
    throw WireError{"there is no shared memory"};
  map();
}

GpuRing::GpuRing(int descriptor) : descriptor_(descriptor) { map(); }

void GpuRing::map() {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (at == MAP_FAILED) throw WireError{"there is no shared memory"};
  memory_ = static_cast<std::byte*>(at);
}

GpuRing::~GpuRing() {
  if (memory_) munmap(memory_, bytes);
  if (descriptor_ >= 0) close(descriptor_);
}

} // namespace nova::plan
