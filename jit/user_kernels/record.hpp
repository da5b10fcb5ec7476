// Records a launch's accesses, for a page that shows them.
#pragma once
#include "jit/sim/recording.hpp"
#include "jit/user_kernels/launch.hpp"

namespace nova::plan {

/// Collects the accesses of a launch.
class KernelRecorder {
 public:
  KernelRecorder(const std::string& kernel, const KernelMachine::Grid& grid);
  void touch(const KernelTouch& t);
  const SimRecording::Launched& record() const { return record_; }

 private:
  uint32_t memory(const KernelTouch& t);
  SimRecording::Launched record_;
  std::map<std::string, uint32_t> numbers_; ///< each array's index in the record, by its name
};

} // namespace nova::plan
