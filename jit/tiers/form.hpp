// What is known of one form of the program: its plan, and its state.
#pragma once
#include "jit/cpu/device.hpp"
#include "jit/explain/row_report.hpp"
#include "jit/gpu/execute.hpp"
#include "jit/tiers/cost_model.hpp"
#include "jit/tiers/gpu_choice.hpp"
#include "jit/tiers/reasons.hpp"

namespace nova::plan {

/// What the passes and the printer of C make of a form's plan. It never changes.
struct PlannedForm {
  Plan fused;
  std::string text{};     ///< C, with its prologue; "" where the form is refused
  uint32_t kernels = 0;   ///< 0: a recursion or a loop, whose cost no formula tells
  bool recursive = false; ///< a function in it calls itself
  bool tries = false;     ///< the interpreter tries an operator of it (interp/associativity.hpp)
};

/// What a form costs in the interpreter.
struct FormHeat {
  double work_ns = 0;    ///< the run at hand, as estimated
  double waiting_ns = 0; ///< all runs so far, as estimated
  double planning_ns =
      0; ///< passes and text, at least: since they were given up after so long; 0: they were not
  double raced_ns = 0; ///< the run that was overtaken last, until then; 0: it is over
  /// When it was hot: `--stats` tells how long the first value took from then on.
  std::optional<std::chrono::steady_clock::time_point> hot{};
};

/// Its code by device.
struct FormCode {
  CpuKernelRef cpu;
  std::optional<GpuProgram> sim;
  GpuWork cuda;
  bool on_gpu = false;    ///< the last run was
  bool sought = false;    ///< in the cache on disk
  bool from_disk = false; ///< found there
  int64_t room = 0;       ///< for the cells that a run makes
};

/// How far its values were checked.
struct FormChecks {
  uint64_t whole = 0, sampled = 0; ///< checks that agreed
  bool unchecked = false;          ///< a check was due that could not be made
  double tried_ns = 0;             ///< the work of the largest run that the interpreter tried an operator on
  std::optional<bool> before{};    ///< was it checked in an earlier session? once asked
  bool agreed() const { return whole + sampled > 0; }
};

/// What `--stats` and `:why` tell of its runs.
struct FormCounts {
  uint64_t interpreted = 0, runs = 0, failed = 0;
  double bytes = 0; ///< of the columns that the last run made, as far as they were known before it
  std::vector<RowSizes> rows{};     ///< in the first run, the second, the fourth, ..: counting takes time
  std::optional<double> first_ms{}; ///< from hot to the first value, with its check
  double check_ms = 0;              ///< that check
};

struct TierForm {
  enum Stage : uint8_t { Refused, Lowered, Compiling, Ready, Quarantined } stage = Refused;
  const Core* core = nullptr;
  Why why{};                                  ///< Refused, Quarantined
  bool always = true;                         ///< Refused: whatever functions it meets
  bool too_large = false;                     ///< Refused: for its length alone
  Reason decision = Reason::NotYet;           ///< Lowered: why the interpreter had the last run
  nova::plan::Lowered lowered{};              ///< but where it is Refused without a plan
  std::optional<const PlannedForm> planned{}; ///< once it is warm, unless its passes were given up
  std::optional<WorkFormula> work{};          ///< once all inputs are there
  std::optional<WorkFormula> memory{};        ///< once it ran

  FormHeat heat{};
  FormCode code{};
  FormChecks checks{};
  FormCounts counts{};

  void refuse(Why reason) { stage = Refused, why = std::move(reason); }
  void quarantine(Why reason) { stage = Quarantined, why = std::move(reason); }
  /// Why the interpreter has the run at hand. That a form is always too small is told ever after.
  void note(Reason reason) {
    if (decision != Reason::TooSmall) decision = reason;
  }
  bool may_run() const { return stage != Refused && stage != Quarantined; }
};

/// How long first results took, with the line's end; nothing where none was waited for.
std::string first_results(std::span<const TierForm* const> forms);
/// What happened to the form that stands at "file:line:column", with the line's end.
std::string line(const TierForm& form, const std::string& place);

} // namespace nova::plan
