// Rollback after a form at the prompt. If the form defines nothing and makes nothing that later forms can use again
// (a function's instance at new types, a plan), the session returns to its state before the form's text.
#pragma once
#include "frontend/checkpoint.hpp"
#include "interp/machine.hpp"
#include "repl/session/session_tiers.hpp"

namespace nova {

/// A state of a session, to which it can be rolled back.
struct SessionMark {
  FrontendMark frontend;
  Machine::Mark machine;
  std::optional<TierManager::Mark> tiers;
  GlobalId first_global() const { return static_cast<GlobalId>(frontend.program.globals); }
  FileId first_file() const { return static_cast<FileId>(frontend.sources.files); }
};

class Checkpoints {
 public:
  Checkpoints(Machine& machine, SessionTiers& tiers) : machine_(machine), tiers_(tiers) {}

  SessionMark mark() const;
  /// Rolls the session back to the mark, unless something made since then must be kept.
  void forget_since(const SessionMark& m);
  /// Called before the next text is typed: rolls back the previous text, if nothing of it must be kept.
  void next_text();

 private:
  bool lasts_since(const SessionMark& m, std::span<const Core* const> gone) const;
  void drop_hidden_constants(GlobalId first);

  Machine& machine_;
  SessionTiers& tiers_;
  std::optional<SessionMark> typed_; ///< the state before the last typed text
};

} // namespace nova
