#include "repl/build/kernels.hpp"
#include "jit/compile/kernel_folder.hpp"

namespace nova {

void KernelRecorder::prepare(SessionOptions& options) {
  options.tiers.tier = Tier::Cpu;
  options.tiers.ahead = nullptr; // kernels of another folder are recorded, too
  options.out = [](std::string_view) {};
  options.tiers.keep_kernel = [this](const std::string& key, const std::string& object) {
    const std::lock_guard lock(mutex_);
    kernels_.emplace(key, object);
  };
}

int KernelRecorder::build(Session& session, FileId file, const InputTexts& inputs, const std::string& folder,
                          const std::function<void(std::string_view)>& out) {
  if (const int status = session.run_program(file, inputs)) {
    session.options().err("nova: no kernels are written, since the program ended with status " +
                          std::to_string(status) + "\n");
    return status;
  }
  const std::lock_guard lock(mutex_);
  if (const std::string why = plan::KernelFolder::write(folder, NOVA_VERSION, kernels_); !why.empty()) {
    session.frontend().diagnostics.report("E0506", {}, {folder, why});
    return session.reports().flush(), 1;
  }
  const size_t n = kernels_.size();
  out(folder + ": " + std::to_string(n) + (n == 1 ? " kernel\n" : " kernels\n"));
  return 0;
}

} // namespace nova
