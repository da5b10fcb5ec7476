// Plans forms: lowers a form, runs passes, prints C, and estimates the work of a run.
#pragma once
#include "jit/passes/passes.hpp"
#include "jit/tiers/form.hpp"
#include "jit/tiers/tiers.hpp"

namespace nova::plan {

class FormPlanner {
 public:
  // The time in ns that the interpreter needs for the work of one statement of a plan, measured on an EPYC.
  static constexpr double statement_ns = 20;

  FormPlanner(Machine& machine, const TierOptions& options) : machine_(machine), options_(options) {}

  /// Lowers the form to a plan for the functions that its inputs now hold. Returns false if the form is refused.
  bool lower(TierForm& f, std::span<Value> frame);
  /// Runs passes and prints C, unless that was done before. Returns false if the form is refused after all, or if
  /// passes took too long this time.
  bool plan(TierForm& f);
  /// As `plan`, however long passes take.
  bool plan_whole(TierForm& f);
  /// Runs passes and prints C as `plan` does, but repeats this if it was done before, and does not call
  /// TierOptions::kernels.
  bool print(TierForm& f);
  /// Returns the interpreter's estimated time for the current run, in ns; none while a definition that the form reads
  /// has not run.
  std::optional<double> work_ns(TierForm& f, std::span<Value> frame);
  /// Sets `f.counts.bytes` to the bytes of the columns that the current run makes, as far as its inputs determine
  /// them. Passes must have run over the form's plan.
  void note_bytes(TierForm& f, std::span<Value> frame);
  /// Returns the pass options that the user set, without a callback.
  PassOptions passes() const { return {options_.passes_off, {}, 20, options_.planted}; }
  /// Whether C is printed for the ranks of a job. What was compiled ahead is for any process.
  bool for_ranks() const { return machine_.options.ranks && !options_.ahead; }
  /// Whether plans, generated code or dataflow graphs are to be printed.
  bool dumps() const;
  /// Prints a form that was lowered, as the options ask. `at` is its source position. If `again` is true, the current
  /// dump already contains the form, and nothing is printed. Returns whether the form has C. If so, its
  /// inner forms need not be printed as forms of their own.
  bool dump(TierForm& f, Span at, bool again, std::span<Value> frame);

 private:
  template <class Make> bool in_time(TierForm& f, Make make);
  bool note(TierForm& f, PlannedForm made, Why why);
  void dump_texts(const Plan& fused, const std::string& at) const;
  void dump_passes(Plan p) const;
  void tell_flow(TierForm& f, std::span<Value> frame);
  WorkFormula::Places places(const TierForm& f) const;

  Machine& machine_;
  const TierOptions& options_;
};

} // namespace nova::plan
