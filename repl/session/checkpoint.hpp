// What a form leaves at the prompt: nothing, but for definitions, and what later forms find again that was made on the way to its
// value (a function's instance at new types, a plan). The session is then as it was before the form's text.
#pragma once
#include "frontend/checkpoint.hpp"
#include "interp/machine.hpp"
#include "repl/session/session_tiers.hpp"

namespace nova {

/// How far a session had come.
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
  /// Forgets what was made since, unless something of it lasts.
  void forget_since(const SessionMark& m);
  /// The next text is typed: what the one before left that nothing refers to is forgotten.
  void next_text();

 private:
  bool lasts_since(const SessionMark& m, std::span<const Core* const> gone) const;
  void drop_hidden_constants(GlobalId first);

  Machine& machine_;
  SessionTiers& tiers_;
  std::optional<SessionMark> typed_; ///< before the last text that was typed
};

} // namespace nova
