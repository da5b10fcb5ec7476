#include "jit/fuzz/rank_runs.hpp"
#include "runtime/fault.hpp"
#include "runtime/ranks/thread_job.hpp"

namespace nova::fuzz {

RankRuns::RankRuns(int ranks, const std::string& cache) {
  for (int k = 0; k < ranks; ++k)
    devices_.push_back(
        std::make_unique<plan::CpuDevice>(plan::CpuDevice::Options{.threads = 1, .cache = cache}));
}

std::vector<plan::Answer> RankRuns::run(const plan::CpuKernel& kernel, const plan::Plan& plan,
                                        std::span<const plan::Word> inputs, const plan::Stop& stop) {
  std::vector<plan::Answer> answers(devices_.size());
  const std::vector<std::string> faults =
      on_ranks(static_cast<int>(devices_.size()), [&](Ranks& ranks, ThreadNetwork&) {
        const auto k = static_cast<size_t>(ranks.rank());
        ranks.share_all();
        answers[k] = devices_[k]->run(kernel, plan, inputs, stop, {}, &ranks);
      });
  for (const std::string& fault : faults)
    if (!fault.empty()) fail(fault.substr(0, fault.find(' ')));
  return answers;
}

} // namespace nova::fuzz
