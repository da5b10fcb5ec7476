// The devices of a session, and which of them runs a form.
#pragma once
#include "jit/tiers/form.hpp"
#include "jit/tiers/tiers.hpp"
#include <atomic>

namespace nova::plan {

class TierDevices {
 public:
  TierDevices(Machine& machine, const TierOptions& options) : machine_(machine), options_(options) {}

  CpuDevice& cpu();
  static constexpr double worth_planning_ns =
      5e6; ///< so much time, and a form is planned and looked for in the cache on disk
  static constexpr double worth_compiling_ns =
      20e6; ///< so much in all in the interpreter, and it is compiled beside
  /// Has it cost so much that it is worth a plan, which takes about a millisecond? Counts the run at hand.
  bool is_warm(TierForm& f, double work_ns);
  /// Is the form hot and compiled, for one device at least? `work_ns` is what the interpreter would need. In
  /// a tier that was asked for, what can't be compiled is the error E0426: nothing slows down in silence.
  bool ready(TierForm& f, double work_ns);
  /// Waits for the compiler; false if there will be no code.
  bool wait(TierForm& f);
  /// Takes note of a compiler that has ended meanwhile.
  void look(TierForm& f);
  /// Runs it. A Fault as cpu/device.hpp says, E0427 from the simulator.
  Answer run(TierForm& f, const FlatWords& inputs);
  /// What the last run gave is no value. A GPU's helper is replaced, or is not asked for this form any more; false where it
  /// was no GPU, and the form is never run again.
  bool distrust(TierForm& f, const std::string& what);
  /// The same where the last run was: for checks.
  Answer run_again(TierForm& f, const FlatWords& inputs);
  /// Was its kernel found right in an earlier session? Tiers that were asked for check anew.
  bool was_checked(const TierForm& f);
  void note_checked(const TierForm& f, bool right);
  /// What they do just now, for whoever asks from another thread.
  Activity activity() const;
  /// How long they have waited for a compiler.
  double waited_ns() const { return static_cast<double>(ever_waited_.count()); }
  /// The same since the last call.
  std::chrono::nanoseconds take_waited() { return std::exchange(waited_, {}); }
  /// A GPU's own time for the runs since the last call.
  double take_device_ns() { return std::exchange(device_ns_, 0); }
  /// What `--stats` tells of them.
  std::string report(uint32_t mismatches) const;

  enum class Does : uint8_t { Nothing, Compiles, RunsOnCpu, RunsOnGpu, Simulates };

 private:
  /// While it lives this is done.
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
  std::shared_ptr<Copied> copied_ = std::make_shared<Copied>(); ///< by whichever GPU
};

} // namespace nova::plan
