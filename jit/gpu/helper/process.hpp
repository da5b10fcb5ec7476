// A helper process, which is started with a socket and a shared ring, and killed at the end.
#pragma once
#include "jit/compile/process_group.hpp"
#include "jit/gpu/helper/protocol.hpp"
#include <memory>
#include <sys/types.h>
#include <vector>

namespace nova::plan {

class GpuProcess {
 public:
  /// Starts the command as a helper. On failure returns null and sets `error`.
  static std::unique_ptr<GpuProcess> start(const std::vector<std::string>& command, std::string& error);
  /// Returns an object for a helper that already runs at the other end of the socket. Its destructor closes the
  /// socket.
  static std::unique_ptr<GpuProcess> at(int socket);
  ~GpuProcess(); ///< kills the process if it still runs
  GpuProcess(const GpuProcess&) = delete;
  int socket() const { return socket_; }
  GpuRing& ring() { return ring_; }

 private:
  GpuProcess() = default;
  int spawn(const std::vector<std::string>& command, int socket, int ring);
  ProcessGroup group_;
  GpuRing ring_;
  int socket_ = -1;
  pid_t child_ = 0;
};

} // namespace nova::plan
