// The execution tiers of a session: the user's settings for the tiers, and the tiers' reports on the session's
// values.
#pragma once
#include "interp/machine.hpp"
#include "repl/session/options.hpp"
#include "repl/session/value_verdicts.hpp"

namespace nova {

class SessionTiers {
 public:
  /// Keeps a reference to `options`, which the setters below change.
  SessionTiers(Machine& machine, SessionOptions& options)
      : machine_(machine), options_(options), verdicts_(machine.frontend) {
    set_up();
  }

  /// Returns the manager of the tiers above the interpreter. Returns null if only the interpreter runs forms.
  TierManager* manager() const { return manager_.get(); }
  void set_tier(Tier tier);
  void set_checking(Checking checking);
  void set_dump(Dumps dump);
  /// Returns the number of plans, kernel texts and passes that were dumped.
  size_t dumped() const { return dumped_; }
  /// Sets a callback that receives the source span and dataflow graph of a form with kernels, when a run reaches the
  /// form. This works in every tier. An empty function removes the callback.
  void watch_flows(std::function<void(Span, plan::Flow)> told);
  /// Sets the observer of the simulated GPU's threads; null removes it.
  void watch_sim(plan::SimWatch* watch);
  /// Returns the progress of the current run. May be called from any thread.
  Activity activity() const;

  /// Records that the form `top` has run. `good` says whether it ended without an error.
  void note(const CoreTop& top, bool good);
  /// Returns the provenance of the value that a call of a function gave, after the call. `function` is that of the
  /// function.
  MadeRef made_by_call(const MadeRef& function);
  /// Returns the provenance of the last form's value; null if none was recorded.
  const MadeRef& made() const { return made_; }
  /// Sets whether verdicts on forms that run are discarded, as for the repeated runs of a benchmark.
  void hold_verdicts(bool on) { holds_verdicts_ = on; }
  bool holds_verdicts() const { return holds_verdicts_; }
  /// Records that the value of definition `g` is that of an earlier form, with the provenance `made`.
  void note_value(GlobalId g, MadeRef made) { verdicts_.note_value(g, std::move(made)); }
  /// Removes all records about texts whose ids are `file` or greater, and about definitions whose ids are `first` or
  /// greater.
  void forget_texts(GlobalId first, FileId file);
  /// Returns the text of `:why`: what the tiers did with the array expressions of a text that ran.
  std::string why(FileId file) const;
  /// Returns such a text about a value.
  std::string why(const Made& made) const;
  /// Returns the text of `:verdicts`: how far the values of the last `most` forms were checked.
  std::string verdicts(size_t most = SIZE_MAX) const;

 private:
  void set_up();

  Machine& machine_;
  SessionOptions& options_;
  std::unique_ptr<TierManager> manager_;
  Verdicts verdicts_;
  MadeRef made_;
  size_t dumped_ = 0;
  bool holds_verdicts_ = false;
};

} // namespace nova
