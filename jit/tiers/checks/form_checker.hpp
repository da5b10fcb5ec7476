// Checks that compiled code gives the same values as the interpreter. A form whose kernel gives another value is
// quarantined: its kernel never runs again.
#pragma once
#include "jit/tiers/checks/sampler.hpp"
#include "jit/tiers/form_runner.hpp"

namespace nova::plan {

/// A run of compiled code.
struct FormRun {
  std::vector<Value> inputs;
  double work_ns = 0;           ///< the interpreter's estimated time for the run
  double raced_ns = 0;          ///< the interpreter's time on the run in a race that compiled code won, or 0
  std::optional<Value> value{}; ///< none if a run-time check in the kernel failed
  std::chrono::nanoseconds took{};
};

class FormChecker {
 public:
  FormChecker(Machine& machine, const TierOptions& options, TierDevices& devices, FormPlanner& planner,
              FormRunner& runner)
      : machine_(machine), options_(options), devices_(devices), planner_(planner), runner_(runner) {}

  /// Whether a check is under way. It ends with `judge`, `abandon` or `limited`.
  bool is_open() const { return check_.has_value(); }
  /// Returns what the interpreter does after a compiled run of `f`: it takes the value, or also runs the form, on the
  /// inputs that `frame` then holds. `at` is the expression that the program runs; `f` may have been made for an
  /// equal expression in another text.
  Tiers::Answer judge_run(TierForm& f, const Core& at, std::span<Value> frame, FormRun run);
  // These implement the functions of Tiers with the same names.
  bool judge(const Value* interpreted);
  void abandon();
  Tiers::Limited limited(std::string_view code);

  Verdict take_verdict() { return std::exchange(verdict_, Verdict::Interpreted); }
  /// Returns how long checks took since the last call.
  std::chrono::nanoseconds take_checked() { return std::exchange(checked_, {}); }
  uint32_t mismatches() const { return mismatches_; }

 private:
  using Clock = std::chrono::steady_clock;
  /// The check under way.
  struct Check {
    TierForm* form = nullptr;
    bool whole = true;
    std::optional<Value> expected{}; ///< the kernel's value for the check's inputs; none if the kernel failed
    Sample sample{};
    SwappedInputs swapped{};
    Clock::time_point begin = Clock::now();
    bool hurried = false; ///< whether the check has set a short deadline; `deadline` is the former deadline
    std::optional<Clock::time_point> deadline{};
  };
  bool is_trial_due(TierForm& f, double work_ns) const;
  bool is_due(TierForm& f, double work_ns);
  Tiers::Answer stands(TierForm& f, FormRun& run, Verdict v);
  Tiers::Answer watch(TierForm& f, FormRun& run);
  Tiers::Answer check(TierForm& f, const Core& at, std::span<Value> frame, FormRun& run, double likely_ns);
  bool take_sample(Check& c, std::span<Value> frame, const std::vector<Value>& inputs, double slower);
  std::optional<Value> run_sample(Check& c);
  void hurry(Check& c, std::chrono::nanoseconds most);
  void take_time(Check& c);
  void end();
  void saw(Verdict v) { verdict_ = std::max(verdict_, v); }
  void quarantine(Check& c, const Value* interpreted);
  void tell_mismatch(const TierForm& f, const std::string& story, const std::string& bundle) const;
  std::string record(Check& c, const Value* interpreted, std::string& story);
  std::string place(const TierForm& f) const;
  std::string text_of(const TierForm& f, const Value* v) const;

  Machine& machine_;
  const TierOptions& options_;
  TierDevices& devices_;
  FormPlanner& planner_;
  FormRunner& runner_;
  std::optional<Check> check_;
  Verdict verdict_ = Verdict::Interpreted; ///< the worst verdict since the last `take_verdict`
  std::chrono::nanoseconds checked_{};
  uint32_t mismatches_ = 0;
};

} // namespace nova::plan
