// Runs of compiled forms: values in, a value out.
#pragma once
#include "jit/tiers/devices.hpp"
#include "jit/values/marshal.hpp"

namespace nova::plan {

class FormRunner {
 public:
  FormRunner(Machine& machine, TierDevices& devices) : machine_(machine), devices_(devices) {}

  /// The kernel's value, or nothing where a check in it failed. With `again` it runs where its last run was, for a check. A
  /// Fault E0602 where the interpreter may go on; else as TierDevices::run.
  std::optional<Value> run(TierForm& f, const std::vector<Value>& inputs, bool again = false);
  /// Drops the cells of the last run.
  void drop_cells() { cells_ = {}; }
  /// Kernels that were run since the last call.
  uint32_t take_kernel_runs() { return std::exchange(kernel_runs_, 0); }

 private:
  std::optional<Value> run_with_room(TierForm& f, int64_t room, const std::vector<Value>& inputs, bool again);
  CellCache cells_kept_for(const TierForm& f);
  void keep_cells(const TierForm& f, CellCache&& kept, const Answer& answer, const Value& made);

  Machine& machine_;
  TierDevices& devices_;
  CellCache cells_; ///< of the last run that had some
  uint32_t kernel_runs_ = 0;
};

/// May a kernel's element, or a function, come to a limit of its own, where the interpreter may go on?
bool kernels_have_limits(const Plan& plan);

} // namespace nova::plan
