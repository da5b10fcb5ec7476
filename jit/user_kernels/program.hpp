// A user's CUDA kernel on a simulated GPU that checks every access. Each run happens in a child process, so that no text
// harms this one.
#pragma once
#include "jit/user_kernels/launchable.hpp"
#include "jit/user_kernels/module.hpp"
#include <memory>

namespace nova::plan {

class KernelProgram : public LaunchableKernel {
 public:
  /// Compiles the text, or takes it from the cache in this folder (as for Compiler). `give_up` is called meanwhile and
  /// may throw. Returns null and sets `error` to a sentence with file and line if the text can't be used.
  static std::unique_ptr<KernelProgram> load(const KernelSource& source, const std::string& cache,
                                             const std::function<void()>& give_up, std::string& error);
  KernelAnswer run(const KernelLaunch& launch, const std::function<void()>& give_up) const override;
  const std::vector<KernelParameter>& parameters() const override { return parameters_; }
  bool is_slow_to_fail(KernelMistake kind) const override {
    return kind == KernelMistake::Endless || kind == KernelMistake::Deadlock;
  }
  /// Asks the C compiler for variables that may be read before they are written.
  std::string suspicion(const std::function<void()>& give_up) const override;
  const std::string& shown() const { return shown_; }

 private:
  friend class KernelRun;
  KernelProgram() = default;
  std::string path_, shown_, kernel_, dynamic_name_;
  std::string text_, cache_; ///< the C++ text; the folder of the cache
  std::vector<KernelParameter> parameters_;
  ModuleSymbols symbols_;
  ArrayShapes shapes_;
};

} // namespace nova::plan
