// What is known of one form of the program.
#pragma once
#include "jit/cpu/device.hpp"
#include "jit/explain/row_report.hpp"
#include "jit/gpu/execute.hpp"
#include "jit/tiers/cost_model.hpp"
#include "jit/tiers/gpu_choice.hpp"

namespace nova::plan {

struct TierForm {
  enum State : uint8_t { Refused, Lowered, Compiling, Ready, Quarantined } state = Refused;
  const Core* core = nullptr;
  std::string reason;     ///< why it is refused or quarantined
  bool always = true;     ///< refused: whatever functions it meets
  bool too_large = false; ///< refused: for its length alone
  nova::plan::Lowered lowered;
  Plan fused;
  std::string text;       ///< C, with its prologue
  uint32_t kernels = 0;   ///< 0: a recursion or a loop, whose cost no formula tells
  bool recursive = false; ///< a function in it calls itself
  CpuKernelRef kernel;
  std::optional<GpuProgram> gpu; ///< for the simulated device
  GpuWork cuda;
  bool on_gpu = false;             ///< the last run was
  double work_ns = 0;              ///< of the run at hand, in the interpreter, as estimated
  std::optional<WorkFormula> work; ///< once all inputs are there
  std::optional<WorkFormula> memory;
  double bytes = 0; ///< of the columns that the last run made, as far as they were known before it
  std::vector<RowSizes>
      rows; ///< as they were in the first run, the second, the fourth, ..: counting them takes time
  bool too_small = false; ///< whatever its inputs are
  int64_t room = 0;       ///< for the cells that a run makes
  double waiting_ns = 0;  ///< estimated time in the interpreter so far
  double planning_ns =
      0; ///< what its passes and text are known to take at least, since they were given up after it
  double raced_ns =
      0; ///< how long the interpreter had worked on the run that was overtaken last; 0: it is over
  uint64_t interpreted = 0, runs = 0, failed = 0;
  uint64_t whole = 0, sampled = 0; ///< checks that agreed
  bool unchecked = false;          ///< a check was due that could not be made
  std::optional<bool> tries;       ///< the interpreter tries an operator of it
  double tried_ns = 0;             ///< the work of the largest run that it tried one on
  bool sought = false;             ///< in the cache on disk
  bool from_disk = false;          ///< found there
  /// When it was hot, and how long it took from then to the first value, with its check: `--stats` tells the longest.
  std::optional<std::chrono::steady_clock::time_point> hot{};
  std::optional<double> first_ms{};
  double check_ms = 0;
  std::optional<bool> before; ///< was it checked in an earlier session? once somebody asked
};

/// How long first results took, with the line's end; nothing where none was waited for.
std::string first_results(std::span<const TierForm* const> forms);
/// What happened to the form that stands at "file:line:column", with the line's end.
std::string line(const TierForm& form, const std::string& place);

/// The inputs, every vector among them cut to its first elements, and with `numbers` every larger `int`, which may be a
/// length, to `most`; nothing if there is none to cut.
std::optional<std::vector<Value>> cut_inputs(const std::vector<Value>& inputs, int64_t most,
                                             bool numbers = false);

} // namespace nova::plan
