// The helper process of a session's GPU: it owns the device, keeps columns and loaded plans there, and runs a
// whole plan for one command. An error that the device does not survive ends it, and the session starts
// another.
#pragma once
#include "jit/gpu/device.hpp"
#include "jit/gpu/helper/protocol.hpp"

namespace nova::plan {

/// A device, or why there is none.
struct GpuOpening {
  std::unique_ptr<GpuDevice> device;
  std::string about; ///< its driver, compiler and memory, or why not
};

/// Answers commands on a socket, beside a ring that is closed in the end, until the session is gone. The exit
/// status.
int serve_gpu(const std::function<GpuOpening()>& open, int socket = gpu_socket, int ring = gpu_ring);

} // namespace nova::plan
