// Walking through an evaluation that was recorded: forward and back, over judgements and into them.
#pragma once
#include "repl/derive/proof.hpp"
#include <optional>

namespace nova {

/// Where one stands in a proof: a judgement before its evaluation, or after it.
class Stepper {
 public:
  /// At the beginning. The proof has a judgement and outlives the stepper.
  explicit Stepper(const Proof& p) : p_(p) {}
  /// Does what a word says, of which a beginning is enough (nothing: forward), or goes to the judgement of a
  /// number, and tells where that leads; nothing where it says to leave.
  std::optional<std::string> command(std::string_view word);
  /// The judgement, what is known of it by now, and its environment.
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
  std::string go(Place to);
  std::string go_to(std::string_view number);
  Place start(Place) const { return {}; }
  Place end(Place) const;
  std::string where() const;
  std::string tree() const;
  std::string line(uint32_t judgement, bool after) const;
  uint32_t last_premise(uint32_t judgement) const;
  uint32_t end_of(uint32_t judgement) const; ///< the judgement after its tree

  const Proof& p_;
  Place at_;
};

/// Keys on a terminal, elsewhere words from the standard input, until one leaves.
void walk(const Proof& p);

} // namespace nova
