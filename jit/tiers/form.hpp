// A form (an expression that is compiled as one unit): its plan, its code for each device, its checks and counters.
#pragma once
#include "jit/cpu/device.hpp"
#include "jit/explain/row_report.hpp"
#include "jit/gpu/execute.hpp"
#include "jit/tiers/cost_model.hpp"
#include "jit/tiers/gpu_choice.hpp"
#include "jit/tiers/reasons.hpp"

namespace nova::plan {

/// A form's plan after all passes, and the C that is printed from it. It never changes.
struct PlannedForm {
  Plan fused;
  std::string text{};     ///< C with its prologue; "" if the form is refused
  uint32_t kernels = 0;   ///< number of kernels; 0: a recursion or a loop, whose cost no formula gives
  bool recursive = false; ///< a function of the plan calls itself
  bool tries = false;     ///< the interpreter tests if an operator is associative (interp/associativity.hpp)
};

/// What a form costs in the interpreter, in ns.
struct FormHeat {
  double work_ns = 0;     ///< estimate for the run at hand
  double waiting_ns = 0;  ///< estimate for all runs so far
  double planning_ns = 0; ///< time after which passes and printing were given up; 0: they were not
  double raced_ns = 0;    ///< time of the run that code has just overtaken; 0 once that code runs
  /// When the form became hot (worth compiling), or none. `--stats` reports how long the first value took from then
  /// on.
  std::optional<std::chrono::steady_clock::time_point> hot{};
};

/// A form's code for each device.
struct FormCode {
  CpuKernelRef cpu;
  std::optional<GpuProgram> sim;
  GpuWork cuda;
  bool on_gpu = false;    ///< whether the last run was on a GPU
  bool sought = false;    ///< whether the cache on disk was searched
  bool from_disk = false; ///< whether the code came from the cache on disk
  int64_t room = 0;       ///< number of new cells that a run has memory for
};

/// How far a form's values were checked.
struct FormChecks {
  uint64_t whole = 0, sampled = 0; ///< number of checks that agreed, on all inputs and on samples
  bool unchecked = false;          ///< a check was due, but could not be made
  double tried_ns = 0;             ///< work_ns of the largest run in which the interpreter tested an operator
  std::optional<bool> before{};    ///< whether it was found right before; none until looked up
  bool agreed() const { return whole + sampled > 0; }
};

/// What `--stats` and `:why` report of a form's runs.
struct FormCounts {
  uint64_t interpreted = 0, runs = 0, failed = 0;
  double bytes = 0;                 ///< bytes of the last run's columns, as far as known before it
  std::vector<RowSizes> rows{};     ///< row lengths, noted in runs 1, 2, 4, 8, ..: counting takes time
  std::optional<double> first_ms{}; ///< ms from when the form was hot to its first value, with its check
  double check_ms = 0;              ///< ms of the check of the first value
};

struct TierForm {
  enum Stage : uint8_t { Refused, Lowered, Compiling, Ready, Quarantined } stage = Refused;
  const Core* core = nullptr;
  Why why{};                                  ///< Refused, Quarantined: the reason
  bool always = true;                         ///< Refused: for all function values in the inputs
  bool too_large = false;                     ///< Refused: only because of its length
  Reason decision = Reason::NotYet;           ///< Lowered: why the interpreter had the last run
  nova::plan::Lowered lowered{};              ///< the plan before passes; empty if none was made
  std::optional<const PlannedForm> planned{}; ///< set once it is warm, unless its passes were given up
  std::optional<WorkFormula> work{};          ///< set once all inputs have a value
  std::optional<WorkFormula> memory{};        ///< set at its first run

  FormHeat heat{};
  FormCode code{};
  FormChecks checks{};
  FormCounts counts{};

  void refuse(Why reason) { stage = Refused, why = std::move(reason); }
  void quarantine(Why reason) { stage = Quarantined, why = std::move(reason); }
  /// Sets why the interpreter does the run at hand. The reason TooSmall is never replaced.
  void note(Reason reason) {
    if (decision != Reason::TooSmall) decision = reason;
  }
  bool may_run() const { return stage != Refused && stage != Quarantined; }
};

/// Returns the line of `--stats` about the form whose first value took longest; "" if no form has one.
std::string first_results(std::span<const TierForm* const> forms);
/// Returns what happened to a form, as lines for `:why`. They begin with its source position `place`.
std::string line(const TierForm& form, const std::string& place);

} // namespace nova::plan
