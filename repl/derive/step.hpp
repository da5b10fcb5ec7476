// A stepper for a recorded evaluation. Like a debugger, it steps forward and back, over judgements and into them.
#pragma once
#include "repl/derive/proof.hpp"
#include <optional>

namespace nova {

/// A position in a proof, before or after the evaluation of a judgement, and the commands that move it.
class Stepper {
 public:
  /// Starts at the position before the first judgement, or before the first one at which the walk stops. The proof must have a judgement, and must outlive the
  /// stepper.
  explicit Stepper(const Proof& p) : p_(p) {
    if (!p.stops.empty()) at_ = {p.stops[0]};
  }
  /// Runs a command and returns the text to show. `word` is a command's name or a prefix of it, a judgement's
  /// number, or "" for forward. Returns nothing if the command is `quit`.
  std::optional<std::string> command(std::string_view word);
  /// Returns the current judgement as text. If the position is before the judgement's evaluation, the text shows its
  /// environment; if it is after the evaluation, its result.
  std::string here() const;
  static std::string help();

 private:
  struct Place {
    uint32_t judgement = 0;
    bool after = false;
    bool operator==(const Place&) const = default;
  };
  struct Command;
  static const Command commands[];

  Place forward(Place at) const;
  Place back(Place at) const;
  Place over(Place at) const;
  Place into(Place at) const;
  Place out(Place at) const;
  Place next(Place at) const;
  std::string go(Place to);
  std::string go_to(std::string_view number);
  Place start(Place) const { return {}; }
  Place end(Place) const;
  std::string where() const;
  std::string tree() const;
  std::string line(uint32_t judgement, bool after) const;
  uint32_t last_premise(uint32_t judgement) const;
  uint32_t end_of(uint32_t judgement) const; ///< index of the first judgement after the tree of `judgement`

  const Proof& p_;
  Place at_;
};

/// Lets the user step through the proof: by keys on a terminal, else by words from the standard input. Returns when
/// the user quits.
void walk(const Proof& p);

} // namespace nova
