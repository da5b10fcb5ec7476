// The devices of a session (CPU, GPU and simulated GPU), and the choice of the one that runs a form.
#pragma once
#include "jit/tiers/form.hpp"
#include "jit/tiers/tiers.hpp"
#include <atomic>

namespace nova::plan {

class KernelRunner;

class TierDevices {
 public:
  TierDevices(Machine& machine, const TierOptions& options);
  ~TierDevices();

  CpuDevice& cpu();
  /// Makes the devices usable in the child of a fork. Returns false if a GPU or its simulator is in use.
  bool survive_fork();
  /// Passes run over a form's plan, and its code is looked up in the cache on disk, once the interpreter has spent
  /// this time on the form, in ns over all runs.
  static constexpr double worth_planning_ns = 5e6;
  /// A form is compiled in the background once the interpreter has spent this time on it, in ns over all runs.
  static constexpr double worth_compiling_ns = 20e6;
  /// The ranks of a job share runs that take the interpreter longer, in ns: it needs some fifty times what a kernel needs.
  static constexpr double worth_sharing_ns = 5e6;
  /// Adds `work_ns`, the interpreter's estimated time for the current run, to the form's total. Returns whether that
  /// total justifies passes over the form's plan, which take about a millisecond. In a tier that the user chose,
  /// always returns true.
  bool is_warm(TierForm& f, double work_ns);
  /// Returns whether the form has code for some device, and requests code once the form is hot. `work_ns` is the
  /// interpreter's estimated time for the run. In a tier that the user chose, a form that can't be compiled fails
  /// with E0426, instead of running slowly in the interpreter without a message.
  bool ready(TierForm& f, double work_ns);
  /// Makes the form ready before its first run: finds or compiles its code for the session's tier. Waits for that; a
  /// form that can't be compiled is refused, or fails as in `ready`.
  void compile(TierForm& f);
  /// Waits for the form's code for the CPU. Returns false if the form can't be compiled; in the tier `cpu`, fails
  /// with E0426 instead.
  bool wait(TierForm& f);
  /// As `wait`, together with the other ranks of a job: the form has code only if all of them have it. Rank 0 compiles
  /// first, so that the others find its code if they share its cache.
  bool wait_together(TierForm& f);
  /// Updates the stage of a form that is being compiled, in case its compiler has ended.
  void look(TierForm& f);
  /// Runs the form's code on the tier's device; in the tier `auto`, on the device that is expected to be fastest.
  /// Fails with the errors of CpuDevice::run, with E0427 if the simulated GPU reports an error, and with E0602 if
  /// there is no code.
  Answer run(TierForm& f, const FlatWords& inputs);
  /// Must be called if the last run's result is no valid value; `what` describes the result. After a run on a GPU,
  /// replaces the helper process, and returns true: the form may run again. Quarantines the form and returns false
  /// after a run on another device, or if GpuForm::most_broken helpers failed in its runs before.
  bool distrust(TierForm& f, const std::string& what);
  /// Runs the form once more, on the device of its last run, for a check.
  Answer run_again(TierForm& f, const FlatWords& inputs);
  /// Whether an earlier check, maybe in another session, found the form's kernel for the CPU right. Always false in
  /// tiers that the user chose, where kernels are checked again in each session.
  bool was_checked(const TierForm& f);
  void note_checked(const TierForm& f, bool right);
  /// Returns what the devices do at the moment. Any thread may call it.
  Activity activity() const;
  /// Returns how long this session has waited for compilers, in ns.
  double waited_ns() const { return static_cast<double>(ever_waited_.count()); }
  /// Returns how long kernels have run in this session, in ns: on the CPU, and on a GPU by its own clock.
  double kernels_ns() const { return kernels_ns_; }
  /// Returns how long the session has waited for compilers since the last call.
  std::chrono::nanoseconds take_waited() { return std::exchange(waited_, {}); }
  /// Returns the total time of GPU runs since the last call, in ns by the GPU's own clock.
  double take_device_ns() { return std::exchange(device_ns_, 0); }
  /// Returns the lines of `--stats` about the devices; "" if none was used.
  std::string report(uint32_t mismatches) const;

  enum class Does : uint8_t { Nothing, Compiles, RunsOnCpu, RunsOnGpu, Simulates };

 private:
  /// Sets `does_`, what the devices do at the moment. Its destructor sets that back to Nothing.
  struct Doing {
    std::atomic<Does>& does;
    Doing(std::atomic<Does>& place, Does what) : does(place) { does = what; }
    ~Doing() { does = Does::Nothing; }
    Doing(const Doing&) = delete;
  };
  void ask_compiler(TierForm& f);
  void tell_missing(const TierForm& f);
  void compiled(TierForm& f, const std::string& error);
  bool find_on_disk(TierForm& f);
  bool find_better(TierForm& f);
  void ask_for_better(TierForm& f);
  std::string code_text(const TierForm& f);
  void open_sim();
  bool simulate(TierForm& f);
  GpuTier& gpu();
  bool load_on_gpu(TierForm& f);
  bool wants_gpu(TierForm& f, const FlatWords& inputs);
  void copy(std::byte* to, const std::byte* from, uint64_t bytes);
  Answer simulated(TierForm& f, const FlatWords& inputs);
  void be_ready_on_cpu(TierForm& f, const FlatWords& inputs);
  /// `together`: whether all ranks of a job do this run, and so share its work.
  Answer on_cpu(TierForm& f, const FlatWords& inputs, bool together);
  Answer by_ranks(TierForm& f, const FlatWords& inputs);
  Answer once_more(const Plan& plan, const FlatWords& inputs);
  Poll poll() {
    return [this] { machine_.check_stop(); };
  }

  Machine& machine_;
  const TierOptions& options_;
  std::atomic<Does> does_{Does::Nothing};
  std::chrono::nanoseconds waited_{}, ever_waited_{};
  double device_ns_ = 0, kernels_ns_ = 0;
  std::atomic<bool> compiles_beside_{false};
  bool told_missing_ = false; ///< whether W0404 was reported
  std::optional<CpuDevice> cpu_;
  std::unique_ptr<KernelRunner> kernel_runner_; ///< runs the user's kernels on the simulator
  std::unique_ptr<GpuDevice> sim_;
  std::optional<GpuTier> gpu_;
  std::shared_ptr<Copied> copied_ = std::make_shared<Copied>(); ///< counts bytes to and from any GPU
};

} // namespace nova::plan
