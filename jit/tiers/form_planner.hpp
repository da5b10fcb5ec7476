// Plans forms: lowers a form, runs passes, prints C, and estimates the work of a run.
#pragma once
#include "jit/passes/passes.hpp"
#include "jit/tiers/form.hpp"
#include "jit/tiers/tiers.hpp"

namespace nova::plan {

class FormPlanner {
 public:
  // The interpreter takes about 20 ns for a plan's statement, measured on two cores of an EPYC.
  static constexpr double statement_ns = 20;

  FormPlanner(Machine& machine, const TierOptions& options) : machine_(machine), options_(options) {}

  /// Lowers the form to a plan for the functions that its inputs now hold. Returns false if the form is refused.
  bool lower(TierForm& f, std::span<Value> frame);
  /// Runs passes and prints C, once for a form. Returns false if the form is refused after all, or if passes took too
  /// long this time.
  bool plan(TierForm& f);
  /// Runs passes and prints C as `plan` does, but also if it was done before, and without a report to
  /// TierOptions::kernels.
  bool print(TierForm& f);
  /// Returns the interpreter's estimated time for the run at hand, in ns; none while a definition that the form reads
  /// has not run.
  std::optional<double> work_ns(TierForm& f, std::span<Value> frame);
  /// Notes how many bytes of columns the run at hand makes, as far as its inputs tell. The form must have been
  /// planned.
  void note_bytes(TierForm& f, std::span<Value> frame);
  /// Returns the pass options that the user set, without a callback.
  PassOptions passes() const { return {options_.passes_off, {}, 20, options_.planted}; }
  /// Whether plans, texts or flows are to be printed.
  bool dumps() const;
  /// Prints a form that was lowered, once in each dump: `again` says that this dump contains it. Returns whether the
  /// form has C; its inner forms are then not printed as forms of their own.
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
