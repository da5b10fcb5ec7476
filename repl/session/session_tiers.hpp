// The tiers of a session as the user sets them, and what they tell of its values.
#pragma once
#include "interp/machine.hpp"
#include "repl/session/options.hpp"
#include "repl/session/value_verdicts.hpp"

namespace nova {

class SessionTiers {
 public:
  /// Settings change `options` too.
  SessionTiers(Machine& machine, SessionOptions& options)
      : machine_(machine), options_(options), verdicts_(machine.frontend) {
    set_up();
  }

  /// The tiers above the interpreter; null where there is none.
  TierManager* manager() const { return manager_.get(); }
  void set_tier(Tier tier);
  void set_checking(Checking checking);
  void set_dump(Dumps dump);
  /// How many plans, texts of kernels and passes were printed.
  size_t dumped() const { return dumped_; }
  /// Callback for each form with kernels that is reached (jit/explain/flow.hpp), in any tier; empty: none.
  void watch_flows(std::function<void(Span, plan::Flow)> told);
  /// Who is told of what the simulated GPU's threads do; null: nobody.
  void watch_sim(plan::SimWatch* watch);
  /// What happens just now; any thread may ask.
  Activity activity() const;

  /// A form has run; `good`: without an error, which has no value to know of.
  void note(const CoreTop& top, bool good);
  /// How the value of the form that ran last came to be.
  const MadeRef& made() const { return made_; }
  /// While it is so, what runs again has no verdict of its own.
  void hold_verdicts(bool on) { holds_verdicts_ = on; }
  bool holds_verdicts() const { return holds_verdicts_; }
  /// A definition has an earlier form's value.
  void note_value(GlobalId g, MadeRef made) { verdicts_.note_value(g, std::move(made)); }
  /// The texts from `file` on go, with their definitions from `first` on.
  void forget_texts(GlobalId first, FileId file);
  /// `:why`: what the tiers did with the array expressions of a text that ran.
  std::string why(FileId file) const;
  /// `:verdicts`: how far each value so far is known to be right, of the last `most` forms.
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
