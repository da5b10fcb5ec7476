// Frames of a GPU's protocol out of an input: a kind, a length in two bytes, and a body.
#pragma once
#include "fuzz_session.hpp"
#include "jit/gpu/helper/protocol.hpp"
#include <sys/socket.h>

namespace nova::fuzzing {

/// A socket with all frames of the input in it, and the end behind them.
struct Frames {
  int from, to; ///< `to` takes what is answered, and must outlive who reads
  Frames(const uint8_t* bytes, size_t size) {
    int ends[2];
    require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "there is no socket");
    from = ends[0], to = ends[1];
    for (size_t at = 0; at + 3 <= size;) {
      const size_t length = std::min<size_t>(bytes[at + 1] + 256u * bytes[at + 2], size - at - 3);
      plan::send_frame(to, static_cast<plan::GpuSays>(bytes[at] % 16), text_of(bytes + at + 3, length));
      at += 3 + length;
    }
    shutdown(to, SHUT_WR);
  }
};
constexpr size_t most_frames = 60'000; ///< bytes that a socket takes while nobody reads

} // namespace nova::fuzzing
