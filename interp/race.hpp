// Races: the interpreter evaluates a form (an expression that may be compiled) while a tier above compiles it. If the
// compiled code is ready first, the interpreter's work is dropped and the code runs. So no program waits for a
// compiler that needs longer than the interpreter.
#pragma once
#include "interp/machine.hpp"

namespace nova {

class Race;

/// Thrown to end the interpretation of a form whose compiled code is ready.
struct Overtaken {
  const Race* race;
};

/// A form under evaluation that its tier may overtake. While a Race lives, the machine asks the tier every few
/// milliseconds whether the form's compiled code is ready, and throws Overtaken if it is. Of nested races only the
/// outermost is asked about, unless there will be no code for it. Races are destroyed in the reverse order of
/// construction.
class Race {
 public:
  /// Starts a race. `frame` is the form's frame from its first slot on. A race nested in 16 others is ignored.
  Race(Machine& machine, Tiers::Form& form, std::span<Value> frame);
  ~Race();
  Race(const Race&) = delete;

 private:
  friend class Machine;
  using Clock = std::chrono::steady_clock;
  /// Whether there will be no compiled code for the form, so that the races inside of this one are asked about.
  /// Throws Overtaken if the code is ready.
  bool is_over(Clock::time_point now);

  Machine& machine_;
  Tiers::Form& form_;
  std::span<Value> frame_;
  Clock::time_point begin_ = Clock::now(), next_;
  bool entered_, over_ = false;
};

} // namespace nova
