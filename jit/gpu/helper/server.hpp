// The helper process of a session's GPU. It owns the device, keeps columns and loaded plans there, and runs a whole
// plan for one command. An error after which the device can't be used ends the process, and the session starts
// another one.
#pragma once
#include "jit/gpu/device.hpp"
#include "jit/gpu/helper/protocol.hpp"

namespace nova::plan {

/// An opened device, or the reason why there is none.
struct GpuOpening {
  std::unique_ptr<GpuDevice> device;
  std::string about; ///< describes driver, compiler and memory; if `device` is null, the reason
};

/// Opens a device and answers commands on the socket until the session ends. `ring`: the descriptor of the shared
/// ring, which is closed at the end. Returns the process's exit status.
int serve_gpu(const std::function<GpuOpening()>& open, int socket = gpu_socket, int ring = gpu_ring);

} // namespace nova::plan
