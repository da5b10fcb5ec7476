// Runs of compiled plans by the ranks of a job in one process, which share each loop that they can.
#pragma once
#include "jit/cpu/device.hpp"
#include <memory>

namespace nova::fuzz {

class RankRuns {
 public:
  /// Each rank has a device of one thread. `cache`: the folder of compiled kernels.
  RankRuns(int ranks, const std::string& cache);
  /// Returns each rank's answer; throws a Fault that ended the run on any rank. The kernel must have no foreign text.
  std::vector<plan::Answer> run(const plan::CpuKernel& kernel, const plan::Plan& plan,
                                std::span<const plan::Word> inputs, const plan::Stop& stop);

 private:
  std::vector<std::unique_ptr<plan::CpuDevice>> devices_;
};

} // namespace nova::fuzz
