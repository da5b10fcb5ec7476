// The session's GPU tier: the client of the GPU's helper process, and the choice of the forms that are worth a GPU.
#pragma once
#include "jit/gpu/helper/client.hpp"
#include "jit/tiers/gpu_crossover.hpp"
#include "jit/tiers/reasons.hpp"

namespace nova::plan {

/// The state of one form on the GPU.
struct GpuWork {
  GpuForm form;
  FormTimes times;
  uint64_t runs = 0;
  bool fresh = false;                         ///< whether the last run was the first with its present code
  uint64_t result_bytes = 0;                  ///< bytes of the last run's results that stayed on the GPU
  std::vector<std::weak_ptr<Buffer>> results; ///< the buffers of these results
  DeviceGuess last;                           ///< the last estimate of a run's time on both devices
  Why why;                                    ///< why the form never runs on the GPU, or none
  std::string refused;                        ///< why its last run was not on the GPU, or ""
};

class GpuTier {
 public:
  struct Options {
    std::vector<std::string> helper; ///< command line of the helper process; empty: `program`
    std::string cache;
    std::function<void(std::string_view)> say;
    std::function<Answer(const Plan&, const FlatWords&)> rerun;
    bool best_at_once = false; ///< whether to wait for optimised code, so that checks cover it
    std::shared_ptr<Copied> copied = std::make_shared<Copied>(); ///< counts bytes to and from the GPU
    std::chrono::milliseconds grace{2000};                       ///< time that an interrupted run has to stop
    /// Copies bytes to and from the helper's memory, as GpuClient::Options::copy.
    std::function<void(std::byte* to, const std::byte* from, uint64_t bytes)> copy{};
    std::string program = "/proc/self/exe"; ///< the program nova
  };
  explicit GpuTier(Options options);

  /// Loads the form onto the GPU, and waits for that. Returns false if the GPU can't run it; `work.why` is
  /// then the reason. Fails with E0426 if there is no GPU, or if the kernels do not compile.
  bool must_load(GpuWork& work, const Plan& plan, const Poll& poll);
  /// Whether a run is expected to be faster on the GPU. `work_ns` is the size of the run, in any unit that all runs
  /// of the form share. If the run is long enough for a GPU, the form is loaded in the background. Waits only to
  /// measure the machine's GPU, if that was never done.
  bool pays(GpuWork& work, const Plan& plan, const FlatWords& inputs, double work_ns, const Poll& poll);
  /// Runs the form on the GPU and returns the result. Returns none if the GPU refuses the run; `refusal` then says
  /// why. If `work_ns` is 0, the run does not count in the form's times.
  std::optional<Answer> run(GpuWork& work, const FlatWords& inputs, double work_ns, const Poll& poll,
                            std::string& refusal);
  GpuClient& client() { return client_; }
  /// Whether a GPU was looked for and may be in use.
  bool has_driver() const { return driver_; }
  bool used() const { return client_.counts().runs > 0; }
  /// Returns the line of `--stats` about the GPU: counts of runs, bytes copied, helpers that died, and columns
  /// spilled.
  std::string report() const;
  /// Returns the costs of the GPU: measured now, or remembered from an earlier measurement on this machine.
  const Crossover& crossover(const Poll& poll);

 private:
  Crossover measure(const Poll& poll);
  Options options_;
  GpuClient client_;
  std::optional<Crossover> crossover_;
  bool driver_ = false; ///< whether a driver was found, or the user named a helper, which needs none
};

/// Returns what `:why` prints about a form's runs on the GPU; "" if the form was never considered for the GPU.
std::string why(const GpuWork& work);
/// Whether this machine has a CUDA driver; if not, `error` says why. The driver is searched for once.
bool has_cuda_driver(std::string& error);

} // namespace nova::plan
