// Launches the CUDA kernels of foreign-kernel forms on the simulator.
#pragma once
#include "jit/gpu/device.hpp"
#include "jit/user_kernels/program.hpp"
#include <map>

namespace nova::plan {

/// Returns the kernel that the declaration describes.
KernelSource source_of(const ForeignFunction& f);

class KernelRunner {
 public:
  /// `cache` is the folder for compiled code.
  explicit KernelRunner(std::string cache) : cache_(std::move(cache)) {}
  /// Runs the kernel on columns in host memory. Fails with E0430 if its text can't be used, and with E0432 if it makes a
  /// mistake. `give_up` is called meanwhile and may throw.
  void launch(const ForeignLaunch& l, const std::function<void()>& give_up);

 private:
  std::string cache_;
  std::map<std::shared_ptr<const ForeignFunction>, std::unique_ptr<KernelProgram>> programs_;
  uint64_t seed_ = 1;
};

} // namespace nova::plan
