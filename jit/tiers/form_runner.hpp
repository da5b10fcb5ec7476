// Runs compiled forms: marshals their inputs, runs the code on a device, and builds the value of the result.
#pragma once
#include "jit/tiers/devices.hpp"
#include "jit/values/marshal.hpp"

namespace nova::plan {

class FormRunner {
 public:
  FormRunner(Machine& machine, TierDevices& devices) : machine_(machine), devices_(devices) {}

  /// Runs the form and returns its value, or none if a run-time check in the compiled code failed. With `again` the
  /// form runs on the device of its last run, for a comparison with the interpreter. Fails with E0602 if the
  /// interpreter should do the run instead, and with all other errors of TierDevices::run.
  std::optional<Value> run(TierForm& f, const std::vector<Value>& inputs, bool again = false);
  /// Drops the cells that were kept from the last run.
  void drop_cells() { cells_ = {}; }
  /// Returns how many kernels were run since the last call.
  uint32_t take_kernel_runs() { return std::exchange(kernel_runs_, 0); }

 private:
  std::optional<Value> run_with_room(TierForm& f, int64_t room, const std::vector<Value>& inputs, bool again);
  CellCache cells_kept_for(const TierForm& f);
  void keep_cells(const TierForm& f, CellCache&& kept, const Answer& answer, const Value& made);

  Machine& machine_;
  TierDevices& devices_;
  CellCache cells_; ///< cells of the last run that had any, kept for the next run
  uint32_t kernel_runs_ = 0;
};

/// Whether code inside of a kernel or function may reach a limit that only compiled code has, such as the depth of
/// calls or the number of cells. The interpreter may give a value where such a limit ends compiled code.
bool kernels_have_limits(const Plan& plan);

} // namespace nova::plan
