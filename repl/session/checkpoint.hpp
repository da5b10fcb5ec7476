// Rollback of a session after a form at the prompt. The session returns to its state before the form's text. There is
// no rollback if the form defines something, or makes something that later forms can use again: an instance of a
// function at new types, or a plan.
#pragma once
#include "frontend/checkpoint.hpp"
#include "interp/machine.hpp"
#include "repl/session/session_tiers.hpp"
#include <map>

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
  /// Keeps the last typed text, of which the host has functions.
  void keep_functions();
  /// Returns for each form of a program the constants that no later form uses, also through functions that it calls.
  std::vector<std::vector<GlobalId>> last_uses(std::span<const CoreTop> forms) const;
  /// Drops the values of constants that nothing can use any more.
  void drop_values(std::span<const GlobalId> constants);
  /// Must be called after the host has defined `g`. Drops the host's value that had the name before, if nothing can use
  /// it: no definition, no function that the host has, and no macro.
  void note_host_value(GlobalId g);

 private:
  bool lasts_since(const SessionMark& m, std::span<const Core* const> gone) const;
  void drop_hidden_constants(GlobalId first);
  void drop(GlobalId g);
  /// A value that the host has defined: how many names and nodes there were before.
  struct HostValue {
    Expander::Mark names;
    size_t nodes;
  };
  bool is_used_by_host(GlobalId g, const HostValue& v) const;

  Machine& machine_;
  SessionTiers& tiers_;
  std::optional<SessionMark> typed_;            ///< the state before the last typed text
  std::vector<std::pair<size_t, size_t>> kept_; ///< the nodes of texts of which the host has functions
  std::map<GlobalId, HostValue> host_values_;
};

} // namespace nova
