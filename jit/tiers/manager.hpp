// Private to tiers.cpp and race.cpp: the parts of a session's tiers, and the steps from a form to its value.
#pragma once
#include "jit/tiers/checks/form_checker.hpp"
#include "jit/tiers/devices.hpp"
#include "jit/tiers/form_runner.hpp"
#include "jit/tiers/form_table.hpp"
#include "jit/tiers/tiers.hpp"

namespace nova {

/// Whether compiled code or the interpreter does the current run of a form, and why.
struct Decision {
  plan::Reason reason = plan::Reason::HasCode;
  Tiers::Then then = Tiers::Then::Interpret; ///< without code: what the interpreter does
  bool alone = false;                        ///< in a race: whether no tier is called at inner forms
  double work_ns = 0;                        ///< with code: the interpreter's estimated time

  bool has_code() const { return reason == plan::Reason::HasCode; }
};

struct TierManager::Impl {
  using FormNode = plan::FormNode;
  using TierForm = plan::TierForm;

  // Shorter runs are left to the interpreter, since it takes about 10 us to start a kernel.
  static constexpr double worth_running_ns = 50e3; ///< the interpreter's time for a run, in ns

  /// A form for which the interpreter calls the tiers, and the frame that holds its variables.
  struct Asked {
    FormNode& node;
    TierForm& form;
    std::span<Value> frame;
  };
  /// Marks the tiers as busy until its destructor runs. Meanwhile `overtakes` and `waits`, which races call, do
  /// nothing, so that the tiers are not entered twice.
  struct Busy {
    bool& busy;
    const bool before;
    explicit Busy(bool& b) : busy(b), before(std::exchange(b, true)) {}
    ~Busy() { busy = before; }
    Busy(const Busy&) = delete;
  };

  Impl(Machine& m, TierOptions o)
      : machine(m), options(std::move(o)), devices(machine, options), planner(machine, options),
        table(machine, options), runner(machine, devices),
        checker(machine, options, devices, planner, runner) {}

  // ---- the steps, in their order (tiers.cpp) ----
  std::optional<Then> recognise(FormNode& node);
  TierForm* plan_form(FormNode& node, std::span<Value> frame);
  std::optional<double> estimate(const Asked& a);
  Decision decide(const Asked& a, std::optional<double> work_ns);
  plan::FormRun run(const Asked& a, double work_ns);
  Answer judge(const Asked& a, plan::FormRun run);

  // ---- decisions ----
  bool is_small(const Asked& a, double work_ns) const;
  Decision refused(const Asked& a);
  Decision interpreted(const Asked& a, Then then, plan::Reason reason, bool alone = false);
  Decision too_small(const Asked& a);
  Decision by_time(const Asked& a);
  Decision not_hot(const Asked& a);
  void ask_no_more(const Asked& a, std::vector<Form::Small::Bound> bounds);
  Answer run_and_judge(const Asked& a, double work_ns);
  bool dump(const Asked& a);
  std::string lines(const FormNode& node);

  // ---- races with the interpreter (race.cpp) ----
  TierForm* contender(FormNode& node, std::span<Value> frame, double ns);

  Machine& machine;
  TierOptions options;
  plan::TierDevices devices;
  plan::FormPlanner planner;
  plan::FormTable table;
  plan::FormRunner runner;
  plan::FormChecker checker;
  bool busy = false; ///< whether a Busy object exists
};

} // namespace nova
