// Races: the interpreter evaluates a form while a tier above prepares the form's code. When the code is ready first, the
// interpreter's work is forgotten. So no program waits for a compiler that needs longer than the interpreter.
#pragma once
#include "interp/machine.hpp"

namespace nova {

class Race;

/// Thrown inside of an evaluation whose form has code now.
struct Overtaken {
  const Race* race;
};

/// A form under evaluation that its tier may overtake. While a Race lives, the machine asks the tier every few milliseconds,
/// and throws Overtaken when the tier is ready. Of races inside of each other the outermost is asked of alone, unless there
/// will be no code for it. Races end in the reverse order of their making.
class Race {
 public:
  /// `frame`: the form's, from its first slot on. A race inside of many others is ignored.
  Race(Machine& machine, Tiers::Form& form, std::span<Value> frame);
  ~Race();
  Race(const Race&) = delete;

 private:
  friend class Machine;
  using Clock = std::chrono::steady_clock;
  /// Whether the races inside of this one are to be asked of. Fails with Overtaken if the form's code is ready.
  bool is_over(Clock::time_point now);

  Machine& machine_;
  Tiers::Form& form_;
  std::span<Value> frame_;
  Clock::time_point begin_ = Clock::now(), next_;
  bool entered_, over_ = false;
};

} // namespace nova
