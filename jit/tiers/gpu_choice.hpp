// The cuda tier of a session: its client, and which of the forms are worth a GPU.
#pragma once
#include "jit/gpu/helper/client.hpp"
#include "jit/tiers/gpu_crossover.hpp"
#include "jit/tiers/reasons.hpp"

namespace nova::plan {

/// What a GPU makes of one form.
struct GpuWork {
  GpuForm form;
  FormTimes times;
  uint64_t runs = 0;
  bool fresh = false;                         ///< the last run was the first of its code: it is checked
  uint64_t result_bytes = 0;                  ///< of the last run
  std::vector<std::weak_ptr<Buffer>> results; ///< of the last run
  DeviceGuess last;                           ///< when it was last asked
  Why why;                                    ///< why it does not run there
  std::string refused;                        ///< why its last run did not
};

class GpuTier {
 public:
  struct Options {
    std::vector<std::string> helper; ///< empty: this program as its own
    std::string cache;
    std::function<void(std::string_view)> say;
    std::function<Answer(const Plan&, const FlatWords&)> rerun;
    bool best_at_once = false; ///< what is checked is what would run later: the best code, waited for
    std::shared_ptr<Copied> copied = std::make_shared<Copied>(); ///< counts what goes over and back
    std::chrono::milliseconds grace{2000};                       ///< for a run to hear that it is to stop
    std::function<void(std::byte* to, const std::byte* from, uint64_t bytes)> copy{}; ///< as GpuClient's
  };
  explicit GpuTier(Options options);

  /// Loads it now. False where the GPU can't (`work.why`); a Fault E0426 where there is no GPU, or the
  /// kernels do not compile. `work_ns` is what a run is about, in any unit: times are measured by it. 0: a
  /// run that tells nothing of times.
  bool must_load(GpuWork& work, const Plan& plan, const Poll& poll);
  /// Is a run expected to be faster there? It loads in the background what may be worth it, and waits only
  /// where the machine's GPU was never measured.
  bool pays(GpuWork& work, const Plan& plan, const FlatWords& inputs, double work_ns, const Poll& poll);
  /// Nothing where the GPU does not do it, and why in `refusal`.
  std::optional<Answer> run(GpuWork& work, const FlatWords& inputs, double work_ns, const Poll& poll,
                            std::string& refusal);
  GpuClient& client() { return client_; }
  bool used() const { return client_.counts().runs > 0; }
  /// A line for `--stats`.
  std::string report() const;
  /// Measures, or takes what was measured on this machine before.
  const Crossover& crossover(const Poll& poll);

 private:
  Crossover measure(const Poll& poll);
  Options options_;
  GpuClient client_;
  std::optional<Crossover> crossover_;
  bool driver_ = false; ///< one was found, or a helper was named that needs none
};

/// What `:why` tells of a form.
std::string why(const GpuWork& work);
/// Is there a driver on this machine? Looked for once.
bool has_cuda_driver(std::string& error);

} // namespace nova::plan
