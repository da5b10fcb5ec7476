// The execution tiers of a session: the user's settings for them, and their reports on the session's values.
#pragma once
#include "interp/machine.hpp"
#include "repl/session/options.hpp"
#include "repl/session/value_verdicts.hpp"

namespace nova {

class SessionTiers {
 public:
  /// The setters below change `options` too.
  SessionTiers(Machine& machine, SessionOptions& options)
      : machine_(machine), options_(options), verdicts_(machine.frontend) {
    set_up();
  }

  /// Returns the manager of the tiers above the interpreter; null if there is none.
  TierManager* manager() const { return manager_.get(); }
  void set_tier(Tier tier);
  void set_checking(Checking checking);
  void set_dump(Dumps dump);
  /// Returns the number of plans, kernel texts and passes that were dumped.
  size_t dumped() const { return dumped_; }
  /// Sets a callback for the dataflow graph of each form with kernels that is reached, in any tier; empty: none.
  void watch_flows(std::function<void(Span, plan::Flow)> told);
  /// Sets the observer of the simulated GPU's threads; null: none.
  void watch_sim(plan::SimWatch* watch);
  /// Returns the progress of the current run. May be called from any thread.
  Activity activity() const;

  /// Notes that a form has run; `good` if it ended without an error.
  void note(const CoreTop& top, bool good);
  /// Returns how the value of the last form came to be.
  const MadeRef& made() const { return made_; }
  /// Sets whether forms run without a verdict of their own, as in repeated runs.
  void hold_verdicts(bool on) { holds_verdicts_ = on; }
  bool holds_verdicts() const { return holds_verdicts_; }
  /// Notes that definition `g` has the value of an earlier form.
  void note_value(GlobalId g, MadeRef made) { verdicts_.note_value(g, std::move(made)); }
  /// Removes what is known of the texts from `file` on, and of the definitions from `first` on.
  void forget_texts(GlobalId first, FileId file);
  /// Returns the text of `:why`: what the tiers did with the array expressions of a text that ran.
  std::string why(FileId file) const;
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
