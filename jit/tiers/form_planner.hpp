// A form's way to a text: its plan, passes and C, and how much work it is.
#pragma once
#include "jit/passes/passes.hpp"
#include "jit/tiers/form.hpp"
#include "jit/tiers/tiers.hpp"

namespace nova::plan {

class FormPlanner {
 public:
  // Measured on two cores of an EPYC: about 20 ns of the interpreter for a plan's statement.
  static constexpr double statement_ns = 20;

  FormPlanner(Machine& machine, const TierOptions& options) : machine_(machine), options_(options) {}

  /// Lowers the form for the functions that it meets. False if it is refused.
  bool lower(TierForm& f, std::span<Value> frame);
  /// Runs passes and prints C, once. False if the form is refused after all, or there is no time for it yet.
  bool plan(TierForm& f);
  /// The same of a form of which nothing is told.
  bool print(TierForm& f);
  /// About how long the interpreter would need, in ns; nothing while a definition has not run.
  std::optional<double> work_ns(TierForm& f, std::span<Value> frame);
  /// Notes how many bytes the run at hand makes, as far as its inputs tell. The form is planned.
  void note_bytes(TierForm& f, std::span<Value> frame);
  /// The passes as the user wants them, told of by nothing.
  PassOptions passes() const { return {options_.passes_off, {}, 20, options_.planted}; }
  /// Are plans or texts to be printed?
  bool dumps() const;
  /// Prints a form with a plan, once in each dump (`again`: it was printed in this one). Has it kernels, so that nothing in it
  /// is a form of its own?
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
