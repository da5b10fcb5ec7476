// A form (an expression that is compiled as one unit): its plan, its code for each device, its checks and counters.
#pragma once
#include "jit/cpu/device.hpp"
#include "jit/explain/row_report.hpp"
#include "jit/gpu/execute.hpp"
#include "jit/tiers/cost_model.hpp"
#include "jit/tiers/gpu_choice.hpp"
#include "jit/tiers/reasons.hpp"

namespace nova::plan {

/// A form's plan after all passes, and the C that is printed from the plan. Neither changes once it is made.
struct PlannedForm {
  Plan fused;
  std::string text{};     ///< C with its prologue; "" if the form is refused
  uint32_t kernels = 0;   ///< number of kernels; 0 for a recursion or a loop, whose cost no formula gives
  bool recursive = false; ///< whether a function of the plan calls itself
  bool tries = false;     ///< whether the interpreter tests an operator for associativity
};

/// What a form costs in the interpreter, in ns.
struct FormHeat {
  double work_ns = 0;     ///< estimate for the current run
  double waiting_ns = 0;  ///< estimated total of all runs so far
  double planning_ns = 0; ///< time after which passes and printing were given up; 0 if they were not
  double raced_ns = 0;    ///< time spent in a race that compiled code has won; 0 once that code runs
  /// When the form became hot (worth compiling), or none. `--stats` reports how much time passed from then to the
  /// first value.
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
  bool better = false;    ///< whether `cpu` is a long text's code that was compiled with all effort
  double ran_ns = 0;      ///< how long `cpu` has run
  double asks_ns = 0;     ///< from what `ran_ns` on the compiler is asked for better code
  int64_t room = 0;       ///< number of new cells (heap nodes) that a run has memory for
};

/// How far a form's values were checked.
struct FormChecks {
  uint64_t whole = 0, sampled = 0; ///< number of checks that agreed: on whole inputs, on samples
  bool took_long =
      false; ///< whether a check on whole inputs had too little time; the next one takes a sample
  bool unchecked = false;       ///< whether a check was due that could not be made
  double tried_ns = 0;          ///< largest work_ns of the runs in which an operator was tested
  std::optional<bool> before{}; ///< whether an earlier check found the kernel right; none until looked up
  bool agreed() const { return whole + sampled > 0; }
};

/// How the ranks of a job shared the form's last run.
struct FormShares {
  int ranks = 1;        ///< how many ranks; 1: no job
  uint64_t columns = 0; ///< number of columns that each rank filled a part of
  double column_bytes = 0;
  uint64_t moves = 0; ///< how often ranks sent each other parts of columns
  double moved_bytes = 0;
};

/// What `--stats` and `:why` report of a form's runs.
struct FormCounts {
  uint64_t interpreted = 0, runs = 0, failed = 0;
  double bytes = 0; ///< bytes of the last run's columns, as far as known before the run
  FormShares shares{};
  std::vector<RowSizes> rows{};     ///< lengths of rows, measured only in runs 1, 2, 4, 8, ..
  std::optional<double> first_ms{}; ///< ms from when the form became hot to its first value and check
  double check_ms = 0;              ///< ms that the check of the first value took
};

struct TierForm {
  enum Stage : uint8_t { Refused, Lowered, Compiling, Ready, Quarantined } stage = Refused;
  const Core* core = nullptr;
  Why why{};                                   ///< the reason, if Refused or Quarantined
  bool always = true;                          ///< whether a refusal holds for all functions in its inputs
  bool too_large = false;                      ///< if Refused: whether its size is the only reason
  Reason decision = Reason::NotYet;            ///< if Lowered: why the interpreter did the last run
  UsedLengths used_lengths = UsedLengths::All; ///< what its plan may use of its inputs' lengths
  nova::plan::Lowered lowered{};               ///< the plan before passes; empty if none was made
  std::optional<const PlannedForm> planned{};  ///< the plan after passes, once they have run
  std::optional<WorkFormula> work{};           ///< formula for the statements of a run
  std::optional<WorkFormula> memory{};         ///< formula for the bytes of a run's columns

  FormHeat heat{};
  FormCode code{};
  FormChecks checks{};
  FormCounts counts{};

  void refuse(Why reason) { stage = Refused, why = std::move(reason); }
  void quarantine(Why reason) { stage = Quarantined, why = std::move(reason); }
  /// Sets why the interpreter does the current run. The reason TooSmall is never replaced by another.
  void note(Reason reason) {
    if (decision != Reason::TooSmall) decision = reason;
  }
  bool may_run() const { return stage != Refused && stage != Quarantined; }
};

/// Whether the form's last run called functions that the user wrote in CUDA, and not their references.
bool used_texts(const TierForm& form);
/// Returns the line of `--stats` about the form whose first value took longest; "" if no form has a value yet.
std::string first_results(std::span<const TierForm* const> forms);
/// Returns what happened to a form, as lines for `:why`. They begin with its source position `place`.
std::string line(const TierForm& form, const std::string& place);

} // namespace nova::plan
