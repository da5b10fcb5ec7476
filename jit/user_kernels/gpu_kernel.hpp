// A user's CUDA kernel on a real GPU, compiled by NVRTC in the GPU's helper process.
#pragma once
#include "jit/gpu/helper/client.hpp"
#include "jit/user_kernels/launchable.hpp"

namespace nova::plan {

class GpuKernel : public LaunchableKernel {
 public:
  /// Starts a helper by this command line. Returns null and sets `error` if there is no GPU, or if the helper can't load
  /// the kernel. `give_up` is called meanwhile and may throw.
  static std::unique_ptr<GpuKernel> load(const ForeignFunction& f, std::vector<std::string> helper,
                                         const std::function<void()>& give_up, std::string& error);
  /// A kernel that does not end loses its helper; the next run starts another one.
  KernelAnswer run(const KernelLaunch& launch, const std::function<void()>& give_up) const override;
  const std::vector<KernelParameter>& parameters() const override { return parameters_; }
  /// A helper that has to be replaced takes seconds.
  bool is_slow_to_fail(KernelMistake kind) const override {
    return kind != KernelMistake::Difference && kind != KernelMistake::Unwritten;
  }
  std::string suspicion(const std::function<void()>&) const override { return ""; }
  const std::string& device() const { return client_->name(); }

 private:
  GpuKernel() = default;
  KernelAnswer run_filled(const KernelLaunch& launch, uint8_t byte,
                          const std::function<void()>& give_up) const;
  KernelAnswer answer(const KernelLaunch& launch, const Answer& got) const;
  std::optional<KernelFault> unwritten(const KernelAnswer& first, const KernelAnswer* second) const;
  std::vector<KernelParameter> parameters_;
  std::unique_ptr<GpuClient> client_;
  mutable GpuForm form_;
  bool zeroed_ = false;      ///< whether the results are zeros before a launch
  mutable bool ran_ = false; ///< whether it has run, so that it is compiled
};

} // namespace nova::plan
