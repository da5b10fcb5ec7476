// A helper process: started with a socket and a ring, ended without mercy.
#pragma once
#include "jit/compile/process_group.hpp"
#include "jit/gpu/helper/protocol.hpp"
#include <memory>
#include <sys/types.h>
#include <vector>

namespace nova::plan {

class GpuProcess {
 public:
  /// Null, and why in `error`.
  static std::unique_ptr<GpuProcess> start(const std::vector<std::string>& command, std::string& error);
  /// A helper that is there already, at the other end of a socket, which this one closes in the end.
  static std::unique_ptr<GpuProcess> at(int socket);
  ~GpuProcess(); ///< killed, if it still lives
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
