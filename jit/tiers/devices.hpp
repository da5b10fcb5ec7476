// The devices of a session (CPU, GPU and simulated GPU), and the choice of the one that runs a form.
#pragma once
#include "jit/tiers/form.hpp"
#include "jit/tiers/tiers.hpp"
#include <atomic>

namespace nova::plan {

class TierDevices {
 public:
  TierDevices(Machine& machine, const TierOptions& options) : machine_(machine), options_(options) {}

  CpuDevice& cpu();
  /// Interpreter time in ns from which a form is planned, and its code is looked up in the cache on disk.
  static constexpr double worth_planning_ns = 5e6;
  /// Interpreter time in ns, over all runs, from which a form is compiled in the background.
  static constexpr double worth_compiling_ns = 20e6;
  /// Adds the run at hand to the form's interpreter time. Returns whether the form has cost so much that its plan is
  /// worth passes, which take about a millisecond.
  bool is_warm(TierForm& f, double work_ns);
  /// Returns whether the form has code for some device, and requests code once the form is hot. `work_ns` is the
  /// interpreter's estimated time for the run. In a tier that the user chose, a form that can't be compiled fails
  /// with E0426, so that nothing runs slowly in silence.
  bool ready(TierForm& f, double work_ns);
  /// Waits for the form's code for the CPU. Returns false if there will be none; in the tier `cpu` that fails with
  /// E0426.
  bool wait(TierForm& f);
  /// Updates the stage of a form that is being compiled, in case its compiler has ended.
  void look(TierForm& f);
  /// Runs the form's code on the device that suits the run. Fails as CpuDevice::run does, with E0427 on the simulated
  /// GPU, and with E0602 if there is no code.
  Answer run(TierForm& f, const FlatWords& inputs);
  /// Reports that the last run's result is no valid value. After a run on a GPU, replaces the helper process, and
  /// returns true: the form may run again. Returns false if the form is quarantined instead: after a run on another
  /// device, or if too many helpers failed with it.
  bool distrust(TierForm& f, const std::string& what);
  /// Runs the form once more, on the device of its last run, for a check.
  Answer run_again(TierForm& f, const FlatWords& inputs);
  /// Whether the form's kernel was found right before, also in an earlier session. Always false in tiers that the
  /// user chose, which check anew.
  bool was_checked(const TierForm& f);
  void note_checked(const TierForm& f, bool right);
  /// Returns what the devices do at the moment. Any thread may call it.
  Activity activity() const;
  /// Returns how long this session has waited for compilers, in ns.
  double waited_ns() const { return static_cast<double>(ever_waited_.count()); }
  /// Returns how long the session has waited for compilers since the last call.
  std::chrono::nanoseconds take_waited() { return std::exchange(waited_, {}); }
  /// Returns the time of the runs since the last call by the GPU's own clock, in ns.
  double take_device_ns() { return std::exchange(device_ns_, 0); }
  /// Returns the lines of `--stats` about the devices; "" if none was used.
  std::string report(uint32_t mismatches) const;

  enum class Does : uint8_t { Nothing, Compiles, RunsOnCpu, RunsOnGpu, Simulates };

 private:
  /// Sets what the devices do at the moment; its destructor resets that.
  struct Doing {
    std::atomic<Does>& does;
    Doing(std::atomic<Does>& place, Does what) : does(place) { does = what; }
    ~Doing() { does = Does::Nothing; }
    Doing(const Doing&) = delete;
  };
  void ask_compiler(TierForm& f);
  void compiled(TierForm& f, const std::string& error);
  bool find_on_disk(TierForm& f);
  bool simulate(TierForm& f);
  GpuTier& gpu();
  bool load_on_gpu(TierForm& f);
  bool wants_gpu(TierForm& f, const FlatWords& inputs);
  void copy(std::byte* to, const std::byte* from, uint64_t bytes);
  Answer simulated(TierForm& f, const FlatWords& inputs);
  void be_ready_on_cpu(TierForm& f, const FlatWords& inputs);
  Answer on_cpu(TierForm& f, const FlatWords& inputs);
  Answer once_more(const Plan& plan, const FlatWords& inputs);
  Poll poll() {
    return [this] { machine_.poll(65536); };
  }

  Machine& machine_;
  const TierOptions& options_;
  std::atomic<Does> does_{Does::Nothing};
  std::chrono::nanoseconds waited_{}, ever_waited_{};
  double device_ns_ = 0;
  std::atomic<bool> compiles_beside_{false};
  std::optional<CpuDevice> cpu_;
  std::unique_ptr<GpuDevice> sim_;
  std::optional<GpuTier> gpu_;
  std::shared_ptr<Copied> copied_ = std::make_shared<Copied>(); ///< bytes moved to and from any GPU
};

} // namespace nova::plan
