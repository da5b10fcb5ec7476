// Rollback of a session after a form at the prompt. The session returns to its state before the form's text. There is
// no rollback if the form defines something, or makes something that later forms can use again: an instance of a
// function at new types, or a plan.
#pragma once
#include "frontend/checkpoint.hpp"
#include "interp/machine.hpp"
#include "repl/session/session_tiers.hpp"

namespace nova {

/// A state of a session to which the session can be rolled back.
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
  /// Rolls the session back to the mark. Does nothing if something made since the mark must be kept.
  void forget_since(const SessionMark& m);
  /// Must be called before a typed text is added. Drops the values of redefined constants that nothing can use any
  /// more. Rolls back the previous text, unless something that it made must be kept.
  void next_text();
  /// Keeps the last typed text: it is not rolled back.
  void keep() { typed_.reset(); }

 private:
  bool lasts_since(const SessionMark& m, std::span<const Core* const> gone) const;
  void drop_hidden_constants(GlobalId first);

  Machine& machine_;
  SessionTiers& tiers_;
  std::optional<SessionMark> typed_; ///< the state before the last typed text
};

} // namespace nova
